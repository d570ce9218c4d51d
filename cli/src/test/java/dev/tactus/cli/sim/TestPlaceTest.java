package dev.tactus.cli.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.requirement.Requirement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Requirement("D4")
final class TestPlaceTest {
  @TempDir private Path dir;
  private Path root = Path.of("");

  @BeforeEach
  void build() throws IOException {
    root = dir.resolve("clone");
    for (String module : new String[] {"", "shop", "deep/down"}) {
      Files.createDirectories(root.resolve(module));
      Files.writeString(root.resolve(module).resolve("pom.xml"), "<project/>");
    }
    Files.writeString(root.resolve("deep/pom.xml"), "<project/>");
    test("shop", "dev/shop/CartTest.java");
    test("deep/down", "dev/deep/DownTest.java");
    test("", "TopTest.java");
    test("shop/target/copy", "dev/shop/OldTest.java");
  }

  private void test(String module, String file) throws IOException {
    Path source = root.resolve(module).resolve("src/test/java").resolve(file);
    Files.createDirectories(source.getParent());
    Files.writeString(source, "");
  }

  @Test
  void find_classOfAModule_commandRunsItThere() throws IOException {
    TestPlace place = TestPlace.find("dev.shop.CartTest#addsUp", root.resolve("shop/src"));

    assertThat(place).isEqualTo(new TestPlace(root, "shop", "dev.shop.CartTest", "addsUp"));
    assertThat(place.command("8F31"))
        .containsExactly(
            "mvn",
            "-B",
            "-pl",
            "shop",
            "-am",
            "test",
            "-Dtest=dev.shop.CartTest#addsUp",
            "-Dtactus.seed=8F31",
            "-Dsurefire.failIfNoSpecifiedTests=false");
  }

  @Test
  void command_withASign_namesItLast() throws IOException {
    TestPlace place = TestPlace.find("dev.shop.CartTest#addsUp", root);
    List<String> plain = place.command("8F31");

    List<String> signed = place.command("8F31", dir.resolve("sign"));

    assertThat(signed).startsWith(plain.toArray(String[]::new)).hasSize(plain.size() + 1);
    assertThat(signed).last().isEqualTo("-Dtactus.sign=" + dir.resolve("sign"));
  }

  @Test
  void didNotRun_saysWhatWasGivenAndWhatToDo() throws IOException {
    assertThat(TestPlace.find("dev.shop.CartTest#adsUp", root).didNotRun())
        .contains("dev.shop.CartTest#adsUp", "in the module shop", "@Simulated", "TAC-0712");
    assertThat(TestPlace.find("TopTest#test", root).didNotRun()).doesNotContain("module");
  }

  @Test
  void find_nestedClassOfAModuleFurtherDown_isThatOfItsOuterClass() throws IOException {
    TestPlace place = TestPlace.find("dev.deep.DownTest$Inner#test", root);

    assertThat(place.module()).isEqualTo(Path.of("deep", "down").toString());
    assertThat(place.command("1")).contains("-Dtest=dev.deep.DownTest$Inner#test");
  }

  @Test
  void find_classOfTheRoot_commandNamesNoModule() throws IOException {
    assertThat(TestPlace.find("TopTest#test", root).command("1")).doesNotContain("-pl");
  }

  @Test
  void find_noSuchClass_saysWhereItLooked() {
    assertThatThrownBy(() -> TestPlace.find("dev.shop.OldTest#test", root))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("No module below " + root)
        .hasMessageContaining("OldTest.java")
        .hasMessageContaining("[, deep, deep/down, shop]");
  }

  @Test
  void find_outsideOfAnyBuild_saysSo() {
    assertThatThrownBy(() -> TestPlace.find("dev.shop.CartTest#addsUp", dir))
        .hasMessageContaining("There is no pom.xml in " + dir);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "dev.shop.CartTest", "#x", "dev.shop.CartTest#", "a b#c", "a#b#c", "../x#y"})
  void find_malformedName_saysHowToWriteIt(String name) {
    assertThatThrownBy(() -> TestPlace.find(name, root))
        .hasMessage(
            "'"
                + name
                + "' does not name a test; write <class>#<method>, as in"
                + " dev.shop.CartTest#addsUp.");
  }
}

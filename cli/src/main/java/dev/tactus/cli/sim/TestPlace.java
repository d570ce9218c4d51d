package dev.tactus.cli.sim;

import dev.tactus.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A simulated test and the Maven module that holds it.
///
/// @param root the folder of the whole build
/// @param module the module's folder below it; empty when the build has no modules
/// @param type the class, nested ones with a dollar sign
/// @param method the test
public record TestPlace(Path root, String module, String type, String method) {
  private static final Pattern NAME =
      Pattern.compile(
          "([\\p{Alpha}_$][\\w$]*(?:\\.[\\p{Alpha}_$][\\w$]*)*)#([\\p{Alpha}_$][\\w$]*)");
  private static final Set<String> SKIPPED = Set.of("target", ".git", "node_modules");
  private static final int DEPTH_MAX = 4;

  /// Finds a test.
  ///
  /// @param name its class and method, as in `dev.shop.CartTest#addsUp`
  /// @param from a folder of the build
  /// @throws IllegalArgumentException when the name is malformed or there is no such class
  public static TestPlace find(String name, Path from) throws IOException {
    Matcher parts = NAME.matcher(name);
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          "'"
              + name
              + "' does not name a test; write <class>#<method>, as in"
              + " dev.shop.CartTest#addsUp.");
    }
    Path root = root(from);
    String type = parts.group(1);
    String outer = type.contains("$") ? type.substring(0, type.indexOf('$')) : type;
    Path source = Path.of("src", "test", "java", outer.replace('.', '/') + ".java");
    List<Path> modules = modules(root);
    Optional<Path> module =
        modules.stream().filter(folder -> Files.exists(folder.resolve(source))).findFirst();
    return module
        .map(
            folder -> new TestPlace(root, root.relativize(folder).toString(), type, parts.group(2)))
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    ErrorCode.TEST_NOT_FOUND.mark(
                        "No module below "
                            + root
                            + " has "
                            + source
                            + "; give the whole name of the"
                            + " class, and start in the clone that holds it. Looked at: "
                            + modules.stream().map(root::relativize).sorted().toList()
                            + ".")));
  }

  /// The uppermost folder with a POM that is reached without leaving such folders.
  private static Path root(Path from) {
    Path here = from.toAbsolutePath().normalize();
    Path root = null;
    for (Path up = here; up != null; up = up.getParent()) {
      if (Files.exists(up.resolve("pom.xml"))) {
        root = up;
      } else if (root != null) {
        break;
      }
    }
    if (root == null) {
      throw new IllegalArgumentException(
          ErrorCode.TEST_NOT_FOUND.mark(
              "There is no pom.xml in " + here + " or above it; start in a clone."));
    }
    return root;
  }

  private static List<Path> modules(Path root) throws IOException {
    List<Path> modules = new ArrayList<>();
    collect(root, 0, modules);
    return modules;
  }

  private static void collect(Path folder, int depth, List<Path> into) throws IOException {
    if (!Files.exists(folder.resolve("pom.xml"))) {
      return;
    }
    into.add(folder);
    if (depth == DEPTH_MAX) {
      return;
    }
    try (Stream<Path> inside = Files.list(folder)) {
      for (Path next : inside.filter(Files::isDirectory).sorted().toList()) {
        if (!SKIPPED.contains(String.valueOf(next.getFileName()))) {
          collect(next, depth + 1, into);
        }
      }
    }
  }

  /// The command that runs the test with one seed, in [#root()].
  ///
  /// It succeeds also when there is no such test: modules that are built on the way have none, and
  /// that is no failure. See [#command(String, Path)].
  public List<String> command(String seed) {
    List<String> command = new ArrayList<>(List.of("mvn", "-B"));
    if (!module.isEmpty()) {
      command.addAll(List.of("-pl", module, "-am"));
    }
    command.addAll(
        List.of(
            "test",
            "-Dtest=" + type + "#" + method,
            "-Dtactus.seed=" + seed,
            "-Dsurefire.failIfNoSpecifiedTests=false"));
    return command;
  }

  /// The same for one who wants to know whether the test ran.
  ///
  /// @param sign a file that exists and is empty; a simulated test that runs writes its name there
  public List<String> command(String seed, Path sign) {
    List<String> command = command(seed);
    command.add("-Dtactus.sign=" + sign);
    return command;
  }

  /// What to tell when Maven was content, and no test has left its sign.
  public String didNotRun() {
    return ErrorCode.TEST_NOT_FOUND.mark(
        "Maven ran no simulated test for "
            + type
            + "#"
            + method
            + (module.isEmpty() ? "" : " in the module " + module)
            + ", so nothing is known about the seed. Give a method of that class that is"
            + " @Simulated, or one that it inherits, spelled as there, and see that the build does"
            + " not leave it out.");
  }
}

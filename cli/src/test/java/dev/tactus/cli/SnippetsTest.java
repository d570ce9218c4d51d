package dev.tactus.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.cli.explain.ErrorPages;
import dev.tactus.error.ErrorCode;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The Java on pages whose code stands in no example: the compiler takes it.
///
/// On the pages of error codes, variables and types of the reader's own are left out; there, what
/// is asked of a type of Tactus must exist as far as the compiler can tell, and types that nobody
/// declares must be known here as the reader's.
final class SnippetsTest {
  private static final int PAGES_MIN = 60;
  private static final Path ROOT = Path.of("..");
  private static final Pattern SNIPPET =
      Pattern.compile("^ *```java\n(.*?)^ *```", Pattern.DOTALL | Pattern.MULTILINE);
  private static final Pattern MEMBER =
      Pattern.compile("(@|public |private |protected |static |sealed |record |final class ).*");
  private static final Pattern UNKNOWN_TYPE = Pattern.compile("symbol: +class (\\w+)");
  private static final Pattern GAP = Pattern.compile("\n\n(?=\\S)");
  private static final Pattern COMMENT = Pattern.compile("(?<!:)//.*");

  /// What the compiler says where a name is unknown.
  private static final Set<String> OF_THE_READER =
      Set.of(
          "compiler.err.cant.resolve",
          "compiler.err.doesnt.exist",
          "compiler.err.invalid.mref",
          "compiler.err.deconstruction.pattern.only.records");

  private static final Pattern ASKED_OF_TACTUS = Pattern.compile("location: .*dev\\.tactus\\.");

  private static final String IMPORTS =
      """
      import static java.time.Duration.*;
      import static org.assertj.core.api.Assertions.assertThat;
      import dev.tactus.actor.*;
      import dev.tactus.actor.router.*;
      import dev.tactus.actor.shutdown.*;
      import dev.tactus.console.*;
      import dev.tactus.dispatch.*;
      import dev.tactus.error.*;
      import dev.tactus.event.*;
      import dev.tactus.mailbox.*;
      import dev.tactus.observe.*;
      import dev.tactus.observe.flight.*;
      import dev.tactus.observe.meter.*;
      import dev.tactus.observe.recording.*;
      import dev.tactus.process.ProcessSystem;
      import dev.tactus.scheduler.*;
      import dev.tactus.scheduler.log.*;
      import dev.tactus.testkit.*;
      import dev.tactus.testkit.probe.*;
      import dev.tactus.testkit.simulation.*;
      import dev.tactus.time.*;
      import dev.tactus.time.driver.*;
      import dev.tactus.time.wheel.*;
      import dev.tactus.workers.*;
      import java.io.IOException;
      import java.nio.file.*;
      import java.time.*;
      import java.util.*;
      import java.util.concurrent.*;
      """;

  /// What the pages take for granted.
  private static final String CONTEXT =
      """
        Object message;
        Context<Object> ctx;
        WheelScheduler scheduler;
        Executor executor;
        Runnable task;
        Duration delay;
        Duration limit;
        Duration pause;
        Duration second;
        Path file;
        Observatory observatory;
        ExternalTickDriver driver;
        io.micrometer.core.instrument.MeterRegistry registry;
        void log(Object what) {}
      """;

  /// Types of a reader's program on the pages of error codes.
  private static final Set<String> READERS =
      Set.of(
          "Account",
          "Cart",
          "CartActor",
          "Command",
          "Done",
          "Event",
          "Importer",
          "Indexer",
          "Item",
          "Job",
          "LastTask",
          "Order",
          "Parser",
          "Printer",
          "Reader",
          "State");

  @TempDir private Path dir;

  /// A page as one class: what can be a member is one, the rest of each snippet is a method.
  private static String source(String kind, String context, String page) {
    StringBuilder text = new StringBuilder("abstract class Page ").append(kind).append(" {\n");
    text.append(CONTEXT).append(context);
    int number = 0;
    for (MatchResult found : SNIPPET.matcher(page).results().toList()) {
      String snippet = found.group(1).replaceAll("(?m)^ *\\.\\.\\.$", "");
      List<String> rest = new ArrayList<>();
      for (String part : GAP.split(snippet, -1)) {
        if (MEMBER.matcher(part.lines().findFirst().orElse("")).matches()) {
          text.append(part).append('\n');
        } else {
          rest.add(part);
        }
      }
      text.append(method(number++, String.join("\n", rest)));
    }
    return text.append("}\n").toString();
  }

  private static String method(int number, String statements) {
    String bare = COMMENT.matcher(statements).replaceAll("").strip();
    String body;
    if (bare.startsWith("case ")) {
      body = "switch (message) {\n" + statements + "default -> {}\n}";
    } else if (bare.isEmpty() || bare.endsWith(";") || bare.endsWith("}")) {
      body = statements;
    } else {
      body = "Object value =\n" + statements + ";";
    }
    return "void snippet" + number + "() throws Exception {\n" + body + "\n}\n";
  }

  private static JavaFileObject unit(String name, String source) {
    return new SimpleJavaFileObject(
        URI.create("string:///" + name + "/Page.java"), JavaFileObject.Kind.SOURCE) {
      @Override
      public CharSequence getCharContent(boolean ignoresEncodingErrors) {
        return "package snippets." + name + ";\n" + source;
      }
    };
  }

  private List<Diagnostic<? extends JavaFileObject>> compile(List<JavaFileObject> units)
      throws IOException {
    var diagnostics = new DiagnosticCollector<JavaFileObject>();
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    List<String> options =
        List.of("-proc:none", "-Xmaxerrs", "1000", "-d", dir.toString(), "-cp", classPath);
    var compiler = ToolProvider.getSystemJavaCompiler();
    try (var files = compiler.getStandardFileManager(diagnostics, Locale.ROOT, null)) {
      var _ = compiler.getTask(null, files, diagnostics, options, null, units).call();
    }
    return diagnostics.getDiagnostics().stream()
        .filter(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.ERROR)
        .toList();
  }

  /// What the compiler says, with the place.
  private static String told(Diagnostic<? extends JavaFileObject> error) {
    return error.getSource().toUri()
        + ":"
        + error.getLineNumber()
        + ": "
        + error.getMessage(Locale.ROOT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"README.md", "docs/console.md", "docs/drivers.md", "docs/observability.md"})
  void page_itsJava_compiles(String page) throws IOException {
    String text = Files.readString(ROOT.resolve(page));
    String source = IMPORTS + source("", "ActorSystem system; SchedulerSettings settings;\n", text);

    assertThat(SNIPPET.matcher(text).results()).isNotEmpty();
    assertThat(compile(List.of(unit("page", source))).stream().map(SnippetsTest::told))
        .as(source)
        .isEmpty();
  }

  @Test
  void pagesOfCodes_theirJava_asksForWhatExists() throws IOException {
    List<JavaFileObject> units = new ArrayList<>();
    for (ErrorCode code : ErrorCode.values()) {
      String text = Files.readString(ROOT.resolve("docs/errors").resolve(ErrorPages.file(code)));
      if (SNIPPET.matcher(text).find()) {
        units.add(unit(code.code().replace("TAC-", "tac"), source(code, text)));
      }
    }
    assertThat(units).hasSizeGreaterThan(PAGES_MIN);

    List<Diagnostic<? extends JavaFileObject>> errors = compile(units);

    assertThat(errors.stream().filter(error -> !isOfTheReader(error)).map(SnippetsTest::told))
        .isEmpty();
    assertThat(
            errors.stream()
                .map(SnippetsTest::told)
                .flatMap(message -> UNKNOWN_TYPE.matcher(message).results())
                .map(type -> type.group(1)))
        .as("types that no page declares")
        .isSubsetOf(READERS);
  }

  private static String source(ErrorCode code, String text) {
    return code.code().matches("TAC-(04|084|0850).*")
        ? IMPORTS
            + "import dev.tactus.process.*;\nimport dev.tactus.process.Process;\n"
            + source(kind(code), "ProcessSystem system; ProcessSettings settings;\n", text)
        : IMPORTS + source(kind(code), "ActorSystem system; SchedulerSettings settings;\n", text);
  }

  /// What a page with a method to override speaks of.
  private static String kind(ErrorCode code) {
    return switch (code.code()) {
      case "TAC-0215", "TAC-0833" -> "implements Actor<Command>";
      case "TAC-0401" -> "implements Process";
      case "TAC-0414" -> "extends Generator<State>";
      default -> "";
    };
  }

  /// Whether a name is missing that no type of Tactus was asked for.
  private static boolean isOfTheReader(Diagnostic<? extends JavaFileObject> error) {
    return OF_THE_READER.stream().anyMatch(error.getCode()::startsWith)
        && !ASKED_OF_TACTUS.matcher(error.getMessage(Locale.ROOT)).find();
  }

  @Test
  void pageOfACode_aMethodThatIsNone_isFound() throws IOException {
    String page =
        """
        ```java
        SchedulerSettings.defaults().withNothing(1)
        ```
        """;

    assertThat(compile(List.of(unit("page", IMPORTS + source("", "", page)))))
        .anyMatch(error -> !isOfTheReader(error));
  }
}

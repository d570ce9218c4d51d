package dev.tactus.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.requirement.Requirement;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What users write: typed references, sealed messages, lambdas.
@Requirement("A1")
final class ActorApiTest {
  sealed interface Count {
    record Add(int amount) implements Count {}

    record Total(ActorRef<Integer> replyTo) implements Count {}
  }

  private static final class Counter implements Actor<Count> {
    private int total;

    @Override
    public void receive(Context<Count> ctx, Count message) {
      switch (message) {
        case Count.Add(int amount) -> total += amount;
        case Count.Total(var replyTo) -> replyTo.tell(total);
      }
    }
  }

  @Test
  void tell_lambda_handlesMessagesInTheirOrder() {
    try (SteppedSystem t = SteppedSystem.start()) {
      List<String> seen = new ArrayList<>();
      ActorRef<String> echo = t.system.spawn("echo", () -> (ctx, text) -> seen.add(text));
      echo.tell("one");
      echo.tell("two");
      echo.tell("three");
      assertThat(seen).isEmpty();
      t.run();
      assertThat(seen).containsExactly("one", "two", "three");
    }
  }

  @Test
  void ask_sealedMessages_getsTheTypedAnswer() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Count> counter = t.system.spawn("counter", Counter::new);
      counter.tell(new Count.Add(40));
      counter.tell(new Count.Add(2));
      CompletableFuture<Integer> total = counter.ask(Count.Total::new, Duration.ofSeconds(1));
      t.run();
      assertThat(total).isCompletedWithValue(42);
    }
  }

  @Test
  void tell_null_throwsAndNamesTheActor() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<String> echo = t.system.spawn("echo", () -> (ctx, text) -> {});
      assertThatThrownBy(() -> echo.tell(nothing()))
          .isInstanceOf(NullPointerException.class)
          .hasMessageContaining("tactus://t/user/echo");
    }
  }

  @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"}) // a caller who does not check
  private static <T> T nothing() {
    return null;
  }

  @Test
  void compile_allCases_succeeds(@TempDir Path directory) {
    assertThat(errors(directory, "case On on -> {} case Off off -> {}", "new On()")).isEmpty();
  }

  @Test
  void compile_missingCase_fails(@TempDir Path directory) {
    assertThat(errors(directory, "case On on -> {}", "new On()")).contains("does not cover all");
  }

  @Test
  void compile_messageOfAnotherType_fails(@TempDir Path directory) {
    assertThat(errors(directory, "case On on -> {} case Off off -> {}", "\"on\""))
        .contains("String cannot be converted to Switch");
  }

  /// What the compiler says about an actor with these cases that is sent this message.
  private static String errors(Path directory, String cases, String message) {
    String source =
        """
        import dev.tactus.actor.*;
        class Lamp implements Actor<Lamp.Switch> {
          sealed interface Switch {}
          record On() implements Switch {}
          record Off() implements Switch {}
          public void receive(Context<Switch> ctx, Switch message) {
            switch (message) { %s }
          }
          static void use(ActorRef<Switch> lamp) { lamp.tell(%s); }
        }
        """
            .formatted(cases, message);
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter out = new StringWriter();
    JavaFileObject file =
        new SimpleJavaFileObject(URI.create("string:///Lamp.java"), JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return source;
          }
        };
    List<String> options =
        List.of(
            "-proc:none", "-d", directory.toString(), "-cp", System.getProperty("java.class.path"));
    boolean unused = compiler.getTask(out, null, null, options, null, List.of(file)).call();
    return out.toString();
  }
}

package dev.tactus.cli;

import dev.tactus.cli.explain.ErrorPages;
import dev.tactus.cli.explain.Nearest;
import dev.tactus.cli.explain.PageText;
import dev.tactus.error.ErrorCode;
import dev.tactus.json.JsonWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.Iterator;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `explain`: what an error code means and what to do about it.
///
/// Exit codes: 0, or 2 when there is no such code.
@Command(
    name = "explain",
    description = "Says what an error code means, why it comes up and what to do.",
    mixinStandardHelpOptions = true)
final class ExplainCommand implements Callable<Integer> {
  private static final int SUGGESTIONS = 3;

  /// What the shell may complete a code to.
  static final class Codes implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(ErrorCode.values()).map(ErrorCode::code).iterator();
    }
  }

  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private CommandSpec spec;

  @Parameters(
      paramLabel = "CODE",
      arity = "0..1",
      completionCandidates = Codes.class,
      description = "A code such as TAC-0101, or just 101. Without one, all codes are listed.")
  private @Nullable String given;

  @Option(names = "--json", description = "Print JSON, for tools.")
  private boolean isJson;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    if (given == null) {
      list(out);
    } else {
      page(out, find(given));
    }
    out.flush();
    return CommandLine.ExitCode.OK;
  }

  private ErrorCode find(String text) {
    return ErrorCode.find(text)
        .orElseThrow(
            () ->
                new ParameterException(
                    spec.commandLine(),
                    "There is no error code '"
                        + text
                        + "'. Did you mean one of these? "
                        + Nearest.to(text, SUGGESTIONS).stream()
                            .map(code -> code.code() + " (" + code.title() + ")")
                            .collect(Collectors.joining(", "))
                        + ". Without a code, all are listed."));
  }

  private void list(PrintWriter out) {
    if (isJson) {
      JsonWriter json = new JsonWriter().beginObject().beginArray("codes");
      for (ErrorCode code : ErrorCode.values()) {
        json = head(json.beginObject(), code).endObject();
      }
      out.println(json.endArray().endObject());
      return;
    }
    for (ErrorCode code : ErrorCode.values()) {
      out.println(code.code() + "  " + code.title());
    }
  }

  private void page(PrintWriter out, ErrorCode code) throws IOException {
    String page = ErrorPages.read(code);
    if (isJson) {
      out.println(
          head(new JsonWriter().beginObject(), code)
              .field("file", ErrorPages.FOLDER + ErrorPages.file(code))
              .field("markdown", page)
              .endObject());
    } else {
      out.print(PageText.of(page, Terminal.isCapable()));
    }
  }

  private static JsonWriter head(JsonWriter json, ErrorCode code) {
    return json.field("code", code.code()).field("name", code.name()).field("title", code.title());
  }
}

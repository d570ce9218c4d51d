package dev.tactus.console;

import dev.tactus.console.wire.Explanation;
import dev.tactus.console.wire.RecordingIndex;
import dev.tactus.observe.recording.RecordingException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Answers from files and from what the program gave beside its system: recordings, traces,
/// explanations, metrics.
final class FileApi {
  private static final Logger LOG = LoggerFactory.getLogger(FileApi.class);
  private static final String METRICS = "text/plain; version=0.0.4; charset=utf-8";
  private static final Pattern CODE = Pattern.compile("TAC-\\d{4}");
  private static final int NAME = 2;
  private static final int NUMBER = 3;

  private final ConsoleSettings settings;
  private final RecordingShelf shelf;

  FileApi(ConsoleSettings settings, RecordingShelf shelf) {
    this.settings = settings;
    this.shelf = shelf;
  }

  Answer recordings(Request request) throws IOException {
    return Answer.json(settings.recordings().isPresent() ? recordingFolder().list() : List.of());
  }

  Answer recording(Request request) throws IOException {
    String name = request.segment(NAME);
    Path file = recordingFolder().file(name);
    try {
      return Answer.json(new RecordingIndex(name, shelf.index(file)));
    } catch (RecordingException e) {
      throw unreadable(name, file, e);
    }
  }

  Answer recorded(Request request) throws IOException {
    String name = request.segment(NAME);
    Path file = recordingFolder().file(name);
    int number = number(request.segment(NUMBER));
    try {
      return Answer.json(
          shelf
              .snapshot(file, number)
              .orElseThrow(
                  () ->
                      Refusal.notFound(
                          name + " has no snapshot " + number + ".",
                          "Take a number of /api/recordings/" + name + ".")));
    } catch (RecordingException e) {
      throw unreadable(name, file, e);
    }
  }

  private static int number(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw Refusal.badRequest(
          "'" + text + "' is not the number of a snapshot.", "Take one of the index.");
    }
  }

  /// The reason names the file; where it lies is nobody's business.
  private static Refusal unreadable(String name, Path file, RecordingException e) {
    LOG.debug("{} cannot be read", file, e);
    return Refusal.badRequest(
        String.valueOf(e.getMessage()).replace(file.toString(), name),
        "Take another one of /api/recordings.");
  }

  private Folder recordingFolder() {
    return new Folder(
        settings
            .recordings()
            .orElseThrow(() -> missing("a folder with recordings", "withRecordings")),
        "");
  }

  Answer traces(Request request) throws IOException {
    return Answer.json(settings.traces().isPresent() ? traceFolder().list() : List.of());
  }

  Answer trace(Request request) throws IOException {
    Path file = traceFolder().file(request.segment(NAME));
    InputStream text = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS);
    return Answer.streamedText(
        new Answer.Writer() {
          @Override
          public void writeTo(OutputStream out) throws IOException {
            text.transferTo(out);
          }

          @Override
          public void close() throws IOException {
            text.close();
          }
        });
  }

  private Folder traceFolder() {
    return new Folder(
        settings.traces().orElseThrow(() -> missing("a folder with traces", "withTraces")),
        ".trace");
  }

  Answer explain(Request request) {
    Function<String, Optional<String>> pages =
        settings.explain().orElseThrow(() -> missing("explanations", "withExplain"));
    String code = request.segment(NAME);
    // A code may be looked up as the name of a file; so nothing but a code gets there.
    String page =
        (CODE.matcher(code).matches() ? pages.apply(code) : Optional.<String>empty())
            .orElseThrow(
                () ->
                    Refusal.notFound(
                        "There is no code " + code + ".", "Codes are TAC- and four digits."));
    String title =
        page.lines()
            .filter(line -> line.startsWith("# "))
            .findFirst()
            .map(line -> line.substring(2).strip())
            .orElse(code);
    return Answer.json(new Explanation(code, title, page));
  }

  Answer metrics(Request request) {
    Supplier<String> text = settings.metrics().orElseThrow(() -> missing("metrics", "withMetrics"));
    return Answer.text(METRICS, text.get());
  }

  private static Refusal missing(String what, String setting) {
    return Refusal.notFound(
        "This console was not given " + what + ".",
        "Start it with ConsoleSettings." + setting + ".");
  }
}

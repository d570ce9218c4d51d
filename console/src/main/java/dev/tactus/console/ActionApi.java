package dev.tactus.console;

import dev.tactus.console.wire.ActionRequest;
import dev.tactus.console.wire.ActionResult;
import dev.tactus.observe.DumpKind;
import dev.tactus.observe.Snapshot;
import dev.tactus.observe.SnapshotJson;
import dev.tactus.observe.Source;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Does what it is asked to. Whether the one who asks may has been looked at before.
final class ActionApi {
  private static final Logger LOG = LoggerFactory.getLogger(ActionApi.class);

  private final Source source;
  private final ConsoleSettings settings;

  ActionApi(Source source, ConsoleSettings settings) {
    this.source = source;
    this.settings = settings;
  }

  /// The names of what it does.
  List<String> names() {
    List<String> names = new ArrayList<>();
    if (settings.actions().isPresent()) {
      names.add("stop");
      names.add("log-level");
      if (settings.dumps().isPresent()) {
        names.add("dump");
      }
    }
    return names;
  }

  Answer stop(Request request) {
    String path = read(request, ActionRequest.Stop.class).path();
    boolean isThere;
    try {
      isThere = actions().stop(path);
    } catch (IllegalArgumentException e) {
      throw Refusal.badRequest(
          String.valueOf(e.getMessage()), "Stop one of the actors under /user.");
    }
    if (!isThere) {
      throw Refusal.notFound(
          "There is no actor " + path + ".", "It may have ended already; see /api/actors.");
    }
    LOG.info("{} was stopped from the console", path);
    return Answer.json(new ActionResult.Stopped(path));
  }

  Answer logLevel(Request request) {
    ActionRequest.LogLevel wanted = read(request, ActionRequest.LogLevel.class);
    String logger = wanted.logger();
    String level = wanted.level();
    try {
      actions().logLevel(logger, level);
    } catch (IllegalArgumentException e) {
      throw Refusal.badRequest(String.valueOf(e.getMessage()), "Choose one of the levels.");
    }
    LOG.info("The level of logger '{}' was set to {} from the console", logger, level);
    return Answer.json(new ActionResult.LevelChanged(logger, level));
  }

  Answer dump(Request request) throws IOException {
    Actions unused = actions();
    Path folder =
        settings
            .dumps()
            .orElseThrow(
                () ->
                    Refusal.notFound(
                        "This console was not given a folder for dumps.",
                        "Start it with ConsoleSettings.withDumps."));
    Snapshot snapshot = source.snapshot();
    Path file = Files.createDirectories(folder).resolve(nameOf(snapshot));
    try (BufferedWriter out =
        Files.newBufferedWriter(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      out.write("== snapshot\n" + SnapshotJson.write(snapshot) + "\n");
      for (DumpKind kind : DumpKind.values()) {
        out.write("== " + kind.name().toLowerCase(Locale.ROOT) + "\n");
        out.write(source.dump(kind, false) + "\n");
      }
    }
    LOG.info("A dump was written to {} from the console", file);
    return Answer.json(new ActionResult.DumpWritten(file.toString()));
  }

  /// The same snapshot is of the same moment, and its dump may replace the one before.
  private static String nameOf(Snapshot snapshot) {
    String system = snapshot.system().replaceAll("[^A-Za-z0-9_-]", "_");
    return "dump-" + system + "-" + snapshot.atMillis() + "-" + snapshot.number() + ".txt";
  }

  private Actions actions() {
    return settings.actions().orElseThrow(Refusal::readOnly);
  }

  private static <T extends ActionRequest> T read(Request request, Class<T> type) {
    try {
      return SnapshotJson.read(request.body(), type);
    } catch (IllegalArgumentException e) {
      LOG.debug("A body was refused", e);
      String fields =
          Arrays.stream(type.getRecordComponents())
              .map(field -> "\"" + field.getName() + "\": \"...\"")
              .collect(Collectors.joining(", ", "{", "}"));
      throw Refusal.badRequest("The body is not what this action takes.", "Send " + fields + ".");
    }
  }
}

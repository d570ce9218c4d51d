package dev.tactus.console;

import dev.tactus.console.wire.FileInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A folder of which files can be asked for by name, and nothing outside of it.
///
/// A name is letters, digits, `_`, `-` and dots, and begins with none of the dots: no separator, no
/// parent, no drive. What has such a name must be a file itself, not a link to one.
final class Folder {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]{0,199}");
  private static final int LISTED_MAX = 1_000;

  private final Path root;
  private final String ending;

  /// @param ending how the names end of the files that are meant; empty for all
  Folder(Path root, String ending) {
    this.root = root;
    this.ending = ending;
  }

  /// The files, the newest first.
  List<FileInfo> list() throws IOException {
    try (Stream<Path> files = Files.list(root)) {
      return files
          .map(Path::getFileName)
          .map(Path::toString)
          .flatMap(name -> find(name).stream())
          .flatMap(file -> info(file).stream())
          .sorted(
              Comparator.comparingLong(FileInfo::modifiedMillis)
                  .reversed()
                  .thenComparing(FileInfo::name))
          .limit(LISTED_MAX)
          .toList();
    } catch (NoSuchFileException | NotDirectoryException e) {
      return List.of(); // nothing has been written yet
    }
  }

  private static Optional<FileInfo> info(Path file) {
    try {
      return Optional.of(
          new FileInfo(
              file.getFileName().toString(),
              Files.size(file),
              Files.getLastModifiedTime(file).toMillis()));
    } catch (IOException e) {
      return Optional.empty(); // removed meanwhile
    }
  }

  /// One of the files.
  Path file(String name) {
    return find(name)
        .orElseThrow(
            () ->
                Refusal.notFound(
                    "There is no file of this name.", "Ask for the list, and take a name of it."));
  }

  private Optional<Path> find(String name) {
    if (!NAME.matcher(name).matches() || !name.endsWith(ending)) {
      return Optional.empty();
    }
    Path file = root.resolve(name);
    return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
        ? Optional.of(file)
        : Optional.empty();
  }
}

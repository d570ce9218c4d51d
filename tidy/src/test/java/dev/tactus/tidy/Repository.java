package dev.tactus.tidy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// The repository on disk: its modules and its texts.
///
/// @param root the directory of the parent pom
/// @param modules in the order in which the parent pom declares them
record Repository(Path root, List<ReactorModule> modules) {
  private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");

  /// Finds the repository that the tests run in, from the working directory upwards.
  static Repository locate() {
    Path start = Path.of("").toAbsolutePath();
    for (Path dir = start; dir != null; dir = dir.getParent()) {
      if (Files.exists(dir.resolve("tidy/pom.xml")) && Files.exists(dir.resolve("pom.xml"))) {
        return at(dir);
      }
    }
    throw new IllegalStateException(
        "started in "
            + start
            + ", and neither it nor a directory above it holds pom.xml and tidy/pom.xml;"
            + " start the tests inside a clone");
  }

  static Repository at(Path root) {
    List<ReactorModule> modules =
        MODULE
            .matcher(read(root.resolve("pom.xml")))
            .results()
            .map(found -> found.group(1))
            .map(path -> new ReactorModule(path.replace('/', '-'), root.resolve(path)))
            .filter(module -> Files.isDirectory(module.dir()))
            .toList();
    return new Repository(root, modules);
  }

  /// Every text that git would track, sorted by path.
  List<TextFile> texts() {
    return files(root).stream().flatMap(file -> TextFile.read(root, file).stream()).toList();
  }

  /// The Java sources of all modules, tests included.
  List<TextFile> javaSources() {
    return modules.stream()
        .map(module -> module.dir().resolve("src"))
        .filter(Files::isDirectory)
        .flatMap(sources -> files(sources).stream())
        .filter(file -> file.toString().endsWith(".java"))
        .flatMap(file -> TextFile.read(root, file).stream())
        .toList();
  }

  String relative(Path file) {
    return root.relativize(file).toString().replace('\\', '/');
  }

  static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<Path> files(Path start) {
    List<PathMatcher> ignored = ignoredNames();
    List<Path> files = new ArrayList<>();
    try {
      Files.walkFileTree(
          start,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes attributes) {
              return isIgnored(dir) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              if (attributes.isRegularFile() && !isIgnored(file)) {
                files.add(file);
              }
              return FileVisitResult.CONTINUE;
            }

            private boolean isIgnored(Path path) {
              Path name = path.getFileName();
              return !path.equals(start)
                  && name != null
                  && ignored.stream().anyMatch(pattern -> pattern.matches(name));
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    files.sort(null);
    return files;
  }

  /// The plain names of `.gitignore`, and git's own directory. Patterns with a path in them are
  /// left out, so what they hide is looked at: rather one file too many than one too few.
  private List<PathMatcher> ignoredNames() {
    List<String> names = new ArrayList<>(List.of(".git"));
    Path gitignore = root.resolve(".gitignore");
    if (Files.exists(gitignore)) {
      read(gitignore)
          .lines()
          .map(String::strip)
          .map(line -> line.endsWith("/") ? line.substring(0, line.length() - 1) : line)
          .filter(line -> !line.isEmpty() && !line.startsWith("#") && !line.startsWith("!"))
          .filter(line -> line.indexOf('/') < 0)
          .forEach(names::add);
    }
    return names.stream()
        .map(name -> FileSystems.getDefault().getPathMatcher("glob:" + name))
        .toList();
  }
}

package dev.tactus.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// A folder with the launcher, a few sources, and stand-ins for the JDK and for Maven, so that the
/// launcher can be tried without either and without anything of this machine but a shell.
final class SampleClone {
  /// What the launcher may call. Java and Maven are not among them.
  private static final List<String> TOOLS =
      List.of(
          "basename",
          "cat",
          "cksum",
          "cp",
          "date",
          "dirname",
          "find",
          "grep",
          "head",
          "mkdir",
          "mv",
          "readlink",
          "rm",
          "sed",
          "sleep",
          "tail",
          "touch",
          "tr");

  private static final String FLOCK = "flock";

  /// Writes down that it ran and on which Java, tells modules as Maven does, and makes what the
  /// real build makes; fails while there is a file named `broken`.
  private static final String MAVEN =
      """
      #!/bin/bash
      echo "$*" >>"$HOME/builds"
      echo "JAVA_HOME=${JAVA_HOME:-} JAVA25_HOME=${JAVA25_HOME:-}" >"$HOME/java"
      echo "[INFO] Building Tactus core 0.1.0-SNAPSHOT      [1/2]"
      if [[ -e broken ]]; then
        echo "[ERROR] A.java:[1,1] ';' expected"
        exit 1
      fi
      echo "[INFO] Building Tactus command line 0.1.0-SNAPSHOT      [2/2]"
      mkdir -p cli/target
      echo program >cli/target/tactus-cli.jar
      echo picocli >"$HOME/picocli.jar"
      printf '%s' "$HOME/picocli.jar" >cli/target/classpath.txt
      """;

  /// Shows how it was called.
  private static final String JAVA =
      """
      #!/bin/bash
      for argument; do echo "<$argument>"; done
      """;

  private final Path dir;
  private final Map<String, String> environment = new HashMap<>();

  /// What a run of the launcher came to.
  record Outcome(int exit, String out, String err) {}

  private SampleClone(Path dir) {
    this.dir = real(dir);
    environment.put("HOME", path("home").toString());
    environment.put("PATH", path("bin").toString());
    environment.put("TACTUS_JDK_DIRS", path("jdks").toString());
    environment.put("TMPDIR", path("tmp").toString());
  }

  private static Path real(Path dir) {
    try {
      return dir.toRealPath();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// A clone in which nothing is built, with neither JDK nor Maven in reach.
  static SampleClone in(Path dir) {
    SampleClone clone = new SampleClone(dir);
    try {
      for (String folder : List.of("home", "bin", "jdks", "tmp", "clone")) {
        Files.createDirectories(clone.path(folder));
      }
      Files.copy(launcher(), clone.path("clone/tactus"), StandardCopyOption.COPY_ATTRIBUTES);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    clone.write("clone/pom.xml", "").write("clone/cli/pom.xml", "");
    clone.write("clone/core/src/main/java/A.java", "");
    TOOLS.forEach(clone::link);
    return clone;
  }

  private static Path launcher() {
    for (Path dir = Path.of("").toAbsolutePath(); dir != null; dir = dir.getParent()) {
      Path launcher = dir.resolve("tactus");
      if (Files.isRegularFile(launcher) && Files.exists(dir.resolve("cli/pom.xml"))) {
        return launcher;
      }
    }
    throw new IllegalStateException("the launcher is in no folder above; test inside a clone");
  }

  Path path(String relative) {
    return dir.resolve(relative);
  }

  SampleClone with(String variable, String value) {
    environment.put(variable, value);
    return this;
  }

  SampleClone write(String relative, String text) {
    try {
      Path parent = path(relative).getParent();
      if (parent != null) {
        Files.createDirectories(parent);
      }
      Files.writeString(path(relative), text);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private SampleClone program(String relative, String text) {
    write(relative, text);
    try {
      Files.setPosixFilePermissions(path(relative), PosixFilePermissions.fromString("rwxr-xr-x"));
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// A JDK, or what looks like one to the launcher.
  SampleClone jdk(String folder, String version) {
    return write(folder + "/release", "IMPLEMENTOR=\"Nobody\"\nJAVA_VERSION=\"" + version + "\"\n")
        .program(folder + "/bin/java", JAVA)
        .program(folder + "/bin/javac", JAVA);
  }

  /// A Java that tells its version only when it is asked.
  SampleClone silentJdk(String folder, String version) {
    return program(
            folder + "/bin/java",
            "#!/bin/bash\n[[ $1 != -version ]] || echo 'openjdk version \"" + version + "\"' >&2\n")
        .program(folder + "/bin/javac", JAVA);
  }

  SampleClone maven() {
    return program("bin/mvn", MAVEN);
  }

  SampleClone flock() {
    return link(FLOCK);
  }

  /// Whether this machine has the tool by which builds wait for each other; macOS has not.
  static boolean hasFlock() {
    return find(FLOCK).findAny().isPresent();
  }

  private SampleClone link(String tool) {
    Path found =
        find(tool).findFirst().orElseThrow(() -> new IllegalStateException(tool + " is missing"));
    try {
      Files.createSymbolicLink(path("bin").resolve(tool), found);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Stream<Path> find(String tool) {
    return Arrays.stream(System.getenv("PATH").split(":"))
        .map(folder -> Path.of(folder, tool))
        .filter(Files::isExecutable);
  }

  /// Makes a file look as if it had been written after whatever there is now.
  SampleClone touch(String relative) {
    try {
      Files.setLastModifiedTime(path(relative), FileTime.from(Instant.now().plusSeconds(60)));
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  SampleClone delete(String relative) {
    try {
      Files.delete(path(relative));
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// How often Maven was called.
  long builds() {
    Path builds = path("home/builds");
    try (Stream<String> lines = Files.exists(builds) ? Files.lines(builds) : Stream.of()) {
      return lines.count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Outcome run(String... arguments) {
    return run(path("clone/tactus"), arguments);
  }

  /// Runs the launcher by this name, from a folder that is not its own.
  Outcome run(Path launcher, String... arguments) {
    try {
      Path out = Files.createTempFile(path("tmp"), "out", "");
      Path err = Files.createTempFile(path("tmp"), "err", "");
      Process process = start(launcher, out, err, arguments);
      if (!process.waitFor(60, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new IllegalStateException("the launcher did not end: " + Files.readString(err));
      }
      return new Outcome(process.exitValue(), Files.readString(out), Files.readString(err));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private Process start(Path launcher, Path out, Path err, String... arguments) throws IOException {
    Stream<String> bash = Stream.of("/bin/bash", launcher.toString());
    ProcessBuilder builder =
        new ProcessBuilder(Stream.concat(bash, Arrays.stream(arguments)).toList());
    builder.environment().clear();
    builder.environment().putAll(environment);
    return builder
        .directory(path("tmp").toFile())
        .redirectOutput(out.toFile())
        .redirectError(err.toFile())
        .start();
  }

  /// Leaves the lock behind that a build without flock has when it is killed.
  SampleClone leaveLock() {
    String name = "printf '%s' \"$1\" | cksum | tr -d ' '";
    String sum = shell(name, path("clone").toString());
    String deadOwner = shell("echo $$");
    return write("tmp/tactus-build-" + sum + ".lock/owner", deadOwner);
  }

  /// The locks that there are.
  List<Path> locks() {
    try (Stream<Path> found = Files.list(path("tmp"))) {
      return found.filter(path -> path.toString().endsWith(".lock")).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// What a command prints; its process has ended.
  private static String shell(String command, String... arguments) {
    try {
      Stream<String> bash = Stream.of("/bin/bash", "-c", command, "bash");
      Process process =
          new ProcessBuilder(Stream.concat(bash, Arrays.stream(arguments)).toList()).start();
      String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      int _ = process.waitFor();
      return printed.strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  String read(String relative) {
    try {
      return Files.readString(path(relative), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

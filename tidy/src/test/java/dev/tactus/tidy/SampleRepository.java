package dev.tactus.tidy;

import dev.tactus.requirement.Requirement;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.platform.commons.annotation.Testable;

/// A small repository that a test makes up, to see that a rule finds what is wrong in it.
///
/// Its modules are the first parts of the paths that it is given. Sources may use those of any
/// other module, in either direction: a wrong direction is what some rules look for.
final class SampleRepository {
  private final Path root;
  private final Map<String, String> files = new LinkedHashMap<>();

  private SampleRepository(Path root) {
    this.root = root;
  }

  static SampleRepository in(Path emptyDir) {
    return new SampleRepository(emptyDir);
  }

  /// Adds any file, by its path in the repository.
  SampleRepository with(String path, String content) {
    files.put(path, content);
    return this;
  }

  /// Adds a Java source; its package and name come from the path.
  SampleRepository source(String module, String kind, String qualifiedName, String body) {
    int dot = qualifiedName.lastIndexOf('.');
    String path = "%s/src/%s/java/%s.java".formatted(module, kind, qualifiedName.replace('.', '/'));
    return with(path, "package " + qualifiedName.substring(0, dot) + ";\n\n" + body);
  }

  SampleRepository main(String module, String qualifiedName, String body) {
    return source(module, "main", qualifiedName, body);
  }

  SampleRepository test(String module, String qualifiedName, String body) {
    return source(module, "test", qualifiedName, body);
  }

  /// Writes all files and a parent pom.
  Repository write() {
    String modules =
        files.keySet().stream()
            .filter(path -> path.indexOf('/') > 0)
            .map(path -> path.substring(0, path.indexOf('/')))
            .distinct()
            .map(module -> "<module>" + module + "</module>\n")
            .collect(Collectors.joining());
    try {
      Files.writeString(root.resolve("pom.xml"), modules);
      for (var file : files.entrySet()) {
        Path path = root.resolve(file.getKey());
        Files.createDirectories(path.getParent());
        Files.writeString(path, file.getValue());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Repository.at(root);
  }

  /// Writes all files, compiles the sources and imports the classes.
  CompiledClasses compile() {
    Repository repository = write();
    for (ReactorModule module : repository.modules()) {
      compile(repository, module.mainSources(), module.mainClasses());
      compile(repository, module.testSources(), module.testClasses());
    }
    return CompiledClasses.of(repository);
  }

  private static void compile(Repository repository, Path sources, Path classes) {
    String prefix = repository.relative(sources) + "/";
    List<String> units =
        repository.javaSources().stream()
            .filter(file -> file.path().startsWith(prefix))
            .map(file -> repository.root().resolve(file.path()).toString())
            .toList();
    if (units.isEmpty()) {
      return;
    }
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("-d", classes.toString(), "-proc:none", "-implicit:none", "-nowarn"));
    arguments.addAll(List.of("-sourcepath", sourcePath(repository), "-classpath", libraries()));
    arguments.addAll(units);
    int result =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.toArray(String[]::new));
    if (result != 0) {
      throw new IllegalStateException(
          "the sample in " + sources + " does not compile; see the compiler's output above");
    }
  }

  private static String sourcePath(Repository repository) {
    return repository.modules().stream()
        .flatMap(module -> Stream.of(module.mainSources(), module.testSources()))
        .map(Path::toString)
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static String libraries() {
    return Stream.of(Requirement.class, NullMarked.class, Test.class, Testable.class, API.class)
        .map(SampleRepository::location)
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static String location(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException("cannot locate the library of " + type, e);
    }
  }
}

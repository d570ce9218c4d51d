package dev.tactus.tidy;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.Source;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The compiled classes of all modules, each with the module and the source that it comes from.
///
/// Classes without a source in `src` are left out: generated ones, and leftovers of a deleted file.
final class CompiledClasses {
  /// Whether a class ships or tests.
  enum Kind {
    MAIN,
    TEST
  }

  /// @param type the class
  /// @param module where it lives
  /// @param kind whether it ships
  /// @param source path of its source within the repository
  record Compiled(JavaClass type, ReactorModule module, Kind kind, String source) {
    Violation violation(int line, String message) {
      return new Violation(source, line, message);
    }
  }

  private record Folder(Path classes, Path sources, ReactorModule module, Kind kind) {
    static Stream<Folder> of(ReactorModule module) {
      return Stream.of(
          new Folder(module.mainClasses(), module.mainSources(), module, Kind.MAIN),
          new Folder(module.testClasses(), module.testSources(), module, Kind.TEST));
    }
  }

  private final JavaClasses imported;
  private final Map<String, Compiled> byName;

  private CompiledClasses(JavaClasses imported, Map<String, Compiled> byName) {
    this.imported = imported;
    this.byName = byName;
  }

  /// Imports whatever is compiled.
  ///
  /// @throws IllegalStateException if one of `required` has no compiled main class, for then a rule
  ///   that finds nothing would prove nothing
  static CompiledClasses of(Repository repository, String... required) {
    List<Folder> folders =
        repository.modules().stream()
            .flatMap(Folder::of)
            .filter(folder -> Files.isDirectory(folder.classes()))
            .toList();
    JavaClasses imported =
        new ClassFileImporter().importPaths(folders.stream().map(Folder::classes).toList());
    Map<String, Compiled> byName = new LinkedHashMap<>();
    imported.stream()
        .sorted(Comparator.comparing(JavaClass::getFullName))
        .forEach(
            type ->
                locate(type, folders, repository)
                    .ifPresent(compiled -> byName.put(type.getFullName(), compiled)));
    var classes = new CompiledClasses(imported, byName);
    classes.require(required);
    return classes;
  }

  Stream<Compiled> all() {
    return byName.values().stream();
  }

  Stream<Compiled> main() {
    return all().filter(compiled -> compiled.kind() == Kind.MAIN);
  }

  Stream<Compiled> tests() {
    return all().filter(compiled -> compiled.kind() == Kind.TEST);
  }

  Optional<Compiled> find(JavaClass type) {
    return Optional.ofNullable(byName.get(type.getFullName()));
  }

  /// The main classes of one module, as ArchUnit's rules want them.
  JavaClasses mainOf(ReactorModule module) {
    Set<String> names =
        main()
            .filter(compiled -> compiled.module().equals(module))
            .map(compiled -> compiled.type().getFullName())
            .collect(Collectors.toSet());
    return imported.that(
        DescribedPredicate.describe(
            "are in " + module.name(), type -> names.contains(type.getFullName())));
  }

  /// Modules that have test sources and no compiled tests.
  static List<String> modulesWithoutCompiledTests(Repository repository) {
    List<TextFile> sources = repository.javaSources();
    return repository.modules().stream()
        .filter(module -> !Files.isDirectory(module.testClasses()))
        .filter(
            module -> {
              String tests = repository.relative(module.testSources()) + "/";
              return sources.stream().anyMatch(source -> source.path().startsWith(tests));
            })
        .map(ReactorModule::name)
        .toList();
  }

  private void require(String... required) {
    for (String name : required) {
      if (main().noneMatch(compiled -> compiled.module().name().equals(name))) {
        throw new IllegalStateException(
            "module "
                + name
                + " has no compiled classes, so the rules would have nothing to look at;"
                + " compile first: mvn -B -q test-compile");
      }
    }
  }

  private static Optional<Compiled> locate(
      JavaClass type, List<Folder> folders, Repository repository) {
    Source source = type.getSource().orElseThrow();
    Path classFile = Path.of(source.getUri());
    Folder folder =
        folders.stream()
            .filter(candidate -> classFile.startsWith(candidate.classes()))
            .findFirst()
            .orElseThrow();
    Path sources = folder.sources().resolve(type.getPackageName().replace('.', '/'));
    return source
        .getFileName()
        .map(sources::resolve)
        .filter(Files::exists)
        .map(file -> new Compiled(type, folder.module(), folder.kind(), repository.relative(file)));
  }
}

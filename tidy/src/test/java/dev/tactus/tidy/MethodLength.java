package dev.tactus.tidy;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/// Methods are short enough to be seen at once. The compiler's own parser finds them, and the lines
/// of a body count from its opening to its closing brace.
final class MethodLength {
  static final int LINES_MAX = 100;

  private MethodLength() {}

  static List<Violation> check(List<TextFile> sources) {
    return sources.parallelStream().flatMap(source -> check(source).stream()).toList();
  }

  static List<Violation> check(TextFile source) {
    var diagnostics = new DiagnosticCollector<JavaFileObject>();
    JavacTask task =
        (JavacTask)
            ToolProvider.getSystemJavaCompiler()
                .getTask(
                    null,
                    null,
                    diagnostics,
                    List.of("-proc:none"),
                    null,
                    List.of(new InMemory(source)));
    List<Violation> violations = new ArrayList<>();
    try {
      SourcePositions positions = Trees.instance(task).getSourcePositions();
      for (CompilationUnitTree unit : task.parse()) {
        unit.accept(new Measure(source.path(), unit, positions), violations);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    diagnostics.getDiagnostics().stream()
        .filter(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.ERROR)
        .map(
            error ->
                new Violation(
                    source.path(),
                    (int) error.getLineNumber(),
                    "cannot be parsed: " + error.getMessage(null)))
        .forEach(violations::add);
    return violations;
  }

  private static final class Measure extends TreeScanner<@Nullable Void, List<Violation>> {
    private final String path;
    private final CompilationUnitTree unit;
    private final SourcePositions positions;

    Measure(String path, CompilationUnitTree unit, SourcePositions positions) {
      this.path = path;
      this.unit = unit;
      this.positions = positions;
    }

    @Override
    public @Nullable Void visitMethod(MethodTree method, List<Violation> violations) {
      if (method.getBody() != null) {
        long first = line(positions.getStartPosition(unit, method.getBody()));
        long last = line(positions.getEndPosition(unit, method.getBody()));
        long lines = last - first + 1;
        if (lines > LINES_MAX) {
          violations.add(
              new Violation(
                  path,
                  (int) first,
                  "method %s has %d lines, at most %d are allowed; split it by steps"
                      .formatted(method.getName(), lines, LINES_MAX)));
        }
      }
      return super.visitMethod(method, violations);
    }

    private long line(long position) {
      return unit.getLineMap().getLineNumber(position);
    }
  }

  private static final class InMemory extends SimpleJavaFileObject {
    private final TextFile source;

    InMemory(TextFile source) {
      super(URI.create("string:///" + source.path()), Kind.SOURCE);
      this.source = source;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return source.content();
    }
  }
}

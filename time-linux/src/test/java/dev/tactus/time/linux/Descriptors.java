package dev.tactus.time.linux;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/// The descriptors of this process, and a way to take one away from its owner.
final class Descriptors {
  private static final MethodHandle OPEN =
      bind("open", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT));
  private static final MethodHandle DUP2 =
      bind("dup2", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT));
  private static final MethodHandle CLOSE =
      bind("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));

  private Descriptors() {}

  @SuppressWarnings("restricted") // faults are made where the kernel is
  private static MethodHandle bind(String name, FunctionDescriptor descriptor) {
    Linker linker = Linker.nativeLinker();
    // open takes a variable number of arguments; the C library's ABI asks to be told.
    Linker.Option[] options =
        name.equals("open")
            ? new Linker.Option[] {Linker.Option.firstVariadicArg(2)}
            : new Linker.Option[0];
    return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), descriptor, options);
  }

  static Set<Integer> timers() {
    return ofKind("anon_inode:[timerfd]");
  }

  static Set<Integer> events() {
    return ofKind("anon_inode:[eventfd]");
  }

  /// How many descriptors with no file behind them are open: those that a kernel timer could leak.
  static int anonymous() {
    return ofKind("anon_inode:").size();
  }

  private static Set<Integer> ofKind(String kind) {
    Set<Integer> found = new TreeSet<>();
    try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
      for (Path fd : all.toList()) {
        if (target(fd).startsWith(kind)) {
          found.add(Integer.parseInt(fd.getFileName().toString()));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return found;
  }

  private static String target(Path fd) {
    try {
      return Files.readSymbolicLink(fd).toString();
    } catch (IOException closedMeanwhile) {
      return "";
    }
  }

  /// Closes a descriptor behind its owner's back and puts `/dev/null`, open for reading, in its
  /// place: in one step, so that nobody else can be given the number in between.
  static void replaceByNothing(int fd) {
    try (Arena arena = Arena.ofConfined()) {
      int nothing = (int) OPEN.invokeExact(arena.allocateFrom("/dev/null"), 0);
      int replaced = (int) DUP2.invokeExact(nothing, fd);
      int closed = (int) CLOSE.invokeExact(nothing);
      if (nothing < 0 || replaced != fd || closed != 0) {
        throw new AssertionError("descriptor " + fd + " could not be replaced");
      }
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }
}

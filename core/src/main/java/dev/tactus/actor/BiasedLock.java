package dev.tactus.actor;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Supplier;

/// A lock that costs its only writer no atomic step, for what others look at now and then.
///
/// ## Algorithm
///
/// A sequence lock, and a way to ask for a real one. The writer makes `version` odd, changes what
/// it likes, and makes it even again. Who looks takes the monitor, says so by `watched`, and looks
/// again until no change came in between. A writer that sees `watched` takes the monitor for its
/// change. So at most the change that was under way when somebody began to look is in the way of
/// that look, however busy the writer is.
///
/// Where there are several writers, all of them take the monitor for each change, and a look is one
/// under the monitor.
///
/// **Invariants.** Without the monitor only the one writer changes anything, and only while
/// `version` is odd. A look is told to its caller only if `version` was even before it and the same
/// after it.
///
/// **Non-invariant.** A look that is not confirmed yet may see a change half done: whatever it
/// finds, it has to come to an end, and must throw nothing.
///
/// **Linearization.** A change takes effect with the store that makes `version` even again; a look,
/// with its first read of the version that it confirms. Paper: Boehm, *Can Seqlocks Get Along with
/// Programming Language Memory Models?* (2012).
///
/// Threads: the writer changes; any looks.
abstract class BiasedLock {
  private static final VarHandle VERSION;

  static {
    try {
      VERSION = MethodHandles.lookup().findVarHandle(BiasedLock.class, "version", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final boolean hasOneWriter;

  /// Odd while the only writer changes something without the monitor. Written by that one only. A
  /// writer whose stack ends within a change makes it even by a plain assignment, which needs no
  /// call.
  volatile int version;

  /// Whether somebody looks; written under the monitor.
  private volatile boolean watched;

  BiasedLock(boolean hasOneWriter) {
    this.hasOneWriter = hasOneWriter;
  }

  /// Whether there is one writer only, which then needs no lock to read either.
  final boolean hasOneWriter() {
    return hasOneWriter;
  }

  /// Whether the caller may change something without the monitor. Threads: a writer.
  final boolean isFree() {
    return hasOneWriter && !watched;
  }

  /// Begins a change without the monitor. Threads: the only writer.
  ///
  /// @param before the version, which [#endChange] needs as well
  final void beginChange(int before) {
    assert (before & 1) == 0 : "a change within a change";
    VERSION.setOpaque(this, before + 1);
    // pairs with the acquire fence in look(): who sees something of the change sees the odd version
    VarHandle.storeStoreFence();
  }

  /// Ends it.
  final void endChange(int before) {
    // release: pairs with the acquire in look(); who sees this version sees the whole change.
    VERSION.setRelease(this, before + 2);
  }

  /// Looks while nothing changes.
  ///
  /// @param looking has no effects, ends and throws nothing, also where a change is half done; it
  ///   may be called several times
  final synchronized <T> T look(Supplier<T> looking) {
    if (!hasOneWriter) {
      return looking.get();
    }
    watched = true;
    try {
      while (true) {
        int before = (int) VERSION.getAcquire(this);
        if ((before & 1) == 0) {
          T found = looking.get();
          VarHandle.acquireFence(); // what was read was read before the version is read again
          if ((int) VERSION.getOpaque(this) == before) {
            return found;
          }
        }
        Thread.onSpinWait();
      }
    } finally {
      watched = false;
    }
  }
}

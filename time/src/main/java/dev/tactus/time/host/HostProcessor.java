package dev.tactus.time.host;

/// What the processors of this host are, and guarantee beyond the rules of the language.
public final class HostProcessor {
  /// Whether a compare-and-set or an exchange, of whatever variable, is a full fence: what was
  /// written before it is seen by others before anything is read after it. So it is on x86. The
  /// language promises that of volatile accesses only, and a volatile write beside the step would
  /// be a second fence; compilers do not see that there is one already.
  public static final boolean IS_A_STEP_A_FENCE =
      switch (System.getProperty("os.arch", "")) {
        case "amd64", "x86_64", "x86", "i386" -> true;
        default -> false;
      };

  private HostProcessor() {}

  /// How many cores there are, rounded down to a power of two.
  public static int cores() {
    return Integer.highestOneBit(Runtime.getRuntime().availableProcessors());
  }
}

package dev.tactus.process;

import org.jspecify.annotations.Nullable;

/// A state machine that is stepped: events go in, commands and a status come out.
///
/// ```java
/// final class Countdown implements Process {
///   private int left;
///   private boolean isBegun;
///
///   public void init(ProcessContext context, String method, Object input) {
///     left = (Integer) input;
///   }
///
///   public void step(Events events, StepOutput out) {
///     if (!isBegun) {
///       isBegun = true;
///       count(out);
///     }
///     for (Event event : events) {
///       switch (event) {
///         case Event.Completed second -> count(out);
///         case Event.CancelRequested cancel -> out.done("stopped at " + left);
///         default -> {} // messages and the like do not concern it
///       }
///     }
///   }
///
///   private void count(StepOutput out) {
///     if (left-- > 0) {
///       out.yield(1, Commands.delay(Duration.ofSeconds(1)));
///     } else {
///       out.done("lift-off");
///     }
///   }
/// }
/// ```
///
/// A step must not block: it holds a worker. What takes time is a command.
///
/// Threads: one at a time, and what one step wrote the next one sees; so fields need no protection.
@SuppressWarnings("AvoidCommonTypeNames") // what java.lang calls so is out of sight where this is
public interface Process {
  /// Begins. What it throws fails the start, and the process is never stepped or closed.
  ///
  /// A process may have several entry methods; it throws [ProcessException.UnknownMethod] for one
  /// that it does not have.
  ///
  /// Threads: whoever starts it; so this should be quick.
  ///
  /// @param context its place in the system
  /// @param method which entry is meant
  /// @param input what the starter gave
  void init(ProcessContext context, String method, @Nullable Object input) throws Exception;

  /// Makes one step. The first one comes right after the start, and has events only if something
  /// came before a worker got to it; each later one comes because there are events, or because the
  /// step before said so.
  ///
  /// What a step does not take from `events`, the next one gets first; that alone need not bring
  /// the next one about, so a step that wants to go on with it says [StepOutput#continues]. What it
  /// throws ends the process.
  ///
  /// @param events what has happened since the last step, in order; valid during the step
  /// @param out what it wants; valid during the step
  void step(Events events, StepOutput out) throws Exception;

  /// Lets go of what it holds. Called once, after the last step, however the process ended.
  default void close() throws Exception {}
}

package dev.tactus.process;

import dev.tactus.error.ErrorCode;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What a step wants: commands, and what is to become of the process.
///
/// The commands are carried out after the step, in their order. Of several statuses the last one
/// counts. A step that says none waits, for answers if any are open.
///
/// Threads: the step that it was given to.
public final class StepOutput {
  /// What is to become of the process.
  enum Status {
    /// It wants another step; after a whole turn of them others go first.
    CONTINUE,
    /// It waits for anything.
    IDLE,
    /// It waits for an answer.
    YIELD,
    /// It is done.
    DONE,
    /// Another implementation goes on.
    UPGRADE
  }

  /// The tag of a command whose answer nobody awaits.
  static final long NO_TAG = -1;

  private final ProcessTask task;
  private Status status = Status.YIELD;
  private @Nullable Object result;
  private Commands.@Nullable Spawn upgrade;
  private @Nullable EventNode first;
  private @Nullable EventNode last;
  private boolean isValid = true;

  StepOutput(ProcessTask task) {
    this.task = task;
  }

  /// Wants a command carried out. Its answer comes to a later step as [Event.Completed] or
  /// [Event.Failed] with this tag.
  ///
  /// @param tag zero or more; not that of another yield that is not answered yet
  /// @throws ProcessException.DuplicateTag when it is
  @SuppressWarnings("NamedLikeContextualKeyword") // it is always called on something
  public void yield(long tag, Command command) {
    requireValid();
    Objects.requireNonNull(command, "command: say what is to be carried out");
    if (tag < 0) {
      throw new IllegalArgumentException(
          "tag " + tag + " given to command '" + command.id() + "', 0 or more is allowed.");
    }
    CommandCall call = new CommandCall(task, command, tag, true);
    task.open(call);
    append(call);
  }

  /// Wants a command carried out and no answer. If it fails, [ProcessWarning.PostFailed] is
  /// published.
  public void post(Command command) {
    requireValid();
    Objects.requireNonNull(command, "command: say what is to be carried out");
    append(new CommandCall(task, command, NO_TAG, false));
  }

  /// Sends a message and wants no answer: as [#post] with [Commands#send], at less cost.
  public void send(Pid to, Object body) {
    requireValid();
    Objects.requireNonNull(to, "to: name the process that gets the message");
    Objects.requireNonNull(body, "body: a message is something");
    append(new EventNode.Letter(new Event.Message(task.self(), body), to));
  }

  /// Gives up waiting for an answer: it will not come any more, its handler is told, and the tag is
  /// free.
  ///
  /// @return whether an answer was open
  public boolean withdraw(long tag) {
    requireValid();
    return task.withdraw(tag);
  }

  /// Wants another step without waiting for anything. It comes at once; after as many in a row as
  /// [ProcessSettings#stepsPerTurn] others go first.
  public void continues() {
    status(Status.CONTINUE);
  }

  /// Waits for whatever comes.
  public void idle() {
    status(Status.IDLE);
  }

  /// Waits for an answer to one of the yields. Other events wake it too.
  public void waiting() {
    status(Status.YIELD);
  }

  /// Ends the process with a result.
  public void done(@Nullable Object value) {
    status(Status.DONE);
    result = value;
  }

  /// Lets another implementation go on under the same number, with what is queued and with the
  /// answers that are open. Its `init` is called after this step. If that fails, the process ends
  /// with [ProcessException.UpgradeFailed].
  ///
  /// @param implementation makes the new one
  /// @param method the entry of the new one
  /// @param input what its `init` gets, for example the state of this one
  public void upgrade(
      Supplier<? extends Process> implementation, String method, @Nullable Object input) {
    Commands.Spawn wanted = new Commands.Spawn(implementation, method, input);
    status(Status.UPGRADE);
    upgrade = wanted;
  }

  private void status(Status wanted) {
    requireValid();
    status = wanted;
    upgrade = null;
    result = null;
  }

  private void append(EventNode node) {
    if (last == null) {
      first = node;
    } else {
      last.next = node;
    }
    last = node;
  }

  private void requireValid() {
    if (!isValid) {
      throw new IllegalStateException(
          ErrorCode.OUTPUT_AFTER_STEP.mark(
              "The output of a step of "
                  + task.self()
                  + " was used after the step; use it within."));
    }
  }

  Status status() {
    return status;
  }

  @Nullable Object result() {
    return result;
  }

  Commands.Spawn upgrade() {
    return Objects.requireNonNull(upgrade, "upgrade");
  }

  /// Takes the first of the commands and letters that the step gave out; the others follow it.
  @Nullable EventNode takeAll() {
    EventNode nodes = first;
    first = null;
    last = null;
    return nodes;
  }

  /// Begins anew for another step.
  void begin() {
    status = Status.YIELD;
    result = null;
    upgrade = null;
    isValid = true;
  }

  void invalidate() {
    isValid = false;
  }
}

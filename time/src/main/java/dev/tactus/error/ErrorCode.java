package dev.tactus.error;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Everything that can go wrong and has a page about it.
///
/// The first two digits name the part: 01 time and scheduler, 02 mailboxes and actors, 03
/// dispatchers and workers, 04 processes, 05 recordings and traces, 06 the kernel driver, 07
/// console and command line, 08 warnings on the event stream, 09 findings of the console. A code is
/// never given a second meaning; one that nobody needs any more leaves a gap.
public enum ErrorCode {
  // 01: time and scheduler.
  /// A delay or a period is not positive, or longer than a timer can count.
  INVALID_DELAY(101, "A delay or period cannot be scheduled"),
  /// A timer came after the end of its scheduler.
  SCHEDULER_CLOSED(102, "The scheduler takes no more timers"),
  /// Too many timers.
  QUOTA_EXCEEDED(103, "Too many timers are active"),
  /// Time that moves by itself was to be moved.
  MANUAL_TICK_REFUSED(104, "The time of this scheduler moves by itself"),
  /// A tick is too short or too long.
  INVALID_RESOLUTION(105, "A tick cannot have this length"),
  /// A driver or a scheduler was given a clock of another kind.
  CLOCK_MISMATCH(106, "The clock does not fit the driver"),
  /// One driver, two schedulers.
  DRIVER_TAKEN(107, "The tick driver has a scheduler already"),
  /// A driver was used before a scheduler.
  DRIVER_UNATTACHED(108, "The tick driver has no scheduler yet"),
  /// A timer's task called advance.
  ADVANCED_FROM_WITHIN(109, "Time was advanced by a task that runs because of it"),
  /// A timer's task called close.
  SCHEDULER_CLOSED_FROM_WITHIN(110, "A scheduler was closed by one of its own tasks"),
  /// Virtual time was to go back.
  TIME_BACKWARDS(111, "Virtual time moves forward only"),
  /// A value of the scheduler's or the wheel's settings.
  INVALID_SCHEDULER_SETTING(112, "A setting of the scheduler is out of range"),

  // 02: mailboxes and actors.
  /// The name is taken, the parent is stopping, or the middleware said no.
  SPAWN_REFUSED(201, "An actor could not be made"),
  /// A name has characters that names do not have.
  INVALID_NAME(202, "An actor or a system cannot have this name"),
  /// An actor names a mailbox that nobody registered.
  UNKNOWN_MAILBOX(203, "No mailbox is registered under this id"),
  /// An actor requires more of its mailbox than it has.
  MAILBOX_LACKS_CAPABILITY(204, "The mailbox lacks what the actor requires"),
  /// No answer in time.
  ASK_TIMEOUT(205, "A question was not answered in time"),
  /// No end in time.
  STOP_TIMEOUT(206, "An actor has not ended in time"),
  /// More messages set aside than there is room for.
  STASH_OVERFLOW(207, "The stash is full"),
  /// An offer found no room.
  MAILBOX_FULL(208, "The mailbox is full"),
  /// An offer found no actor.
  MAILBOX_CLOSED(209, "The mailbox is closed"),
  /// A context was used by another thread.
  OUTSIDE_OF_TURN(210, "A context was used outside of a turn of its actor"),
  /// Null is no message.
  NULL_MESSAGE(211, "Null was sent as a message"),
  /// Stash without a stash.
  NO_STASH(212, "The actor has no stash, or nothing to set aside"),
  /// An actor was to stop somebody else's child.
  NOT_A_CHILD(213, "An actor tried to stop one that is not its child"),
  /// An answer's address was used like an actor.
  NOT_AN_ACTOR(214, "The address of an answer was used as an actor"),
  /// Watching oneself.
  WATCHED_ITSELF(215, "An actor tried to watch itself"),
  /// More unbecome than become.
  NOTHING_TO_UNBECOME(216, "There is no behavior to return to"),
  /// A system was to be closed by one of its actors.
  SYSTEM_CLOSED_FROM_WITHIN(217, "A system was closed by one of its own actors"),
  /// A combination of mailbox settings that does not work.
  INVALID_MAILBOX_SETTING(218, "These settings of a mailbox do not go together"),
  /// A phase is unknown, there twice, in a circle, or has begun.
  SHUTDOWN_PHASE(219, "The phases of a shutdown do not fit"),

  // 03: dispatchers and workers.
  /// An id that nobody registered.
  UNKNOWN_DISPATCHER(301, "No dispatcher is registered under this id"),
  /// A task came after the end of its pool.
  POOL_CLOSED(302, "The worker pool takes no more tasks"),
  /// A system without the dispatcher of those who name none.
  NO_DEFAULT_DISPATCHER(303, "The system has no default dispatcher"),
  /// A task was to end the pool that runs it.
  POOL_CLOSED_FROM_WITHIN(304, "A worker pool was shut down by one of its own tasks"),
  /// A command for a dispatcher was not taken.
  DISPATCHER_REFUSED(305, "The dispatcher refused a command"),
  /// A task stepped the pool that runs it.
  STEPPED_FROM_WITHIN(306, "A stepped pool was stepped by one of its own tasks"),
  /// A value of a pool's settings.
  INVALID_POOL_SETTING(307, "A setting of the worker pool is out of range"),
  /// A value of a dispatcher's settings.
  INVALID_DISPATCHER_SETTING(308, "A setting of the dispatcher is out of range"),

  // 04: processes.
  /// An entry that the process does not have.
  UNKNOWN_METHOD(401, "The process has no method of this name"),
  /// Init threw.
  PROCESS_START_FAILED(402, "A process could not be started"),
  /// Nobody has this number, or nobody any more.
  UNKNOWN_PID(403, "There is no process of this number"),
  /// Two processes, one number.
  DUPLICATE_PID(404, "Two processes have the same number"),
  /// A command without a handler.
  UNKNOWN_COMMAND(405, "No handler is registered for this command"),
  /// A command with two handlers.
  DUPLICATE_COMMAND(406, "The id of a command is taken"),
  /// A command came after the start.
  COMMANDS_FROZEN(407, "A command was registered after the start"),
  /// An argument of another type.
  INVALID_ARGUMENT(408, "A command was given the wrong argument"),
  /// A handler threw.
  COMMAND_FAILED(409, "The handler of a command threw"),
  /// Two open yields, one tag.
  DUPLICATE_TAG(410, "A tag is in use already"),
  /// The new implementation threw.
  UPGRADE_FAILED(411, "A process could not be upgraded"),
  /// Too many processes.
  PROCESS_LIMIT(412, "There are as many processes as are allowed"),
  /// A start came after the stop.
  PROCESSES_STOPPED(413, "The system of processes is stopping or has stopped"),
  /// A process ended as it was asked to.
  PROCESS_CANCELLED(414, "A process ended because it was asked to"),
  /// Output kept for later.
  OUTPUT_AFTER_STEP(415, "The output of a step was used after the step"),
  /// A system of processes was to be closed by one of them, or on a stepped pool.
  PROCESSES_CLOSED_FROM_WITHIN(416, "Processes were closed where nobody can wait for them"),
  /// Two systems of processes beside the same actors, one name.
  PROCESSES_NAME_TAKEN(417, "The name of a system of processes is taken"),

  // 05: recordings, traces, simulations.
  /// A text is not a recording.
  BAD_RECORDING(501, "A file is not a recording"),
  /// The file system said no.
  RECORDING_FILE(502, "A recording cannot be read or written"),
  /// A recording lacks what a replay needs.
  REPLAY_REFUSED(503, "A recording cannot be replayed"),
  /// A text is not a trace.
  BAD_TRACE(504, "A file is not a trace of a simulation"),
  /// Not 1 to 16 hexadecimal digits.
  BAD_SEED(505, "This is not a seed"),
  /// The seed chose it.
  SIMULATED_FAILURE(506, "A failure that a simulation has chosen"),
  /// Messages in a circle.
  NO_REST(507, "A simulated system does not come to rest"),
  /// At the limit of its file, or because something in it failed.
  RECORDER_STOPPED(508, "A recorder has stopped"),

  // 06: the kernel driver.
  /// A system call returned an error.
  KERNEL_CALL_FAILED(601, "A call of the kernel failed"),
  /// Somebody closed or replaced the timer's descriptor.
  DESCRIPTOR_LOST(602, "The descriptor of the kernel timer is lost"),
  /// Not this machine, or not this JVM.
  KERNEL_DRIVER_UNAVAILABLE(603, "The kernel driver cannot be used here"),
  /// Two threads, one driver.
  DRIVER_RUNNING(604, "The kernel driver is run by another thread already"),

  // 07: console and command line.
  /// A request that makes no sense.
  BAD_REQUEST(701, "The console cannot make sense of the request"),
  /// A request for another host.
  FORBIDDEN_HOST(702, "The request names a host that the console does not serve"),
  /// A request without the token.
  TOKEN_NEEDED(703, "The console needs its token"),
  /// A change was asked for.
  READ_ONLY(704, "The console is read-only"),
  /// No such page, actor or process.
  NOT_FOUND(705, "The console has nothing under this address"),
  /// Too many at once.
  TOO_MANY_CONNECTIONS(706, "The console has as many connections as it takes"),
  /// Too much to read or to answer.
  TOO_LARGE(707, "The request is larger than the console takes"),
  /// Too many in a row.
  TOO_MANY_REQUESTS(708, "Requests come faster than the console answers them"),
  /// An address that others reach, without protection.
  UNSAFE_BIND(709, "The console would be open to others"),
  /// Somebody listens there already.
  PORT_IN_USE(710, "The port is in use"),
  /// Nobody listens there.
  NO_CONSOLE_THERE(711, "No console answers at this address"),
  /// The class to replay is not below this folder.
  TEST_NOT_FOUND(712, "The test to replay was not found"),
  /// Planned, in the demo.
  DEVICE_CRASH(713, "A device of the demo crashed, as planned"),
  /// Something broke inside.
  CONSOLE_FAILED(714, "The console failed while it answered"),

  // 08: warnings on the event stream.
  /// Of the scheduler: a tick was late.
  DRIFT_EXCEEDED(801, "A tick began too late"),
  /// Of the scheduler: many late runs, one after another.
  BURST_FIRE(802, "A timer makes up for many runs at once"),
  /// Of the scheduler: a periodic timer was cancelled.
  BACKLOG_EXCEEDED(803, "A periodic timer was cancelled because its task did not keep up"),
  /// Of the scheduler: a timer was refused.
  QUOTA_REACHED(804, "A timer was refused because too many are active"),
  /// Of the scheduler: under pressure, or relieved.
  BACKPRESSURE_STATE(805, "The system came under pressure, or out of it"),
  /// Of the scheduler: a timer was dropped.
  DROPPED_LOW_PRIORITY(806, "A far timer was dropped for want of room"),
  /// Of the scheduler: little room for far timers.
  OVERFLOW_NEAR_CAPACITY(807, "The queue of far timers is nearly full"),
  /// Of the scheduler: the driver is started again.
  DRIVER_RETRIED(808, "The tick driver failed and is started again"),
  /// Of the scheduler: the driver is given up.
  DRIVER_STOPPED(809, "The tick driver failed for good"),
  /// Of the scheduler: another driver serves.
  DRIVER_FALLBACK(810, "The host driver serves in place of another"),
  /// Of the scheduler: a timer's task threw.
  TIMER_TASK_FAILED(811, "The task of a timer threw"),
  /// Of the scheduler: a task of the close threw.
  ON_CLOSE_TASK_FAILED(812, "A task of the scheduler's close threw"),
  /// Of the scheduler: an executor refused a task.
  EXECUTOR_REJECTED(813, "An executor did not take a task that was due"),
  /// Of a dispatcher: a turn was refused.
  TURN_REFUSED(821, "A pool refused to run an actor"),
  /// Of a dispatcher: nothing gets on.
  STARVATION(822, "Turns wait at a dispatcher and none begins"),
  /// Of a mailbox: nearly full, or relieved.
  MAILBOX_PRESSURE(831, "A mailbox is nearly full, or relieved"),
  /// Of an actor: it threw.
  ACTOR_FAILED(832, "An actor failed"),
  /// Of an actor: a hook threw.
  HOOK_FAILED(833, "A hook of an actor threw"),
  /// A message without a reader.
  DEAD_LETTER(834, "A message was handled by nobody"),
  /// Of a process: a step threw.
  STEP_FAILED(841, "A step of a process threw"),
  /// Of a process: close threw.
  PROCESS_CLOSE_FAILED(842, "The close of a process threw"),
  /// Of a process: a handler threw.
  HANDLER_FAILED(843, "A command handler threw, and its process was told"),
  /// Of a process: a post failed.
  POST_FAILED(844, "A command failed whose answer nobody awaits"),
  /// Of a process: an answer without a question.
  UNKNOWN_TAG(845, "An answer came by a tag that nobody has"),
  /// Of a process: two answers.
  ANSWERED_TWICE(846, "A command was answered twice"),
  /// Of a process: messages left over.
  MESSAGES_LOST(847, "A process ended with messages that it had not taken"),
  /// Of processes: a start was refused.
  PROCESS_LIMIT_REACHED(848, "A start was refused because there are too many processes"),
  /// Of processes: the stop used force.
  STOP_FORCED(849, "A stop had to end processes by force"),
  /// Of a process: a turn was refused.
  PROCESS_REFUSED(850, "A pool refused to run a process"),
  /// Of the event stream itself.
  SUBSCRIBER_FAILED(861, "A subscriber of the event stream threw"),

  // 09: findings of the console.
  /// A mailbox that only grows.
  MAILBOX_GROWING(901, "A mailbox grows without end"),
  /// A turn that takes long.
  LONG_TURN(902, "A turn takes too long"),
  /// Timers that come all at once.
  TIMER_STORM(903, "Very many timers fire at once"),
  /// An actor that talks to itself.
  SELF_MESSAGE_LOOP(904, "An actor keeps itself busy with its own messages"),
  /// A worker that waits for something else.
  BLOCKED_WORKER(905, "A worker thread is blocked"),
  /// Ticks that come late all the time.
  DRIVER_BEHIND(906, "The tick driver is behind"),
  /// Actors that fail again and again.
  RESTART_LOOP(907, "Actors restart again and again"),
  /// Dead letters, many of them.
  DEAD_LETTER_FLOOD(908, "Dead letters come in a flood"),
  /// A pool that refuses turns all the time.
  DISPATCHER_REFUSING(909, "A dispatcher's pool keeps refusing turns"),
  /// Timers that were given up.
  TIMERS_DROPPED(910, "Timers were dropped");

  private static final String PREFIX = "TAC-";
  private static final Pattern GIVEN = Pattern.compile("\\[?(?:TAC[-_ ]?)?([0-9]{1,4})]?");

  private final String code;
  private final String title;

  ErrorCode(int number, String title) {
    this.code = PREFIX + (number < 1000 ? "0" : "") + number;
    this.title = title;
  }

  /// The code as people see it, such as `TAC-0101`.
  public String code() {
    return code;
  }

  /// What has happened, in one line without a full stop.
  public String title() {
    return title;
  }

  /// Ends a message with this code, in brackets, unless it does already.
  public String mark(String message) {
    String end = "[" + code + "]";
    return message.endsWith(end) ? message : message + " " + end;
  }

  /// The code that somebody means: in capitals or not, with or without the prefix, the leading
  /// zeros and the brackets.
  ///
  /// @param given such as `TAC-0101`, `tac101` or `[TAC-0101]`
  public static Optional<ErrorCode> find(String given) {
    Matcher form = GIVEN.matcher(given.strip().toUpperCase(Locale.ROOT));
    if (!form.matches()) {
      return Optional.empty();
    }
    String wanted = PREFIX + "0".repeat(4 - form.group(1).length()) + form.group(1);
    return Arrays.stream(values()).filter(each -> each.code.equals(wanted)).findFirst();
  }

  @Override
  public String toString() {
    return code;
  }
}

package dev.tactus.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.requirement.Requirement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What can be seen from outside.
@Requirement("P10")
final class ProcessDumpTest {
  private final ProcessLab lab =
      ProcessLab.start(ProcessSettings.defaults().withName("orders \"north\""));

  @Test
  void stats_ofProcessesInAllStates_countThem() {
    lab.spawn(Script::keeping);
    lab.spawn(() -> Script.asking("q"));
    lab.spawn(() -> new Script((self, events, out) -> out.done(null)));
    lab.spawn(
        () ->
            new Script(
                (self, events, out) -> {
                  throw new IllegalStateException("crash");
                }));
    lab.system.terminate(lab.spawn(Script::keeping), "enough");
    lab.settle();
    Pid ready = lab.system.spawn(Script::keeping, "run", null);
    lab.system.send(ready, "one");
    lab.system.send(ready, "two");
    ProcessStats stats = lab.system.stats();

    assertThat(stats.started()).isEqualTo(6);
    assertThat(stats.alive()).isEqualTo(3);
    assertThat(stats.done()).isEqualTo(1);
    assertThat(stats.crashed()).isEqualTo(1);
    assertThat(stats.terminated()).isEqualTo(1);
    assertThat(stats.byState())
        .containsEntry(ProcessState.READY, 1L)
        .containsEntry(ProcessState.RUNNING, 0L)
        .containsEntry(ProcessState.BLOCKED, 1L)
        .containsEntry(ProcessState.IDLE, 1L);
    assertThat(stats.steps()).isEqualTo(5);
    assertThat(stats.queuedEvents()).isEqualTo(2);
    assertThat(stats.executed()).isEqualTo(6);
    assertThat(stats.waiting()).isEqualTo(1);
  }

  @Test
  void stats_duringAStartThatFails_doNotCountItYet() {
    List<ProcessStats> seen = new ArrayList<>();
    seen.add(lab.system.stats());
    assertThatThrownBy(
            () ->
                lab.system.spawn(
                    () -> {
                      seen.add(lab.system.stats());
                      throw new IllegalStateException("no disk");
                    },
                    "run",
                    null))
        .isInstanceOf(ProcessException.StartFailed.class);
    seen.add(lab.system.stats());

    assertThat(seen).extracting(ProcessStats::started).containsExactly(0L, 0L, 0L);
    assertThat(seen).extracting(ProcessStats::startsFailed).containsExactly(0L, 0L, 1L);
  }

  @Test
  void info_ofOneProcess_tellsStepsAndStart() {
    lab.advance(Duration.ofSeconds(5));
    Pid pid = lab.spawn(Script::keeping);
    lab.send(pid, "one");
    lab.send(pid, "two");

    assertThat(lab.system.info(pid))
        .contains(
            new ProcessInfo(
                pid, "Script", ProcessState.IDLE, 3, Duration.ofSeconds(5).toNanos(), 0));
    assertThat(lab.system.info(new Pid(77))).isEmpty();
  }

  @Test
  void text_ofADump_namesEverything() {
    Pid pid = lab.spawn(() -> Script.asking("q"));
    lab.advance(Duration.ofSeconds(2));
    String text = lab.system.dump().text();

    assertThat(text)
        .contains("processes orders \"north\": 1 alive of 1 started")
        .contains("0 READY, 0 RUNNING, 1 BLOCKED, 0 IDLE")
        .contains(pid + " ")
        .contains("BLOCKED  Script, 1 steps, 0 queued, started PT2S ago")
        .contains("1 turns, 0 stolen, 0 waiting");
  }

  @Test
  void json_ofADump_parsesAndHoldsTheSame() {
    lab.spawn(() -> Script.asking("q"));
    JsonNode json = JsonMapper.shared().readTree(lab.system.dump().json());

    assertThat(json.get("name").asString()).isEqualTo("orders \"north\"");
    assertThat(json.get("alive").asLong()).isEqualTo(1);
    assertThat(json.get("states").get("BLOCKED").asLong()).isEqualTo(1);
    assertThat(json.get("pool").get("executed").asLong()).isEqualTo(1);
    JsonNode process = json.get("processes").get(0);
    assertThat(process.get("pid").asLong()).isEqualTo(1);
    assertThat(process.get("state").asString()).isEqualTo("BLOCKED");
    assertThat(process.get("implementation").asString()).isEqualTo("Script");
    assertThat(json.get("leftOut").asLong()).isZero();
  }

  @Test
  void dump_moreProcessesThanAskedFor_saysHowManyAreLeftOut() {
    for (int i = 0; i < 5; i++) {
      lab.spawn(Script::keeping);
    }
    ProcessDump dump = lab.system.dump(2);

    assertThat(dump.processes())
        .extracting(ProcessInfo::pid)
        .containsExactly(new Pid(1), new Pid(2));
    assertThat(dump.leftOut()).isEqualTo(3);
    assertThat(dump.text()).endsWith("  and 3 more\n");
  }

  @Test
  void settings_outOfRange_areRefusedWithWhatIsAllowed() {
    ProcessSettings defaults = ProcessSettings.defaults();

    assertThatThrownBy(() -> defaults.withProcessesMax(0)).hasMessageContaining("1 or more");
    assertThatThrownBy(() -> defaults.withStepsPerTurn(0)).hasMessageContaining("1 or more");
    assertThatThrownBy(() -> defaults.withStopDeadline(Duration.ofSeconds(-1)))
        .hasMessageContaining("zero or more");
    assertThatThrownBy(() -> defaults.withForceTimeout(Duration.ZERO))
        .hasMessageContaining("more than zero");
    assertThat(defaults.stopDeadline()).isEqualTo(Duration.ofSeconds(10));
  }

  @Test
  @Requirement({"P9", "P10"})
  void start_withoutAToolbox_ownsItsWorkersAndClosesThem() {
    ProcessSystem system =
        ProcessSystem.start(ProcessSettings.defaults(), CommandRegistry.create());
    var exit =
        system.run(
            () ->
                new Script(
                    (self, events, out) -> {
                      if (self.steps == 1) {
                        out.yield(1, Commands.delay(Duration.ofMillis(1)));
                      } else {
                        out.done("waited");
                      }
                    }),
            "run",
            null);
    assertThat(TestPool.await(exit)).isEqualTo(new ExitReason.Done("waited"));
    system.close();

    assertThatThrownBy(() -> system.spawn(Script::keeping, "run", null))
        .isInstanceOf(ProcessException.SystemStopped.class);
    assertThat(system.toolbox().pool().snapshot().waiting()).isZero();
  }

  @Test
  void info_ofAnAnonymousClass_namesIt() {
    Pid pid =
        lab.spawn(
            () ->
                new Process() {
                  @Override
                  public void init(ProcessContext context, String method, @Nullable Object input) {}

                  @Override
                  public void step(Events events, StepOutput out) {
                    out.idle();
                  }
                });

    assertThat(lab.system.info(pid).orElseThrow().implementation()).isEqualTo("ProcessDumpTest$1");
  }
}

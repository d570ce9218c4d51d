package dev.tactus.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tactus.requirement.Requirement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A whole Java virtual machine is stopped for two seconds, as a hypervisor or a debugger does it.
@Requirement({"S2.5", "S6.1", "S6.4", "R6"})
final class StallProcessTest {
  @Test
  @Timeout(value = 120, unit = TimeUnit.SECONDS)
  void machine_stoppedForTwoSeconds_makesUpForEverythingInOrder() throws Exception {
    try (ChildJvm child = ChildJvm.start(StalledProgram.class, List.of("-Xmx128m"))) {
      String unused = child.await("READY");
      assumeTrue(child.signal("STOP"), "there is no command to stop a process here");
      assertThat(child.survives(2)).isTrue();
      assertThat(child.signal("CONT")).isTrue();
      child.say("report");
      assertThat(Integer.parseInt(child.await("CAUGHT-UP"))).isPositive();
      assertThat(child.await("IN-ORDER")).isEqualTo("true");
      List<String> jobs = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        jobs.add(child.await("JOB"));
      }
      assertThat(jobs)
          .containsExactly(
              "1 ran=ok cancelled=false bursts=1",
              "2 ran=ok cancelled=false bursts=1",
              "5 ran=ok cancelled=false bursts=1",
              "10 ran=ok cancelled=false bursts=1");
      String end = child.await("END");
      assertThat(end).isEmpty();
      assertThat(child.survives(60)).as("it ends by itself").isFalse();
      assertThat(child.process.exitValue()).isZero();
    }
  }
}

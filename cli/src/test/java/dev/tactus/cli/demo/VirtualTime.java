package dev.tactus.cli.demo;

import dev.tactus.scheduler.RuntimeToolbox;
import dev.tactus.time.driver.ManualTickDriver;
import java.time.Duration;

/// Time that passes only when the demo pauses; timers fire meanwhile, on its thread.
final class VirtualTime implements DemoTime {
  private final RuntimeToolbox toolbox = RuntimeToolbox.manual();
  private final ManualTickDriver driver = (ManualTickDriver) toolbox.driver();

  RuntimeToolbox toolbox() {
    return toolbox;
  }

  @Override
  public long nanos() {
    return driver.clock().nanos();
  }

  @Override
  public void pause(long nanos) {
    long ticks = driver.advance(Duration.ofNanos(nanos));
    assert ticks >= 0;
  }
}

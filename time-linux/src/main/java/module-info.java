/// The kernel tick driver: a Linux timerfd, reached through `java.lang.foreign`.
module dev.tactus.time.linux {
  requires static org.jspecify;
  requires transitive dev.tactus.time;

  exports dev.tactus.time.linux;

  provides dev.tactus.time.driver.TickDriverProvider with
      dev.tactus.time.linux.KernelTickDriverProvider;
}

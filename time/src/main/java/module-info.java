/// Clocks, the timer wheel and tick drivers, and the codes of all errors. Needs nothing but
/// `java.base` and starts no thread.
module dev.tactus.time {
  requires static org.jspecify;

  exports dev.tactus.error;
  exports dev.tactus.time;
  exports dev.tactus.time.driver;
  exports dev.tactus.time.host;
  exports dev.tactus.time.wheel;

  uses dev.tactus.time.driver.TickDriverProvider;
}

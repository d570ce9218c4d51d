package dev.tactus.testkit.simulation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/// A test that runs with many seeds, each another order of turns and other faults. It takes a
/// [Simulation] as its only argument.
///
/// ```java
/// @Simulated(seeds = 1_000)
/// void transfersNeverLoseMoney(Simulation sim) { ... }
/// ```
///
/// Each seed gets a new instance of the test class, made by its constructor without arguments, and
/// runs twice; both runs must have the same trace. `@BeforeEach` methods run once for all seeds, on
/// another instance: set things up in fields or in the test itself.
///
/// A failure names its seed, the shortest run that was found to fail in the same way, and the
/// command that replays it. The system property `tactus.seed` runs one seed only, and
/// `tactus.seeds` another number of them.
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@ExtendWith(SimulatedExtension.class)
public @interface Simulated {
  /// How many seeds are run.
  int seeds() default 100;

  /// Where the series of seeds begins; the same series in every build, so that a build that passed
  /// passes again.
  long base() default 0;

  /// What may go wrong; each seed switches a random part of it on.
  Fault[] faults() default {};

  /// How many simulations run at a time; 0 for one for each processor.
  int threads() default 0;

  /// States that at least one seed must reach by [Simulation#sometimes]; otherwise the test proves
  /// less than it seems to.
  String[] reaches() default {};
}

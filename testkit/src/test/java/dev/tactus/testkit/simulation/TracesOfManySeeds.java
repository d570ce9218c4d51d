package dev.tactus.testkit.simulation;

import dev.tactus.testkit.torture.Torture;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.stream.LongStream;

/// A program of its own: prints one number for the traces of many seeds, which is the same wherever
/// it is run.
final class TracesOfManySeeds {
  private static final int SEEDS = 300;

  private TracesOfManySeeds() {}

  /// @param arguments none
  public static void main(String[] arguments) throws NoSuchAlgorithmException {
    System.out.println(digest());
  }

  /// SHA-256 of all traces.
  static String digest() throws NoSuchAlgorithmException {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    SimulationSettings settings = Torture.settings();
    for (int i = 0; i < SEEDS; i++) {
      add(
          digest,
          SeedOutcome.run(Torture.scenario(), Simulation.ofSeed(Seeds.nth(0, i), settings)));
    }
    for (Scenario bug : PlantedBugs.broken().values()) {
      add(digest, firstFailure(bug, settings));
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static SeedOutcome firstFailure(Scenario bug, SimulationSettings settings) {
    return LongStream.range(0, 1_000)
        .mapToObj(i -> SeedOutcome.run(bug, Simulation.ofSeed(Seeds.nth(0, i), settings)))
        .filter(outcome -> outcome.failure().isPresent())
        .findFirst()
        .orElseThrow();
  }

  private static void add(MessageDigest digest, SeedOutcome outcome) {
    digest.update(outcome.trace().text().getBytes(StandardCharsets.UTF_8));
    digest.update(
        outcome.failure().map(Throwable::toString).orElse("").getBytes(StandardCharsets.UTF_8));
  }
}

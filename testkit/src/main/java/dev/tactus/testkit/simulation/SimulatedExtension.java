package dev.tactus.testkit.simulation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;

/// Runs a test that is [Simulated] with all of its seeds.
///
/// JUnit sees one invocation. It is intercepted, and the method is called once for each seed
/// instead, on new instances.
final class SimulatedExtension implements TestTemplateInvocationContextProvider {
  private static final String SEED = "tactus.seed";
  private static final String SEEDS = "tactus.seeds";

  /// Names a file into which a test that runs writes its name, for whoever has asked for one test
  /// and cannot tell by the end of the build whether there is such a test.
  private static final String SIGN = "tactus.sign";

  private static final Path TRACES = Path.of("target", "simulations");

  SimulatedExtension() {}

  @Override
  public boolean supportsTestTemplate(ExtensionContext context) {
    return context.getRequiredTestMethod().isAnnotationPresent(Simulated.class);
  }

  @Override
  public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(
      ExtensionContext context) {
    Simulated simulated = context.getRequiredTestMethod().getAnnotation(Simulated.class);
    return Stream.of(new AllSeeds(simulated));
  }

  private record AllSeeds(Simulated simulated) implements TestTemplateInvocationContext {
    @Override
    public String getDisplayName(int invocationIndex) {
      String one = System.getProperty(SEED);
      return one == null ? seeds() + " seeds" : "seed " + one;
    }

    private String seeds() {
      return System.getProperty(SEEDS, Integer.toString(simulated.seeds()));
    }

    @Override
    public List<Extension> getAdditionalExtensions() {
      return List.of(new NoSimulationYet(), new Loop(simulated, seeds()));
    }
  }

  /// The one invocation that JUnit prepares gets no simulation: the loop makes them.
  private record NoSimulationYet() implements ParameterResolver {
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType() == Simulation.class;
    }

    @Override
    @SuppressWarnings("NullAway") // JUnit allows null here, and the invocation is skipped
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      return null;
    }
  }

  /// @param seeds how many, as it was given
  private record Loop(Simulated simulated, String seeds) implements InvocationInterceptor {
    @Override
    public void interceptTestTemplateMethod(
        Invocation<Void> invocation,
        ReflectiveInvocationContext<Method> call,
        ExtensionContext context) {
      invocation.skip();
      Method method = call.getExecutable();
      requireSimulation(method);
      Class<?> type = context.getRequiredTestClass(); // the method's own one may be above it
      String name = type.getName() + "#" + method.getName();
      Constructor<?> constructor = constructor(type);
      sign(name);
      Scenario scenario = simulation -> invoke(method, constructor.newInstance(), simulation);
      int threads =
          simulated.threads() == 0
              ? Runtime.getRuntime().availableProcessors()
              : simulated.threads();
      SimulationSettings settings = SimulationSettings.DEFAULT.withFaults(simulated.faults());
      Sweep sweep = Sweep.of(scenario, settings, threads);
      String one = System.getProperty(SEED);
      SweepReport report =
          one == null
              ? sweep.run(simulated.base(), parseSeeds(method), () -> true)
              : sweep.runOne(Seeds.parse(one));
      report.failure().ifPresent(failure -> fail(name, failure));
      if (one == null) {
        requireReached(method, report);
      }
      context.publishReportEntry("seeds", Long.toString(report.seeds()));
      report
          .reached()
          .forEach((state, count) -> context.publishReportEntry(state, Long.toString(count)));
    }

    private static void sign(String name) {
      String file = System.getProperty(SIGN);
      if (file == null) {
        return;
      }
      try {
        Files.writeString(
            Path.of(file),
            name + "\n",
            StandardCharsets.UTF_8,
            StandardOpenOption.CREATE,
            StandardOpenOption.APPEND);
      } catch (IOException e) {
        throw new UncheckedIOException(
            name
                + " was to write its name to the file '"
                + file
                + "' of the system property "
                + SIGN
                + ", and could not; name one that can be written, or none.",
            e);
      }
    }

    private static void requireSimulation(Method method) {
      if (!List.of(method.getParameterTypes()).equals(List.of(Simulation.class))) {
        throw new IllegalStateException(
            method
                + " is simulated, and so it must take a Simulation as its only argument; make what"
                + " else it needs in the test itself.");
      }
    }

    private long parseSeeds(Method method) {
      long count;
      try {
        count = Long.parseLong(seeds.strip());
      } catch (NumberFormatException e) {
        count = 0;
      }
      if (count < 1) {
        throw new IllegalStateException(
            method.getName()
                + " was to be simulated with '"
                + seeds
                + "' seeds, by its annotation or by the system property "
                + SEEDS
                + "; 1 or more is allowed, since a test without a seed proves nothing.");
      }
      return count;
    }

    private static Constructor<?> constructor(Class<?> type) {
      try {
        Constructor<?> constructor = type.getDeclaredConstructor();
        constructor.setAccessible(true);
        return constructor;
      } catch (NoSuchMethodException e) {
        throw new IllegalStateException(
            type
                + " has simulated tests, but no constructor without arguments; each seed needs a"
                + " new instance, so give it one.",
            e);
      }
    }

    private static void invoke(Method method, Object target, Simulation simulation)
        throws Exception {
      method.setAccessible(true);
      try {
        method.invoke(target, simulation);
      } catch (InvocationTargetException e) {
        if (e.getCause() instanceof Error error) {
          throw error;
        }
        if (e.getCause() instanceof Exception exception) {
          throw exception;
        }
        throw e;
      }
    }

    private void requireReached(Method method, SweepReport report) {
      List<String> missing = new ArrayList<>(List.of(simulated.reaches()));
      missing.removeAll(report.reached().keySet());
      if (!missing.isEmpty()) {
        throw new AssertionError(
            "No seed of "
                + method.getName()
                + " reached "
                + missing
                + " in "
                + report.seeds()
                + " seeds; reached were "
                + report.reached()
                + ". Run more seeds, or make these states more likely.");
      }
    }

    private static void fail(String name, SweepReport.Failure failure) {
      String seed = Seeds.text(failure.seed());
      Path whole = TRACES.resolve(name.replace('#', '.') + "-" + seed + ".trace");
      Path shortest = TRACES.resolve(name.replace('#', '.') + "-" + seed + ".shortest.trace");
      throw new AssertionError(
          "Seed "
              + seed
              + " failed: "
              + failure.cause()
              + "\n  replay:   ./tactus replay "
              + name
              + " --seed "
              + seed
              + "\n  trace:    "
              + failure.trace().saveOrSayWhyNot(whole)
              + " ("
              + failure.trace().events().size()
              + " events)\n  shortest: "
              + failure
                  .shortest()
                  .map(
                      trace ->
                          trace.saveOrSayWhyNot(shortest)
                              + " ("
                              + trace.events().size()
                              + " events, "
                              + failure.choices()
                              + " choices that are not plain)")
                  .orElse("none, since it could not be repeated from its choices alone"),
          failure.cause());
    }
  }
}

package io.cloudadapter.testkit.trials;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.feature.Labeling;
import io.cloudadapter.testkit.run.CallOutcome;
import io.cloudadapter.testkit.run.CoreRetryModel;
import io.cloudadapter.testkit.run.ObservedProvider;
import io.cloudadapter.testkit.run.RuleViolation;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.run.Trial;
import io.cloudadapter.testkit.subject.CloudResource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Chapter 9: labels for people. */
public final class RelabelTrials {
  private RelabelTrials() {}

  public static List<Trial> all() {
    return Stream.of(
            Trial.of("MP-9.20", RelabelTrials::labels).needs("MP-2.1"),
            Trial.of("MP-9.21", RelabelTrials::labelsNothingMissing).needs("MP-2.1"),
            Trial.of("MP-9.22", RelabelTrials::repeated).withFaults())
        .map(trial -> trial.of(Labeling.class).needs("MP-9.1"))
        .toList();
  }

  private static void labels(TestBench bench) throws InterruptedException {
    ObservedProvider provider = bench.provider();
    // Where there is little room, one label beside one tag, or alone.
    int most = bench.sample().maxTags();
    boolean room = most >= 4;
    Map<String, String> tags = room
        ? Map.of("team", "shop", "colour", "red")
        : most >= 2 ? Map.of("team", "shop") : Map.of();
    List<Map<String, String>> each = room
        ? List.of(
            Map.of("state", "unhealthy", "note", "ready & waiting"),
            Map.of("state", "unhealthy", "note", "ready"),
            Map.of("state", "healthy", "colour", "blue"))
        : List.of(Map.of("state", "unhealthy"), Map.of("state", "healthy"));
    MachineId machine = provider
        .launch(
            provider.prepare(bench.spec(TestBench.POOL, tags), bench.call()),
            bench.key(),
            1,
            bench.call())
        .machines()
        .get(0)
        .id();
    bench.time().passLag();
    Map<String, String> wanted = new TreeMap<>(tags(bench, machine));
    for (Map<String, String> labels : each) {
      CallOutcome attempt =
          bench.attempt(() -> bench.relabel().label(machine, labels, bench.call()));
      // A cloud may refuse some letters in values, and changes nothing then.
      boolean refused = labels.containsValue("ready & waiting") && attempt.is(Kind.INVALID);
      bench.require(
          attempt.accepted() || refused, "label with " + labels + " was refused: " + attempt);
      if (attempt.accepted()) {
        wanted.putAll(labels);
      }
      bench.require(
          tags(bench, machine).equals(wanted),
          "a machine labelled with " + labels + " has the tags " + tags(bench, machine)
              + " instead of " + wanted);
      bench.time().passLag();
    }
    if (bench.sample().maxTags() > 1) {
      new ConcurrentTagging(bench).keepsBothLabels();
    } else {
      bench.leavesOut("two labels at the same time", "the sample has room for one tag");
    }
  }

  private static Map<String, String> tags(TestBench bench, MachineId machine) {
    return bench
        .truth()
        .resource(machine)
        .map(CloudResource::tags)
        .orElseThrow(() -> new RuleViolation("machine " + machine + " is gone"));
  }

  private static void labelsNothingMissing(TestBench bench) {
    MachineId machine = bench.launch().id();
    bench.time().passLag();
    notFound(bench, "an id that never was", new MachineId(machine.value() + "0"));
    bench.truth().provoking(console -> console.kill(machine));
    bench.time().passLag();
    notFound(bench, "a machine that has ended", machine);
  }

  private static void notFound(TestBench bench, String what, MachineId machine) {
    CallOutcome label = bench.attempt(
        () -> bench.relabel().label(machine, Map.of("state", "healthy"), bench.call()));
    bench.require(
        label.is(Kind.NOT_FOUND), "label of " + what + " must be NOT_FOUND, and was " + label);
  }

  private static void repeated(TestBench bench) {
    CoreRetryModel core = new CoreRetryModel(bench);
    MachineId machine = bench.truth().plant(1).iterator().next();
    bench.time().passLag();
    Map<String, String> labels = Map.of("state", "unhealthy");
    Map<String, String> wanted = new TreeMap<>(tags(bench, machine));
    wanted.putAll(labels);
    for (int i = 0; i < 2; i++) {
      core.write("label", () -> bench.relabel().label(machine, labels, bench.call()));
      bench.require(
          tags(bench, machine).equals(wanted),
          "a machine labelled with " + labels + " has the tags " + tags(bench, machine)
              + " instead of " + wanted);
      bench.time().passLag();
    }
  }
}

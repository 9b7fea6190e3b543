package io.cloudadapter.testkit.crash;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Conflict;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchResult;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.testkit.run.CoreRetryModel;
import io.cloudadapter.testkit.run.NotTestableException;
import io.cloudadapter.testkit.run.ObservedProvider;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.run.Trial;
import io.cloudadapter.testkit.subject.CloudResource;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Chapter 2: launches whose process ends in the middle of them. */
public final class LaunchCrashTrials {
  private static final int TRIES = 4;
  private static final Duration BACK_OFF = Duration.ofSeconds(2);

  private LaunchCrashTrials() {}

  public static List<Trial> all() {
    return List.of(Trial.of("MP-2.25", LaunchCrashTrials::isFinishedByTheNextProcess)
        .aboutKeys()
        .needs("MP-2.1", "MP-2.3", "MP-4.3"));
  }

  private static void isFinishedByTheNextProcess(TestBench bench) {
    if (bench.hasGroup()) {
      throw NotTestableException.notThere(
          "a group is raised to a total: its launches have no key under which they could be repeated");
    }
    bench.sweep(false);
    PreparedLaunch prepared = bench.prepare();
    Set<String> before = new HashSet<>();
    Map<String, Long> straight = added(bench, before, () -> {
      LaunchResult unused = bench.provider().launch(prepared, bench.key(), 1, bench.call());
    });
    CrashedCall.atEachPoint(exchanges -> {
      LaunchKey key = bench.key();
      boolean[] whole = {false};
      Map<String, Long> made = added(bench, before, () -> {
        whole[0] =
            CrashedCall.ends(bench, exchanges, dying -> dying.asks(prepared, key, bench.call()));
        bench.time().pass(bench.profile().settle());
        launchAgain(bench, prepared, key);
      });
      String what = CrashedCall.after("launch", exchanges);
      bench.require(
          bench.truth().of(key).size() == 1,
          what + ", another one sent the launch again under its key, and the cloud has "
              + bench.truth().of(key).size() + " machines under the key");
      bench.require(
          made.equals(straight),
          what + ", and with its repetition the launch made " + made + " instead of " + straight);
      end(bench, key);
      return whole[0];
    });
  }

  /** Counts what exists more than before, by kind. */
  private static Map<String, Long> added(TestBench bench, Set<String> before, Runnable launch) {
    bench.truth().resources().forEach(resource -> before.add(resource.id()));
    launch.run();
    return bench.truth().resources().stream()
        .filter(resource -> !before.contains(resource.id()))
        .collect(Collectors.groupingBy(CloudResource::kind, TreeMap::new, Collectors.counting()));
  }

  private static void launchAgain(TestBench bench, PreparedLaunch prepared, LaunchKey key) {
    ObservedProvider next = bench.another();
    for (int i = 0; i < TRIES; i++) {
      try {
        LaunchResult unused = next.launch(prepared, key, 1, bench.call());
        return;
      } catch (CloudException error) {
        if (error.conflict().filter(why -> why == Conflict.NAME_TAKEN).isPresent()) {
          return;
        }
        bench.time().pass(BACK_OFF);
      }
    }
  }

  private static void end(TestBench bench, LaunchKey key) {
    List<CloudResource> machines = bench.truth().resources().stream()
        .filter(CloudResource::isMachine)
        .filter(resource -> key.value().equals(resource.tags().get(OwnershipMarks.KEY_TAG)))
        .toList();
    for (CloudResource machine : machines) {
      new CoreRetryModel(bench).terminate(new MachineId(machine.id()));
    }
  }
}

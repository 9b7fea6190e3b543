package io.cloudadapter.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchKeySupport;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.feature.Adoption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Properties of every history, for any seed and mix of faults. */
class HistoryTest {
  private static final Duration LAG = Duration.ofSeconds(20);
  private static final int STEPS = 100;

  /** A random life of a cloud: calls, faults, deaths, time; with everything that was seen of it. */
  private static final class Story {
    final SplittableRandom chance;
    final SimulatedCloudFixture scene;
    final List<String> told = new ArrayList<>();
    final Map<Integer, Integer> asked = new HashMap<>();

    Story(long seed, LaunchKeySupport keys) {
      chance = new SplittableRandom(seed);
      scene = new SimulatedCloudFixture(
          seed,
          cloud -> cloud
              .keys(keys)
              .listLag(LAG)
              .pageSize(1 + chance.nextInt(5))
              .maxPerKey(keys.kind() == LaunchKeySupport.Kind.NAME ? 1 : 4)
              .capacity(chance.nextInt(30)));
      for (CloudFault kind : CloudFault.values()) {
        double rate = chance.nextInt(3) == 0 ? chance.nextDouble() * 0.3 : 0;
        kind.verbs().forEach(verb -> scene.cloud.faults().rate(verb, kind, rate));
        if (kind.family() == CloudFault.Family.LIFE && rate > 0) {
          scene.cloud.faults().perHour(kind, rate * 20);
        }
      }
    }

    void run() {
      for (int step = 0; step < STEPS; step++) {
        scene.pass(Duration.ofMillis(chance.nextInt(20_000)));
        try {
          told.add(step());
        } catch (CloudException e) {
          told.add(e.summary());
        }
      }
    }

    private String step() {
      return switch (chance.nextInt(5)) {
        case 0, 1 -> launch(chance.nextInt(12));
        case 2 ->
          anyMachine()
              .map(id -> {
                scene.provider.terminate(id, scene.call());
                return "ended " + id;
              })
              .orElse("none");
        case 3 ->
          anyMachine()
              .map(id -> {
                scene
                    .provider
                    .feature(Adoption.class)
                    .orElseThrow()
                    .unmark(id, SimulatedCloudFixture.marks(1), scene.call());
                return "unmarked " + id;
              })
              .orElse("none");
        default -> scene.list(ListQuery.all(SimulatedCloudFixture.WEB)).toString();
      };
    }

    private String launch(int key) {
      int count = asked.computeIfAbsent(
          key, k -> 1 + chance.nextInt(scene.provider.profile().maxPerKey()));
      PreparedLaunch request = scene.frozen("abc".charAt(key % 3) + "");
      return scene.launch(request, key, count).toString();
    }

    private Optional<MachineId> anyMachine() {
      List<MachineSighting> all = scene.cloud.machines();
      return all.isEmpty()
          ? Optional.empty()
          : Optional.of(all.get(chance.nextInt(all.size())).id());
    }

    Map<LaunchKey, Long> madePerKey() {
      return scene.cloud.created().stream()
          .flatMap(made -> made.key().stream())
          .collect(Collectors.groupingBy(key -> key, Collectors.counting()));
    }
  }

  @Property(tries = 40)
  void oneSeedHasOneHistory(@ForAll long seed) {
    Story one = new Story(seed, LaunchKeySupport.token(Duration.ofDays(1)));
    Story two = new Story(seed, LaunchKeySupport.token(Duration.ofDays(1)));

    one.run();
    two.run();

    assertThat(two.told).isEqualTo(one.told);
    assertThat(two.scene.cloud.machines()).isEqualTo(one.scene.cloud.machines());
    assertThat(two.scene.cloud.created()).isEqualTo(one.scene.cloud.created());
    assertThat(two.scene.cloud.faults().strikes())
        .isEqualTo(one.scene.cloud.faults().strikes());
  }

  @Property(tries = 40)
  void aKeyNeverMakesMoreThanItPromised(@ForAll long seed, @ForAll boolean named) {
    Duration day = Duration.ofDays(1);
    Story story = new Story(seed, named ? LaunchKeySupport.name(day) : LaunchKeySupport.token(day));

    story.run();
    story.scene.pass(Duration.ofMinutes(10));

    story
        .madePerKey()
        .forEach((key, made) -> assertThat(made)
            .as("key %s", key)
            .isLessThanOrEqualTo(story.asked.get(Integer.parseInt(key.value()))));
  }

  @Property(tries = 40)
  void aRefusalWithoutEffectMakesNothing(@ForAll long seed) {
    Story story = new Story(seed, LaunchKeySupport.none());
    for (int i = 0; i < STEPS; i++) {
      int before = story.scene.cloud.created().size();
      try {
        story.launch(i % 12);
      } catch (CloudException e) {
        if (e.effect() == Effect.NONE) {
          assertThat(story.scene.cloud.created()).hasSize(before);
        }
      }
    }
  }

  @Property(tries = 40)
  void aMachineNeverShowsWithoutItsMarks(@ForAll long seed) {
    Story story = new Story(seed, LaunchKeySupport.token(Duration.ofDays(1)));
    story.scene.cloud.faults().perHour(CloudFault.MACHINE_CHANGES_HANDS, 0);
    story.scene.cloud.faults().perHour(CloudFault.MACHINE_APPEARS, 0);
    for (int i = 0; i < STEPS; i++) {
      story.scene.pass(Duration.ofMillis(story.chance.nextInt(5000)));
      try {
        story.launch(i);
      } catch (CloudException expected) {
        assertThat(expected.summary()).isNotEmpty();
      }
      List<MachineId> ids =
          story.scene.cloud.created().stream().map(MachineCreation::machine).toList();
      try {
        assertThat(story.scene.list(ListQuery.ids(ids)).rows()).allSatisfy(row -> {
          assertThat(row.pool()).contains(SimulatedCloudFixture.WEB);
          assertThat(row.incarnation()).contains(SimulatedCloudFixture.LIFE);
          assertThat(row.key()).isPresent();
        });
      } catch (CloudException expected) {
        assertThat(expected.effect()).isEqualTo(Effect.NONE);
      }
    }
  }

  @Property(tries = 40)
  void aCompleteListMissesNothingOlderThanTheLag(@ForAll long seed) {
    Story story = new Story(seed, LaunchKeySupport.none());
    story.scene.cloud.faults().rate(RequestKind.READ, CloudFault.WRONG_ACCOUNT, 0);
    for (int i = 0; i < STEPS; i++) {
      try {
        story.launch(i % 12);
      } catch (CloudException expected) {
        assertThat(expected.summary()).isNotEmpty();
      }
      List<MachineId> old = story.scene.cloud.machines().stream()
          .filter(m -> m.pool().equals(Optional.of(SimulatedCloudFixture.WEB)))
          .map(MachineSighting::id)
          .toList();
      story.scene.cloud.faults().perHour(CloudFault.MACHINE_CHANGES_HANDS, 0);
      story.scene.pass(LAG);
      List<MachineId> stillKnown =
          old.stream().filter(id -> story.scene.cloud.machine(id).isPresent()).toList();
      try {
        SimulatedCloudFixture.Listed listed =
            story.scene.list(ListQuery.all(SimulatedCloudFixture.WEB));
        if (listed.result().complete()) {
          assertThat(listed.ids()).containsAll(stillKnown);
        }
      } catch (CloudException expected) {
        assertThat(expected.effect()).isEqualTo(Effect.NONE);
      }
    }
  }

  @Property(tries = 40)
  void afterAQuietLagACompleteListIsTheTruth(@ForAll long seed) {
    Story story = new Story(seed, LaunchKeySupport.token(Duration.ofDays(1)));
    story.run();
    story.scene.cloud.faults().heal();
    story.scene.pass(Duration.ofMinutes(5));
    List<MachineSighting> truth = story.scene.cloud.machines().stream()
        .filter(m -> m.pool().equals(Optional.of(SimulatedCloudFixture.WEB)))
        .toList();

    for (int i = 0; i < 5; i++) {
      SimulatedCloudFixture.Listed listed =
          story.scene.list(ListQuery.all(SimulatedCloudFixture.WEB));
      assertThat(listed.result().complete()).isTrue();
      assertThat(listed.rows()).isEqualTo(truth);
    }
  }
}

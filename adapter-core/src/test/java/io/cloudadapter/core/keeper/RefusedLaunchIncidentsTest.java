package io.cloudadapter.core.keeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.core.config.LaunchConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.config.PoolConfigBuilder;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.ErrorScope;
import io.cloudadapter.spi.LaunchSpec;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What happened to others: launches that a cloud refuses or cannot serve, asked for without end. */
class RefusedLaunchIncidentsTest {

  private static PoolConfigBuilder pool(int maxSize) {
    return PoolConfig.named("web", "here", maxSize);
  }

  private static LaunchConfig zones(List<String> zones) {
    return LaunchConfig.builder().zones(zones).size("small").build();
  }

  private static CloudException refusal(Kind kind, ErrorScope scope) {
    return CloudException.of(kind, CloudException.Effect.NONE, "the cloud refuses")
        .scope(scope)
        .build();
  }

  @Test
  @Tag("row-14")
  @DisplayName("A request with an unclassified refusal was repeated without end (gardener#4449)")
  void anErrorOfNoKnownKindIsRaisedAndSlowsDown() {
    KeeperHarness story = KeeperHarness.begins();
    story.run();
    story.cloud.refusingAll = FakeCloud.error(Kind.UNCLASSIFIED, CloudException.Effect.UNKNOWN);

    story.resize(1).run(Duration.ofHours(1));

    assertThat(story.alarms()).contains(Alarm.Code.CLOUD);
    assertThat(story.cloud.launches.size()).as("tries in an hour").isLessThan(100);
    story.cloud.refusingAll = null;
    story.run(Duration.ofMinutes(30));
    assertThat(story.cloud.boxes).hasSize(1);
  }

  @Test
  @Tag("row-15")
  @Tag("CR-8")
  @DisplayName("An exhausted quota was tried every three minutes for days (MCM#977)")
  void aQuotaParksThePool() {
    KeeperHarness story = KeeperHarness.begins();
    story.run();
    story.cloud.refusingAll = FakeCloud.refusal(Kind.QUOTA);

    story.resize(20).run(Duration.ofDays(2));

    assertThat(story.cloud.launches.size()).as("tries in two days").isBetween(10, 150);
    assertThat(story.alarms()).contains(Alarm.Code.QUOTA);
    assertThat(story.size()).first().isEqualTo(20);
  }

  @Test
  @Tag("row-16")
  @DisplayName(
      "One zone without capacity was not told apart, so there was no way out (external-provisioner#405)")
  void aZoneWithoutCapacityIsLeftForAnother() {
    KeeperHarness story = KeeperHarness.with(b -> b.launch(zones(List.of("a", "b", "c"))));
    story.cloud.refusesZone("a", refusal(Kind.CAPACITY, ErrorScope.zone("a")));
    story.cloud.refusesZone("c", refusal(Kind.CAPACITY, ErrorScope.zone("c")));

    story.resize(5).run(Duration.ofMinutes(2));

    assertThat(story.size()).containsExactly(5, 5, 0);
    assertThat(story.cloud.boxes.values()).allMatch(box -> "b".equals(box.zone));
  }

  @Test
  @Tag("row-17")
  @DisplayName(
      "What had no capacity was written under one name and read under another (karpenter-oci#64)")
  void aRefusalHoldsExactlyWhatItNames() {
    ErrorScope ours =
        ErrorScope.market(LaunchSpec.Market.ON_DEMAND, Optional.of("small"), Optional.of("a"));
    ErrorScope theirs =
        ErrorScope.market(LaunchSpec.Market.SPOT, Optional.of("small"), Optional.of("a"));
    ErrorScope other = ErrorScope.size("large", Optional.of("a"));

    assertThat(triesWithinAMinuteOf(ours)).as("our own offering").isLessThanOrEqualTo(4);
    assertThat(triesWithinAMinuteOf(theirs)).as("another market").isGreaterThan(4);
    assertThat(triesWithinAMinuteOf(other)).as("another size").isGreaterThan(4);
  }

  private static int triesWithinAMinuteOf(ErrorScope scope) {
    KeeperHarness story = KeeperHarness.with(b -> b.launch(zones(List.of("a"))));
    story.run();
    story.cloud.refusesNextLaunch(refusal(Kind.CAPACITY, scope));
    story.resize(10).run(Duration.ofSeconds(10));
    return story.cloud.launches.size();
  }

  @Test
  @Tag("row-18")
  @DisplayName(
      "Each refusal excluded one offering of hundreds: 2,700 claims in 90 minutes (karpenter#3198)")
  void aRegionWithoutCapacityIsNotSearchedZoneByZone() {
    List<String> zones = IntStream.range(0, 100).mapToObj(i -> "zone-" + i).toList();
    KeeperHarness story = KeeperHarness.with(b -> b.launch(zones(zones)));
    zones.forEach(
        zone -> story.cloud.refusesZone(zone, refusal(Kind.CAPACITY, ErrorScope.zone(zone))));

    story.resize(20).run(Duration.ofMinutes(90));

    assertThat(story.cloud.launches.size()).isBetween(3, 60);
    assertThat(story.cloud.boxes).isEmpty();
  }

  @Test
  @Tag("row-19")
  @DisplayName(
      "A throttle was shown as a lack of capacity (karpenter-aws#8923, karpenter-aws#5937)")
  void aThrottleIsNoLackOfAnything() {
    KeeperHarness story = KeeperHarness.with(b -> b.launch(zones(List.of("a", "b"))));
    story.run();
    story.cloud.refusingAll = refusal(Kind.THROTTLED, ErrorScope.account());
    story.resize(4).run(Duration.ofMinutes(2));
    assertThat(story.alarms()).isEmpty();

    story.cloud.refusingAll = null;
    story.run(Duration.ofMinutes(5));

    assertThat(story.size()).containsExactly(4, 4, 0);
    assertThat(story.cloud.boxes.values().stream().map(box -> box.zone).distinct())
        .as("no zone is held for it")
        .hasSize(2);
  }

  @Test
  @Tag("row-20")
  @Tag("CR-9")
  @DisplayName(
      "One throttled call failed 500 claims, which all tried again at once (karpenter-aws#9175)")
  void aThrottleSlowsTheWholePoolDown() {
    KeeperHarness story = new500();
    story.cloud.refusingAll = refusal(Kind.THROTTLED, ErrorScope.account());

    story.resize(500).run(Duration.ofMinutes(5));

    assertThat(story.cloud.launches.size()).as("calls in five minutes").isLessThan(40);
    story.cloud.refusingAll = null;
    story.run(Duration.ofMinutes(30));
    assertThat(story.size()).containsExactly(500, 500, 0);
  }

  private static KeeperHarness new500() {
    KeeperHarness story = KeeperHarness.with(b -> pool(500)
        .listInterval(Duration.ofSeconds(5), Duration.ofSeconds(30))
        .launchesPerHour(2000)
        .terminationsPerHour(1000)
        .missingListsUntilGone(3)
        .massDisappearanceShare(0.9));
    return story.run();
  }

  @Test
  @Tag("row-21")
  @DisplayName("Describe storms: every loop asked for every group (autoscaler#45, kops#7111)")
  void aQuietPoolIsListedAtItsPaceAndAWaitingOneNotMuchFaster() {
    KeeperHarness story = KeeperHarness.begins();
    story.resize(20).run();
    int before = story.cloud.lists;
    story.run(Duration.ofHours(1));
    assertThat(story.cloud.lists - before).as("in a quiet hour").isLessThanOrEqualTo(121);

    AtomicInteger looks = new AtomicInteger();
    story.holds(effect -> {
      looks.addAndGet(effect instanceof Effect.Describe ? 1 : 0);
      return false;
    });
    story.run(Duration.ofHours(1));
    assertThat(looks).as("a quiet pool looks at no machine by id").hasValue(0);
  }

  @Test
  @Tag("row-29")
  @Tag("CR-3")
  @DisplayName("100 builds became 600 nodes; a cap of 1 gave 2 (ec2-plugin#1149, ec2-plugin#2030)")
  void whatIsOnItsWayCountsForEveryoneWhoAsks() {
    KeeperHarness story = KeeperHarness.with(b -> pool(1));
    story.run();
    story.cloud.born = MachineState.PENDING;
    story.cloud.hides("i-0001", "i-0002");
    for (int i = 0; i < 100; i++) {
      story.resize(1);
      assertThat(story.refuses(new Command.SetDesiredSize(2))).hasMessageContaining("0 to 1");
      story.run(Duration.ofSeconds(1));
    }

    assertThat(story.cloud.boxes).hasSize(1);
    assertThat(story.cloud.launches).hasSize(1);
  }

  @Test
  @Tag("row-40")
  @DisplayName(
      "An outage made the controller create templates up to the limit (karpenter-aws#8686)")
  void aLaunchIsPreparedOnceInAWhileHoweverOftenItFails() {
    KeeperHarness story = KeeperHarness.begins();
    story.run();
    AtomicInteger prepared = new AtomicInteger();
    story.holds(effect -> {
      prepared.addAndGet(effect instanceof Effect.Prepare ? 1 : 0);
      return false;
    });
    for (int i = 0; i < 1000; i++) {
      story.cloud.nextPrepares.add(FakeCloud.refusal(Kind.UNAVAILABLE));
    }

    story.resize(20).run(Duration.ofHours(2));

    assertThat(prepared.get()).isBetween(1, 200);
    assertThat(story.cloud.launches).isEmpty();
  }

  @Test
  @Tag("row-44")
  @DisplayName("No valid host: the fault came after the launch was accepted (MCM#181)")
  void aMachineThatIsRefusedLaterIsClearedAwayAndItsCauseTold() {
    KeeperHarness story = KeeperHarness.begins();
    story.cloud.born = MachineState.PENDING;
    story.resize(2).settles();
    for (FakeCloud.Box box : story.cloud.boxes.values()) {
      box.state = MachineState.REJECTED;
      box.failure = FakeCloud.noCapacity();
    }

    story.list();
    assertThat(story.alarms()).contains(Alarm.Code.CAPACITY);
    story.cloud.born = MachineState.RUNNING;
    story.run(Duration.ofHours(1));

    assertThat(story.size()).containsExactly(2, 2, 0);
    assertThat(story.cloud.alive()).hasSize(2).doesNotContain("i-0001", "i-0002");
  }

  @Test
  @Tag("row-46")
  @DisplayName(
      "A group limited to 4 ended with 30,000 machines in a storage outage (cloudstack#9318)")
  void machinesThatNeverRunCountAgainstTheCapAndParkThePool() {
    KeeperHarness story = KeeperHarness.with(b -> pool(4));
    story.run();
    story.cloud.born = MachineState.REJECTED;
    story.cloud.stuckEnds = true;

    story.resize(4).run(Duration.ofDays(7));

    assertThat(story.cloud.boxes.size()).as("the cap and its surge").isLessThanOrEqualTo(6);
    assertThat(story.alarms()).contains(Alarm.Code.LAUNCHES_FAIL);
    story.cloud.stuckEnds = false;
    story.cloud.born = MachineState.RUNNING;
    story.run(Duration.ofHours(3));
    assertThat(story.size()).containsExactly(4, 4, 0);
    assertThat(story.cloud.alive()).hasSize(4);
  }
}

package com.example.larch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.example.larch.cloud.LarchResource;
import com.example.larch.cloud.RecordedRequest;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.action.Action;
import io.cloudadapter.api.action.ActionProgress.State;
import io.cloudadapter.fake.FakeCall;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Conflict;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.ErrorScope;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.ListResult;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.action.ActionToken;
import io.cloudadapter.spi.feature.Adoption;
import io.cloudadapter.spi.feature.Labeling;
import io.cloudadapter.spi.feature.Reboot;
import io.cloudadapter.spi.feature.Snapshots;
import io.cloudadapter.spi.feature.StartStop;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LarchTest {
  private final LarchFixture scene = new LarchFixture();
  private int actions;

  @AfterEach
  void close() {
    scene.close();
  }

  @Test
  void aLaunchedMachineCarriesItsMarksFromTheFirstMoment() {
    LaunchKey key = scene.newKey();

    MachineSighting machine = scene.launch(scene.prepare(), key);

    assertThat(machine.state()).isEqualTo(MachineState.REQUESTED);
    assertThat(machine.key()).contains(key);
    assertThat(scene.cloud.assets())
        .filteredOn(asset -> asset.kind().equals("machine"))
        .singleElement()
        .extracting(LarchResource::tags)
        .isEqualTo(Map.of(
            "ca-pool",
            "web",
            "ca-inc",
            LarchFixture.LIFE.value(),
            "ca-key",
            key.value(),
            "team",
            "shop"));
    scene.pass(Duration.ofSeconds(3));
    assertThat(scene.list()).singleElement().satisfies(seen -> {
      assertThat(seen.state()).isEqualTo(MachineState.RUNNING);
      assertThat(seen.zone()).contains("north-1");
      assertThat(seen.size()).contains("small");
      assertThat(seen.launchTime()).isEqualTo(machine.launchTime()).isPresent();
      assertThat(seen.metadata()).containsEntry("image", "img-1");
    });
  }

  @Test
  void theSameKeyGivesTheSameMachineUntilItHasEnded() {
    PreparedLaunch frozen = scene.prepare();
    LaunchKey key = scene.newKey();
    MachineSighting first = scene.launch(frozen, key);

    assertThat(scene.launch(frozen, key).id()).isEqualTo(first.id());
    assertThat(scene.cloud.made()).isEqualTo(1);

    PreparedLaunch other =
        scene.provider.prepare(LarchFixture.spec("alpine", Map.of(), Optional.empty()), patient());
    assertThat(error(() -> scene.launch(other, key)).conflict()).contains(Conflict.KEY_MISMATCH);
    scene.cloud.kill(first.id().value());
    assertThat(error(() -> scene.launch(frozen, key)).conflict()).contains(Conflict.KEY_SPENT);
  }

  @Test
  void anOrderDependsOnNothingAfterItWasFrozen() {
    PreparedLaunch frozen = scene.prepare();
    LaunchKey key = scene.newKey();
    MachineSighting first = scene.launch(frozen, key);

    assertThat(scene.prepare()).isEqualTo(frozen);
    scene.cloud.image("debian", "img-3");

    assertThat(scene.prepare()).isNotEqualTo(frozen);
    assertThat(scene.launch(frozen, key).id()).isEqualTo(first.id());
  }

  @Test
  void aListHasEveryPageAndOnlyThePool() {
    PreparedLaunch frozen = scene.prepare();
    Set<MachineId> launched = new HashSet<>();
    for (int i = 0; i < 17; i++) {
      launched.add(scene.launch(frozen, scene.newKey()).id());
    }
    scene.cloud.makeForAnotherOwner("north-1", Map.of("ca-pool", "webshop"));
    scene.cloud.pageLimit(4);
    FakeCall call = patient();
    List<MachineSighting> seen = new ArrayList<>();

    ListResult result = scene.provider.list(ListQuery.all(LarchFixture.WEB), seen::add, call);

    assertThat(result).isEqualTo(ListResult.all());
    assertThat(seen).extracting(MachineSighting::id).containsExactlyInAnyOrderElementsOf(launched);
    assertThat(call.acquired).hasSizeGreaterThanOrEqualTo(5).containsOnly(RequestKind.READ);
  }

  @Test
  void aListByKeyOrIdShowsNoMore() {
    PreparedLaunch frozen = scene.prepare();
    LaunchKey key = scene.newKey();
    MachineSighting first = scene.launch(frozen, key);
    scene.launch();
    List<MachineSighting> seen = new ArrayList<>();

    scene.provider.list(ListQuery.keys(LarchFixture.WEB, List.of(key)), seen::add, patient());
    ListResult byId = scene.provider.list(
        ListQuery.ids(List.of(first.id(), new MachineId("m-unknown"))), seen::add, patient());

    assertThat(seen).extracting(MachineSighting::id).containsExactly(first.id(), first.id());
    assertThat(byId.complete()).isTrue();
  }

  @Test
  void anUnreachableZoneIsAGap() {
    scene.launch();
    scene.cloud.unreachable(Set.of("north-1"));
    List<MachineSighting> seen = new ArrayList<>();

    ListResult result = scene.provider.list(ListQuery.all(LarchFixture.WEB), seen::add, patient());

    assertThat(result.complete()).isFalse();
    assertThat(result.gaps())
        .singleElement()
        .extracting("scope")
        .isEqualTo(ErrorScope.zone("north-1"));
    assertThat(seen).isEmpty();
  }

  @Test
  void terminateEndsTheMachineWithItsDiskAndMayBeRepeated() {
    MachineSighting machine = scene.launch();

    scene.provider.terminate(machine.id(), patient());
    assertThat(scene.list())
        .extracting(MachineSighting::state)
        .containsExactly(MachineState.TERMINATING);
    scene.pass(Duration.ofSeconds(2));
    scene.provider.terminate(machine.id(), patient());

    assertThat(scene.cloud.assets()).isEmpty();
    assertThat(scene.list())
        .extracting(MachineSighting::end)
        .containsExactly(MachineSighting.End.FINAL);
    scene.pass(Duration.ofMinutes(10));
    assertThat(scene.list()).isEmpty();
    scene.provider.terminate(machine.id(), patient());
  }

  @Test
  void statesAreToldAsFarAsTheyAreKnown() {
    MachineId id = scene.launch().id();

    scene.cloud.state(id.value(), "HIBERNATING");
    assertThat(scene.look(id).stateKnown()).isFalse();
    assertThat(scene.look(id).state()).isEqualTo(MachineState.RUNNING);
    scene.cloud.state(id.value(), "STOPPED");
    assertThat(scene.look(id).end()).isEqualTo(MachineSighting.End.STOPPED);
    scene.cloud.state(id.value(), "STOPPING");
    assertThat(scene.look(id).state()).isEqualTo(MachineState.TERMINATING);
  }

  @Test
  void aLaunchThatFailsLaterShowsWhy() {
    scene.cloud.failNextLaunch("NO_CAPACITY");
    MachineId id = scene.launch().id();

    scene.pass(Duration.ofSeconds(3));

    MachineSighting failed = scene.look(id);
    assertThat(failed.state()).isEqualTo(MachineState.REJECTED);
    assertThat(failed.failure().orElseThrow().kind()).isEqualTo(Kind.CAPACITY);
    assertThat(failed.failure().orElseThrow().scope())
        .isEqualTo(ErrorScope.size("small", Optional.of("north-1")));
    scene.provider.terminate(id, patient());
    scene.pass(Duration.ofSeconds(2));
    assertThat(scene.cloud.assets()).isEmpty();
  }

  @Test
  void capacityAndQuotaAreToldApart() {
    PreparedLaunch frozen = scene.prepare();
    scene.cloud.capacity("north-1", 0);

    CloudException full = error(() -> scene.launch(frozen, scene.newKey()));
    assertThat(full.kind()).isEqualTo(Kind.CAPACITY);
    assertThat(full.effect()).isEqualTo(Effect.NONE);
    assertThat(full.scope()).isEqualTo(ErrorScope.size("small", Optional.of("north-1")));
    assertThat(full.code()).contains("NO_CAPACITY");
    assertThat(full.requestId()).isPresent();

    scene.cloud.quota(0);
    CloudException quota = error(() -> scene.launch(frozen, scene.newKey()));
    assertThat(quota.kind()).isEqualTo(Kind.QUOTA);
    assertThat(quota.effect()).isEqualTo(Effect.NONE);
  }

  @Test
  void anExpiredTokenIsRenewedOnceAndForAll() throws Exception {
    scene.provider.identity(patient());
    scene.cloud.expireTokens();
    ExecutorService threads = Executors.newFixedThreadPool(8);

    List<Callable<String>> calls =
        java.util.Collections.nCopies(8, () -> scene.provider.identity(patient()));
    for (var answer : threads.invokeAll(calls)) {
      assertThat(answer.get()).isEqualTo("acct-7");
    }
    threads.shutdown();

    assertThat(scene.cloud.requests())
        .filteredOn(seen -> seen.path().equals("/v1/token"))
        .hasSize(2);
    scene.cloud.expireTokens();
    scene.cloud.changeSecret("another");
    CloudException refused = error(() -> scene.provider.identity(patient()));
    assertThat(refused.kind()).isEqualTo(Kind.UNAUTHENTICATED);
    assertThat(refused.effect()).isEqualTo(Effect.NONE);
  }

  @Test
  void anExpiredTokenIsRenewedInTheMiddleOfAWrite() {
    PreparedLaunch frozen = scene.prepare();
    scene.cloud.expireTokens();

    scene.launch(frozen, scene.newKey());

    assertThat(scene.cloud.made()).isEqualTo(1);
    assertThat(scene.cloud.requests())
        .filteredOn(seen -> seen.method().equals("POST") && seen.path().equals("/v1/machines"))
        .extracting(RecordedRequest::status)
        .containsExactly(401, 201);
  }

  @Test
  void whatLarchWouldRefuseIsNotSent() {
    int before = scene.cloud.requests().size();

    Map<String, String> many = new java.util.TreeMap<>();
    for (int i = 0; i < 18; i++) {
      many.put("tag" + i, "");
    }
    refusesUnsent(many, Optional.empty());
    refusesUnsent(Map.of("n".repeat(41), "v"), Optional.empty());
    refusesUnsent(Map.of("a:b", "v"), Optional.empty());
    refusesUnsent(Map.of("n", "v".repeat(61)), Optional.empty());
    refusesUnsent(Map.of(), Optional.of("å".repeat(8 * 1024) + "x"));
    assertThat(scene.cloud.requests()).hasSize(before);

    many.remove("tag0");
    many.remove("tag1");
    many.put("ö".repeat(40), "🌲".repeat(60));
    PreparedLaunch longest = scene.provider.prepare(
        LarchFixture.spec("img-2", many, Optional.of("å".repeat(8 * 1024))), patient());
    scene.launch(longest, scene.newKey());
  }

  private void refusesUnsent(Map<String, String> tags, Optional<String> userData) {
    CloudException error =
        error(() -> scene.provider.prepare(LarchFixture.spec("debian", tags, userData), patient()));
    assertThat(error.kind()).isEqualTo(Kind.INVALID);
    assertThat(error.effect()).isEqualTo(Effect.NONE);
  }

  @Test
  void aNameThatLarchDoesNotKnowIsNotFound() {
    CloudException error = error(() -> scene.provider.prepare(
        LarchFixture.spec("windows", Map.of(), Optional.empty()), patient()));

    assertThat(error.kind()).isEqualTo(Kind.NOT_FOUND);
    assertThat(error).hasMessageContaining("image windows").hasMessageContaining("debian");
  }

  @Test
  void adoptionMarksAMachineAndTakesTheMarksOff() {
    String id = scene.cloud.makeForAnotherOwner("north-2", Map.of("owner", "bob"));
    MachineId machine = new MachineId(id);
    Adoption adoption = scene.provider.feature(Adoption.class).orElseThrow();

    adoption.mark(machine, LarchFixture.marks(Optional.empty()), patient());
    assertThat(scene.look(machine).pool()).contains(LarchFixture.WEB);
    OwnershipMarks others =
        new OwnershipMarks(new PoolName("other"), LarchFixture.LIFE, Optional.empty());
    assertThat(error(() -> adoption.mark(machine, others, patient())).conflict())
        .contains(Conflict.FOREIGN);
    assertThat(error(() -> adoption.unmark(machine, others, patient())).conflict())
        .contains(Conflict.FOREIGN);
    scene
        .provider
        .feature(Labeling.class)
        .orElseThrow()
        .label(machine, Map.of("service", "up"), patient());
    adoption.unmark(machine, LarchFixture.marks(Optional.empty()), patient());
    adoption.unmark(machine, LarchFixture.marks(Optional.empty()), patient());

    assertThat(scene.cloud.assets().get(0).tags())
        .isEqualTo(Map.of("owner", "bob", "service", "up"));
    scene.cloud.kill(id);
    adoption.unmark(machine, LarchFixture.marks(Optional.empty()), patient());
    assertThat(error(() -> adoption.mark(machine, LarchFixture.marks(Optional.empty()), patient()))
            .kind())
        .isEqualTo(Kind.NOT_FOUND);
  }

  @Test
  void aMarkBasedOnAStaleLookIsRefused() {
    String id = scene.cloud.makeForAnotherOwner("north-2", Map.of());
    scene.pass(Duration.ofMinutes(1));
    Adoption adoption = scene.provider.feature(Adoption.class).orElseThrow();
    adoption.mark(new MachineId(id), LarchFixture.marks(Optional.empty()), patient());
    scene.cloud.lag(Duration.ofSeconds(10));
    OwnershipMarks others =
        new OwnershipMarks(new PoolName("other"), LarchFixture.LIFE, Optional.empty());

    for (int i = 0; i < 30; i++) {
      CloudException error = error(() -> adoption.mark(new MachineId(id), others, patient()));

      assertThat(error.conflict().orElseThrow()).isIn(Conflict.FOREIGN, Conflict.BUSY);
    }
    assertThat(scene.cloud.assets().get(0).tags()).containsEntry("ca-pool", "web");
  }

  @Test
  void anActionIsFoundAgainByItsUidAndDoneOnce() {
    MachineId machine = scene.launch().id();
    scene.pass(Duration.ofMinutes(1));
    Reboot reboots = scene.provider.feature(Reboot.class).orElseThrow();
    ActionToken token = token();
    assertThat(reboots.progress(machine, token, patient()).state()).isEqualTo(State.NOT_DONE);

    for (int i = 0; i < 2; i++) {
      assertThat(reboots.reboot(machine, Action.Mode.SOFT, token, patient()).state())
          .isEqualTo(State.UNDER_WAY);
    }
    scene.pass(Duration.ofSeconds(2));

    assertThat(reboots.progress(machine, token, patient()).state()).isEqualTo(State.DONE);
    assertThat(scene.cloud.reboots(machine.value())).isEqualTo(1);
    assertThat(error(() -> reboots.reboot(machine, Action.Mode.HARD, token, patient()))
            .conflict())
        .contains(Conflict.KEY_MISMATCH);
  }

  @Test
  void aMachineIsBroughtBackToASnapshotThatItHas() {
    MachineId machine = scene.launch().id();
    scene.pass(Duration.ofMinutes(1));
    Snapshots snapshots = scene.provider.feature(Snapshots.class).orElseThrow();
    ActionToken token = token();
    assertThat(snapshots.snapshot(machine, "before", token, patient()).result()).isEmpty();
    scene.pass(Duration.ofSeconds(5));

    Map<String, String> taken = snapshots.progress(machine, token, patient()).result();
    String id = taken.getOrDefault(Snapshots.SNAPSHOT_ID, "");
    assertThat(taken).containsOnlyKeys(Snapshots.SNAPSHOT_ID, Snapshots.SIZE_IN_BYTES);
    assertThat(scene.cloud.snapshots(machine.value())).containsExactly(id);
    assertThat(snapshots.restore(machine, id, token(), patient()).state())
        .isEqualTo(State.UNDER_WAY);
    scene.pass(Duration.ofSeconds(5));

    assertThat(scene.cloud.restores(machine.value())).containsExactly(id);
    CloudException none = error(() -> snapshots.restore(machine, "snap-x", token(), patient()));
    assertThat(none.kind()).isEqualTo(Kind.NOT_FOUND);
    assertThat(none.effect()).isEqualTo(Effect.NONE);
  }

  @Test
  void aStoppedMachineIsNotRebootedAndStartsAgain() {
    MachineId machine = scene.launch().id();
    StartStop power = scene.provider.feature(StartStop.class).orElseThrow();
    Reboot reboots = scene.provider.feature(Reboot.class).orElseThrow();
    assertThat(error(() -> power.stop(machine, token(), patient())).conflict())
        .as("while it boots")
        .contains(Conflict.BUSY);
    scene.pass(Duration.ofMinutes(1));
    assertThat(power.stop(machine, token(), patient()).state()).isEqualTo(State.UNDER_WAY);
    assertThat(power.stop(machine, token(), patient()).state()).isEqualTo(State.DONE);
    scene.pass(Duration.ofSeconds(2));

    assertThat(scene.look(machine).end()).isEqualTo(MachineSighting.End.STOPPED);
    assertThat(error(() -> reboots.reboot(machine, Action.Mode.HARD, token(), patient()))
            .conflict())
        .contains(Conflict.BUSY);
    assertThat(power.start(machine, token(), patient()).state()).isEqualTo(State.UNDER_WAY);
    scene.pass(Duration.ofSeconds(2));

    assertThat(scene.look(machine).state()).isEqualTo(MachineState.RUNNING);
    scene.cloud.kill(machine.value());
    assertThat(error(() -> power.start(machine, token(), patient())).kind())
        .isEqualTo(Kind.NOT_FOUND);
  }

  private ActionToken token() {
    return new ActionToken(new UUID(7, ++actions), "Any", 1, Instant.parse("2026-11-21T10:00:00Z"));
  }

  @Test
  void readsAreStaleWithinTheLagAndRightAfterIt() {
    scene.cloud.lag(Duration.ofSeconds(10));
    scene.pass(Duration.ofSeconds(30));
    PreparedLaunch frozen = scene.prepare();
    for (int i = 0; i < 10; i++) {
      scene.launch(frozen, scene.newKey());
    }
    scene.pass(Duration.ofSeconds(5));

    Set<Integer> sizes = new HashSet<>();
    for (int i = 0; i < 30; i++) {
      sizes.add(scene.list().size());
    }
    assertThat(sizes).hasSizeGreaterThan(2);

    scene.pass(Duration.ofSeconds(5));
    for (int i = 0; i < 30; i++) {
      assertThat(scene.list()).hasSize(10);
    }
  }

  private static FakeCall patient() {
    return FakeCall.patient();
  }

  private static CloudException error(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    CloudException error = catchThrowableOfType(CloudException.class, call);
    assertThat(error).as("an error").isNotNull();
    return error;
  }
}

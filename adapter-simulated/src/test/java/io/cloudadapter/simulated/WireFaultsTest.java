package io.cloudadapter.simulated;

import static io.cloudadapter.simulated.SimulatedCloudFixture.errorOf;
import static io.cloudadapter.simulated.SimulatedCloudFixture.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Conflict;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.LaunchKeySupport;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.TokenBucket;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class WireFaultsTest {

  @ParameterizedTest
  @CsvSource({
    "LOSE_REQUEST,        UNAVAILABLE,     UNKNOWN, 0",
    "LOSE_REPLY,          UNAVAILABLE,     UNKNOWN, 1",
    "HANG,                TIMEOUT,         UNKNOWN, 0",
    "HANG_AFTER_EFFECT,   TIMEOUT,         UNKNOWN, 1",
    "ERROR_BEFORE_EFFECT, UNAVAILABLE,     UNKNOWN, 0",
    "ERROR_AFTER_EFFECT,  UNAVAILABLE,     UNKNOWN, 1",
    "MALFORMED_REPLY,     UNCLASSIFIED,    UNKNOWN, 1",
    "THROTTLE,            THROTTLED,       NONE,    0",
    "EXPIRE_CREDENTIALS,  UNAUTHENTICATED, NONE,    0",
    "DENY,                DENIED,          NONE,    0",
    "NO_QUOTA,            QUOTA,           NONE,    0",
    "NO_CAPACITY,         CAPACITY,        NONE,    0"
  })
  void aLaunchFailsAsItsFaultSays(CloudFault fault, Kind kind, Effect effect, int made) {
    SimulatedCloudFixture scene = new SimulatedCloudFixture();
    PreparedLaunch request = scene.frozen();
    scene.cloud.faults().next(RequestKind.LAUNCH, fault);

    CloudException error = errorOf(() -> scene.launch(request, 1, 1));

    assertThat(error.kind()).isEqualTo(kind);
    assertThat(error.effect()).isEqualTo(effect);
    assertThat(scene.cloud.created()).hasSize(made);
    assertThat(scene.cloud.faults().strikes()).isEqualTo(Map.of(fault, 1L));
    scene.launch(request, 1, 1);
    assertThat(scene.cloud.created()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({"BUSY, CONFLICT", "NOT_FOUND, NOT_FOUND", "DENY, DENIED", "LOSE_REQUEST, UNAVAILABLE"
  })
  void aTerminateFailsAndTheMachineStays(CloudFault fault, Kind kind) {
    SimulatedCloudFixture scene = new SimulatedCloudFixture();
    MachineId id = scene.launch(1);
    scene.cloud.faults().next(RequestKind.TERMINATE, fault);

    CloudException error = errorOf(() -> scene.provider.terminate(id, scene.call()));

    assertThat(error.kind()).isEqualTo(kind);
    assertThat(error.conflict().isPresent()).isEqualTo(fault == CloudFault.BUSY);
    assertThat(scene.truth(id).state().allocated()).isTrue();
  }

  @Test
  void aLookThatFailsNeverHasAnEffect() {
    SimulatedCloudFixture scene = new SimulatedCloudFixture();
    scene.cloud.faults().next(RequestKind.READ, CloudFault.LOSE_REPLY);

    CloudException error = errorOf(scene::list);

    assertThat(error.kind()).isEqualTo(Kind.UNAVAILABLE);
    assertThat(error.effect()).isEqualTo(Effect.NONE);
  }

  @Test
  void anOrderStrikesOnlyItsVerbAndInTurn() {
    SimulatedCloudFixture scene = new SimulatedCloudFixture();
    PreparedLaunch request = scene.frozen();
    scene
        .cloud
        .faults()
        .nextCalls(2, RequestKind.LAUNCH, CloudFault.THROTTLE)
        .next(RequestKind.LAUNCH, CloudFault.DENY);

    scene.list();
    assertThat(errorOf(() -> scene.launch(request, 1, 1)).kind()).isEqualTo(Kind.THROTTLED);
    assertThat(errorOf(() -> scene.launch(request, 1, 1)).kind()).isEqualTo(Kind.THROTTLED);
    assertThat(errorOf(() -> scene.launch(request, 1, 1)).kind()).isEqualTo(Kind.DENIED);
    assertThat(scene.launch(request, 1, 1).machines()).hasSize(1);
  }

  @Test
  void aLateRequestActsWithinItsBoundAfterTheCallFailed() {
    Duration late = Duration.ofMinutes(2);
    SimulatedCloudFixture scene = new SimulatedCloudFixture(7, cloud -> cloud.lateAcceptance(late));
    PreparedLaunch request = scene.frozen();
    scene.cloud.faults().next(RequestKind.LAUNCH, CloudFault.ACCEPT_LATE);

    CloudException error = errorOf(() -> scene.launch(request, 1, 1));
    assertThat(error.effect()).isEqualTo(Effect.UNKNOWN);
    assertThat(scene.cloud.created()).isEmpty();
    scene.pass(late);

    assertThat(scene.cloud.created()).singleElement().satisfies(made -> {
      assertThat(made.key()).contains(key(1));
      assertThat(made.at())
          .isAfter(SimulatedCloudFixture.START)
          .isBeforeOrEqualTo(SimulatedCloudFixture.START.plus(late));
    });
    assertThat(scene.launch(request, 1, 1).machines()).hasSize(1);
    assertThat(scene.cloud.created()).hasSize(1);
  }

  @Test
  void aTerminateMayComeLateToo() {
    SimulatedCloudFixture scene = new SimulatedCloudFixture();
    MachineId id = scene.launch(1);
    scene.cloud.faults().next(RequestKind.TERMINATE, CloudFault.ACCEPT_LATE);

    errorOf(() -> scene.provider.terminate(id, scene.call()));
    assertThat(scene.truth(id).state().allocated()).isTrue();
    scene.pass(Duration.ofSeconds(5));

    assertThat(scene.truth(id).state().allocated()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"TOKEN, 1", "NAME, 1", "NONE, 2"})
  void aDuplicateMakesASecondMachineOnlyWithoutKeys(LaunchKeySupport.Kind keys, int made) {
    Duration life = keys == LaunchKeySupport.Kind.NONE ? Duration.ZERO : Duration.ofDays(1);
    SimulatedCloudFixture scene =
        new SimulatedCloudFixture(cloud -> cloud.keys(new LaunchKeySupport(keys, life, false)));
    PreparedLaunch request = scene.frozen();
    scene.cloud.faults().next(RequestKind.LAUNCH, CloudFault.DUPLICATE_REQUEST);

    assertThat(scene.launch(request, 1, 1).machines()).hasSize(1);

    assertThat(scene.cloud.created()).hasSize(made).allMatch(c -> c.key().isPresent());
  }

  @Test
  void aSlowCallTakesHalfItsTimeOrMoreAndEndsWell() {
    AtomicReference<Duration> spent = new AtomicReference<>(Duration.ZERO);
    SimulatedCloudFixture scene =
        new SimulatedCloudFixture(cloud -> cloud.callTimeout(Duration.ofSeconds(10)));
    PreparedLaunch request = scene.frozen();
    scene.cloud.faults().next(RequestKind.LAUNCH, CloudFault.SLOW);

    scene
        .cloud
        .provider((time, call) -> spent.set(spent.get().plus(time)))
        .launch(request, key(1), 1, scene.call());

    assertThat(spent.get()).isBetween(Duration.ofSeconds(5), Duration.ofMillis(9600));
  }

  @Test
  void latencyLiesInItsRange() {
    AtomicReference<Duration> spent = new AtomicReference<>(Duration.ZERO);
    SimulatedCloudFixture scene = new SimulatedCloudFixture(
        cloud -> cloud.latency(Duration.ofMillis(20), Duration.ofMillis(30)));

    for (int i = 0; i < 50; i++) {
      spent.set(Duration.ZERO);
      scene
          .cloud
          .provider((time, call) -> spent.set(spent.get().plus(time)))
          .identity(scene.call());
      assertThat(spent.get()).isBetween(Duration.ofMillis(20), Duration.ofMillis(30));
    }
  }

  @Test
  void lastingConditionsHoldUntilTheyAreMended() {
    SimulatedCloudFixture scene = new SimulatedCloudFixture();
    CloudFaultInjector faults = scene.cloud.faults();
    MachineId id = scene.launch(1);
    faults.credentialsExpired(true);
    assertThat(errorOf(scene::list).kind()).isEqualTo(Kind.UNAUTHENTICATED);
    assertThat(errorOf(scene::list).kind()).isEqualTo(Kind.UNAUTHENTICATED);
    faults.credentialsExpired(false).denied(RequestKind.TERMINATE, true);

    assertThat(errorOf(() -> scene.provider.terminate(id, scene.call())).kind())
        .isEqualTo(Kind.DENIED);
    assertThat(scene.launch(2)).isNotNull();
    faults.heal();

    scene.provider.terminate(id, scene.call());
    assertThat(faults.strikes(CloudFault.EXPIRE_CREDENTIALS)).isEqualTo(2);
    assertThat(faults.strikes(CloudFault.DENY)).isEqualTo(1);
  }

  @Test
  void anotherAccountIsEmptyAndSaysWhoItIs() {
    SimulatedCloudFixture scene = new SimulatedCloudFixture(cloud -> cloud.listLag(Duration.ZERO));
    MachineId id = scene.launch(1);
    PreparedLaunch request = scene.frozen();
    String mine = scene.provider.identity(scene.call());
    scene.cloud.faults().wrongAccount(true);

    assertThat(scene.provider.identity(scene.call())).isNotEqualTo(mine);
    assertThat(scene.list(ListQuery.all(SimulatedCloudFixture.WEB)).result().complete())
        .isTrue();
    assertThat(scene.list()).isEmpty();
    assertThat(errorOf(() -> scene.launch(request, 2, 1)).kind()).isEqualTo(Kind.DENIED);
    assertThat(errorOf(() -> scene.provider.terminate(id, scene.call())).kind())
        .isEqualTo(Kind.NOT_FOUND);
    scene.cloud.faults().heal();
    assertThat(scene.list()).hasSize(1);
  }

  @Test
  void meteredRequestsAreThrottledUntilTheBucketRefills() {
    SimulatedCloudFixture scene = new SimulatedCloudFixture(
        cloud -> cloud.bucket(RequestKind.LAUNCH, new TokenBucket(2, 0.5)));
    PreparedLaunch request = scene.frozen();
    scene.launch(request, 1, 1);
    scene.launch(request, 2, 1);

    CloudException throttled = errorOf(() -> scene.launch(request, 3, 1));
    assertThat(throttled.kind()).isEqualTo(Kind.THROTTLED);
    assertThat(throttled.retryAfter()).contains(Duration.ofSeconds(2));
    scene.list();
    scene.pass(Duration.ofSeconds(2));

    scene.launch(request, 3, 1);
    assertThat(errorOf(() -> scene.launch(request, 4, 1)).kind()).isEqualTo(Kind.THROTTLED);
  }

  @Test
  void meteredMachinesAreThrottledUntilThereIsRoomForAll() {
    SimulatedCloudFixture scene = new SimulatedCloudFixture(
        cloud -> cloud.maxPerKey(4).machineBucket(RequestKind.LAUNCH, new TokenBucket(5, 0.5)));
    PreparedLaunch request = scene.frozen();
    scene.launch(request, 1, 4);

    CloudException throttled = errorOf(() -> scene.launch(request, 2, 3));
    assertThat(throttled.kind()).isEqualTo(Kind.THROTTLED);
    assertThat(throttled.retryAfter()).contains(Duration.ofSeconds(4));
    scene.launch(request, 3, 1);
    scene.pass(Duration.ofSeconds(6));

    scene.launch(request, 2, 3);
  }

  @Test
  void chancesAreMetAboutAsOftenAsTold() {
    SimulatedCloudFixture scene = new SimulatedCloudFixture();
    scene.cloud.faults().rate(RequestKind.READ, CloudFault.LOSE_REPLY, 0.25);
    int lost = 0;
    for (int i = 0; i < 2000; i++) {
      try {
        scene.list();
      } catch (CloudException e) {
        lost++;
      }
    }
    assertThat(lost).isBetween(400, 600);
    assertThat(scene.cloud.faults().strikes(CloudFault.LOSE_REPLY)).isEqualTo(lost);
  }

  @ParameterizedTest
  @EnumSource(CloudFault.class)
  void everyFaultIsRefusedWhereItCannotStrike(CloudFault kind) {
    CloudFaultInjector faults = new SimulatedCloudFixture().cloud.faults();
    for (RequestKind verb : RequestKind.values()) {
      if (kind.verbs().contains(verb)) {
        faults.next(verb, kind).rate(verb, kind, 0.5);
      } else {
        assertThatThrownBy(() -> faults.next(verb, kind))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining(kind + " cannot strike " + verb);
      }
    }
  }

  @Test
  void ordersThatMakeNoSenseAreRefused() {
    CloudFaultInjector faults = new SimulatedCloudFixture().cloud.faults();

    assertThatThrownBy(() -> faults.rate(RequestKind.READ, CloudFault.SLOW, 1.5))
        .hasMessageContaining("0 to 1, was 1.5");
    assertThatThrownBy(() -> faults.perHour(CloudFault.SLOW, 1)).hasMessageContaining("SLOW");
    assertThatThrownBy(() -> faults.perHour(CloudFault.MACHINE_DIES, -1))
        .hasMessageContaining("0 or more, was -1");
    assertThatThrownBy(() -> faults.next(RequestKind.READ, CloudFault.SLOW, CloudFault.HANG))
        .hasMessageContaining("only one");
    assertThatThrownBy(() -> faults.next(RequestKind.READ)).hasMessageContaining("1 or more");
  }

  @Test
  void refusalsOfMachinesSayWhatStandsAgainstThem() {
    SimulatedCloudFixture scene = new SimulatedCloudFixture();
    MachineId id = scene.launch(1);
    scene.cloud.faults().next(RequestKind.TERMINATE, CloudFault.BUSY);

    assertThat(errorOf(() -> scene.provider.terminate(id, scene.call())).conflict())
        .contains(Conflict.BUSY);
  }
}

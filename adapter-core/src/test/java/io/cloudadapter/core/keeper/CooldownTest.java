package io.cloudadapter.core.keeper;

import static io.cloudadapter.api.scaling.AdjustmentType.CHANGE_IN_CAPACITY;
import static io.cloudadapter.api.scaling.AdjustmentType.EXACT_CAPACITY;
import static io.cloudadapter.api.scaling.ScalingDirection.SCALE_IN;
import static io.cloudadapter.api.scaling.ScalingDirection.SCALE_OUT;
import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.scaling.AdjustmentPolicy;
import io.cloudadapter.api.scaling.PolicySelector;
import io.cloudadapter.api.scaling.ScalingRequest;
import io.cloudadapter.core.config.ScalingConfig;
import io.cloudadapter.core.config.ScalingConfig.CooldownFrom;
import io.cloudadapter.core.ledger.ScalingRecord;
import io.cloudadapter.core.protocol.Effect;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** How long a direction rests after it was taken. */
class CooldownTest {
  private static final String WAITING = "Policy more cooldown is still in progress.";
  private static final ScalingConfig POLICIES = ScalingConfig.none()
      .with(
          "more",
          AdjustmentPolicy.of(SCALE_OUT, CHANGE_IN_CAPACITY, 2)
              .withBestEffort()
              .withCooldown(Duration.ofMinutes(10)))
      .with(
          "less",
          AdjustmentPolicy.of(SCALE_IN, CHANGE_IN_CAPACITY, 1).withCooldown(Duration.ofMinutes(5)));

  private static KeeperHarness pool(ScalingConfig policies) {
    KeeperHarness story = KeeperHarness.with(b -> b.scaling(policies));
    story.resize(4).run();
    return story;
  }

  private static String answer(KeeperHarness story, ScalingRequest request) {
    return story.scales(request).reason();
  }

  @Test
  void restsForItsTimeAndNotLonger() {
    KeeperHarness story = pool(POLICIES);
    story.scales(ScalingRequest.out());

    story.run(Duration.ofMinutes(10).minusNanos(1));
    assertThat(answer(story, ScalingRequest.out())).isEqualTo(WAITING);
    assertThat(story.view().desiredSize()).isEqualTo(6);

    story.run(Duration.ofNanos(1));
    assertThat(story.scales(ScalingRequest.out()).desiredSize()).isEqualTo(8);
  }

  @Test
  void holdsForACountOfTheCallerToo() {
    KeeperHarness story = pool(POLICIES);
    story.scales(ScalingRequest.out());

    assertThat(answer(story, ScalingRequest.out(1))).isEqualTo(WAITING);
  }

  @Test
  void isToldByTheNameThatAGivenPolicyHas() {
    KeeperHarness story = pool(POLICIES);
    AdjustmentPolicy policy =
        AdjustmentPolicy.of(SCALE_OUT, CHANGE_IN_CAPACITY, 1).withCooldown(Duration.ofMinutes(10));
    story.scales(ScalingRequest.out(), PolicySelector.given(policy, "night"), Optional.empty());

    assertThat(story
            .scales(ScalingRequest.out(), PolicySelector.given(policy, "night"), Optional.empty())
            .reason())
        .isEqualTo("Policy night cooldown is still in progress.");
    assertThat(story
            .scales(ScalingRequest.out(), PolicySelector.given(policy), Optional.empty())
            .reason())
        .isEqualTo("Policy of the request cooldown is still in progress.");
  }

  @Test
  void doesNotHideWhatWouldBeRefusedLaterToo() {
    KeeperHarness story = pool(POLICIES);
    story.scales(ScalingRequest.out());

    assertThat(answer(story, ScalingRequest.out("x")))
        .isEqualTo("Invalid count (x) for action 'CLUSTER_SCALE_OUT'.");
    assertThat(story
            .scales(ScalingRequest.in(), PolicySelector.named("more"), Optional.empty())
            .reason())
        .isEqualTo("The policy handles CLUSTER_SCALE_OUT only.");
  }

  @Test
  void tellsHowLongItLastsYet() {
    KeeperHarness story = pool(POLICIES);
    assertThat(story.scaling().cooldowns()).isEmpty();
    story.scales(ScalingRequest.out());
    story.run(Duration.ofMinutes(4));

    assertThat(story.scaling().cooldowns()).isEqualTo(Map.of("more", Duration.ofMinutes(6)));
    assertThat(story.scales(ScalingRequest.out()).steps())
        .containsExactly("6m of its cooldown are left", "ERROR: " + WAITING);
    story.run(Duration.ofMinutes(6));
    assertThat(story.scaling().cooldowns()).isEmpty();
  }

  @Test
  void tellsThatItHasNotBegun() {
    KeeperHarness story = pool(POLICIES.withCooldownFrom(CooldownFrom.READINESS));
    story.cloud.born = MachineState.PENDING;
    story.scales(ScalingRequest.out());
    story.run(Duration.ofMinutes(3));

    assertThat(story.scaling().cooldowns()).isEqualTo(Map.of("more", Duration.ofMinutes(10)));
    assertThat(story.scales(ScalingRequest.out()).steps())
        .contains("its cooldown of 10m begins when the pool has come to its size");
  }

  @Test
  void leavesTheOtherDirectionAlone() {
    KeeperHarness story = pool(POLICIES);
    story.scales(ScalingRequest.out());

    assertThat(story.scales(ScalingRequest.in()).ok()).isTrue();
    assertThat(answer(story, ScalingRequest.in()))
        .isEqualTo("Policy less cooldown is still in progress.");
  }

  @Test
  void isWrittenInTheAtomThatAcceptsTheCount() {
    KeeperHarness story = pool(POLICIES);
    Instant now = story.now().wall();
    story.diesAfterAtoms(1);

    try {
      story.scales(ScalingRequest.out());
    } catch (KeeperHarness.Died expected) {
      assertThat(story.pool().desired()).isEqualTo(6);
    }

    assertThat(story.pool().scale().scaledOut()).isEqualTo(now);
    assertThat(story.pool().scale().scaledIn()).isNull();
  }

  @Test
  void outlastsARestart() {
    KeeperHarness story = pool(POLICIES);
    story.scales(ScalingRequest.out());
    story.run(Duration.ofMinutes(4));

    story.crashAndRestart().run(Duration.ofMinutes(5));
    assertThat(answer(story, ScalingRequest.out())).isEqualTo(WAITING);
    story.run(Duration.ofMinutes(1));
    assertThat(story.scales(ScalingRequest.out()).ok()).isTrue();
  }

  @Test
  void isNotStartedByWhatChangesNothing() {
    KeeperHarness story = pool(POLICIES);
    story.resize(20).run(Duration.ofHours(1));

    assertThat(story.scales(ScalingRequest.out()).changes())
        .as("best effort at the limit")
        .isFalse();
    assertThat(answer(story, ScalingRequest.out("x")))
        .isEqualTo("Invalid count (x) for action 'CLUSTER_SCALE_OUT'.");
    story.scales(
        ScalingRequest.out(),
        PolicySelector.given(AdjustmentPolicy.of(SCALE_OUT, EXACT_CAPACITY, 20)),
        Optional.of("a key"));

    assertThat(story.pool().scale()).isEqualTo(ScalingRecord.NONE);
  }

  @Test
  void isNotStartedAgainByARepeatedRequest() {
    KeeperHarness story = pool(POLICIES);
    Optional<String> key = Optional.of("key-1");
    story.scales(ScalingRequest.out(), PolicySelector.own(), key);
    story.run(Duration.ofMinutes(6));

    assertThat(story.scales(ScalingRequest.out(), PolicySelector.own(), key).count())
        .isEqualTo(2);

    story.run(Duration.ofMinutes(4));
    assertThat(story.scales(ScalingRequest.out()).ok()).isTrue();
  }

  @Test
  void doesNotEndEarlyWhenTheWallClockLeapsAhead() {
    KeeperHarness story = pool(POLICIES);
    story.scales(ScalingRequest.out());

    story.wallClockJumps(Duration.ofDays(1));

    assertThat(answer(story, ScalingRequest.out())).isEqualTo(WAITING);
  }

  @Test
  void doesNotLastForDaysWhenTheWallClockIsSetBack() {
    KeeperHarness story = pool(POLICIES);
    story.scales(ScalingRequest.out());

    story.wallClockJumps(Duration.ofDays(-3));
    story.run(Duration.ofMinutes(10));
    assertThat(story.scales(ScalingRequest.out()).ok()).isTrue();

    story.wallClockJumps(Duration.ofDays(-3));
    story.crashAndRestart().run(Duration.ofMinutes(10));
    assertThat(story.scales(ScalingRequest.out()).ok()).as("after a restart").isTrue();
  }

  @Test
  void maybeBeginsWhenTheMachinesRun() {
    KeeperHarness story = pool(POLICIES.withCooldownFrom(CooldownFrom.READINESS));
    story.cloud.born = MachineState.PENDING;
    story.scales(ScalingRequest.out());

    story.run(Duration.ofMinutes(12));
    assertThat(answer(story, ScalingRequest.out())).as("nothing runs yet").isEqualTo(WAITING);
    assertThat(story.pool().scale().scaledOut()).isNull();

    story.crashAndRestart();
    story.cloud.boxes.values().forEach(box -> box.state = MachineState.RUNNING);
    story.run(Duration.ofMinutes(1));
    assertThat(story.pool().scale().scaledOut()).isNotNull();
    story.run(Duration.ofMinutes(8));
    assertThat(answer(story, ScalingRequest.out())).isEqualTo(WAITING);
    story.run(Duration.ofMinutes(2));
    assertThat(story.scales(ScalingRequest.out()).ok()).isTrue();
  }

  @Test
  void maybeBeginsWhenTheMachinesAreGone() {
    KeeperHarness story = pool(POLICIES.withCooldownFrom(CooldownFrom.READINESS));
    story.cloud.stuckEnds = true;
    story.scales(ScalingRequest.in());
    story.run(Duration.ofMinutes(20));
    assertThat(story.pool().scale().scaledIn()).isNull();
    assertThat(story.scales(ScalingRequest.in()).ok()).isFalse();

    story.cloud.stuckEnds = false;
    story.run(Duration.ofMinutes(2));

    assertThat(story.pool().scale().scaledIn()).isNotNull();
    story.run(Duration.ofMinutes(5));
    assertThat(story.scales(ScalingRequest.in()).ok()).isTrue();
  }

  @Test
  void maybeBeginsWhenMachinesThatWereOnTheirWayAreGoneToo() {
    KeeperHarness story = pool(POLICIES.withCooldownFrom(CooldownFrom.READINESS));
    story.holds(effect -> effect instanceof Effect.Launch);
    story.resize(6);
    story.scales(ScalingRequest.in(3));

    story.run(Duration.ofMinutes(2));
    assertThat(story.cloud.alive()).as("one of four is gone").hasSize(3);
    assertThat(story.pool().scale().scaledIn()).as("two are to come yet").isNull();

    story.releases();
    story.run(Duration.ofMinutes(5));
    assertThat(story.size()).containsExactly(3, 3, 0);
    assertThat(story.pool().scale().scaledIn()).isNotNull();
  }
}

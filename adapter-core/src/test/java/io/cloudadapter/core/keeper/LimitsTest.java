package io.cloudadapter.core.keeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.scaling.AdjustmentPolicy;
import io.cloudadapter.api.scaling.AdjustmentType;
import io.cloudadapter.api.scaling.ResizeDecision;
import io.cloudadapter.api.scaling.ResizeRequest;
import io.cloudadapter.api.scaling.ScalingDirection;
import io.cloudadapter.api.scaling.ScalingRequest;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.config.ScalingConfig;
import io.cloudadapter.core.ledger.ScalingRecord;
import io.cloudadapter.core.protocol.Command;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Resizing, and the limits that it sets. */
class LimitsTest {
  private static final Optional<String> KEY = Optional.of("key-1");
  private static final ScalingConfig WIDE =
      ScalingConfig.none().withMinSize(1).withMaxSizeLimit(100);

  private static KeeperHarness pool(int size) {
    KeeperHarness story = KeeperHarness.with(b -> b.scaling(WIDE));
    story.resize(size).run();
    return story;
  }

  private static ScalingRequest out(int count) {
    return ScalingRequest.out(count);
  }

  @Test
  void comesToTheSizeThatItIsAskedFor() {
    KeeperHarness story = pool(4);

    ResizeDecision decision =
        story.resizes(Map.of("adjustment_type", "CHANGE_IN_PERCENTAGE", "number", -50));

    assertThat(decision.toMap())
        .isEqualTo(Map.of(
            "status",
            "OK",
            "reason",
            "Scaling request validated.",
            "deletion",
            Map.of("count", 2)));
    story.run();
    assertThat(story.size()).containsExactly(2, 2, 0);
    story.resizes(Map.of("adjustment_type", "EXACT_CAPACITY", "number", 7));
    story.run();
    assertThat(story.size()).containsExactly(7, 7, 0);
  }

  @Test
  void setsLimitsThatOutlastRestarts() {
    KeeperHarness story = pool(4);

    story.resizes(Map.of("min_size", 3, "max_size", 30));
    story.crashAndRestart().run();

    assertThat(story.scales(ScalingRequest.in(2)).reason())
        .isEqualTo("The target capacity (2) is less than the cluster's min_size (3).");
    assertThat(story.scales(out(27)).reason())
        .isEqualTo("The target capacity (31) is greater than the cluster's max_size (30).");
    assertThat(story.scales(out(21)).desiredSize())
        .as("above the configured 20")
        .isEqualTo(25);
    story.run(Duration.ofHours(1));
    assertThat(story.size()).containsExactly(25, 25, 0);
    assertThat(story.refuses(new Command.SetDesiredSize(31)))
        .hasMessage("desiredSize must be 0 to 30, was 31");
  }

  @Test
  void keepsTheLimitThatWasNotNamed() {
    KeeperHarness story = pool(4);
    story.resizes(Map.of("min_size", 3));

    story.resizes(Map.of("max_size", 10));

    assertThat(story.pool().scale().minSize()).isEqualTo(new ScalingRecord.Limit(3, 1));
    assertThat(story.pool().scale().maxSize()).isEqualTo(new ScalingRecord.Limit(10, 20));
  }

  @Test
  void neverGoesAboveTheCap() {
    KeeperHarness story = pool(4);

    assertThat(story.resizes(Map.of("max_size", 101)).reason())
        .isEqualTo(
            "The specified max_size (101) is greater than the maximum number of nodes allowed"
                + " per cluster (100).");
    assertThat(story.resizes(Map.of("max_size", -1)).ok())
        .as("no limit but the cap")
        .isTrue();
    assertThat(story.scales(out(97)).ok()).isFalse();
    assertThat(story.refuses(new Command.SetDesiredSize(101)).reason()).isEqualTo(Reason.INVALID);
    KeeperHarness plain = KeeperHarness.begins();
    plain.run();
    assertThat(plain.resizes(Map.of("max_size", 21)).reason())
        .as("without a cap of its own the configured maxSize is one")
        .isEqualTo("The specified max_size (21) is greater than the maximum number of nodes allowed"
            + " per cluster (20).");
  }

  @Test
  void changesNothingWhenItRefuses() {
    KeeperHarness story = pool(4);
    Map<String, byte[]> before = Map.copyOf(story.disk);

    ResizeDecision refused = story.resizes(
        ResizeRequest.parse(Map.of(
            "adjustment_type", "EXACT_CAPACITY", "number", 30, "min_size", 2, "max_size", 25)),
        KEY);

    assertThat(refused.reason())
        .isEqualTo("The target capacity (30) is greater than the specified max_size (25).");
    assertThat(story.disk).isEqualTo(before);
  }

  @Test
  void goesAsFarAsTheLimitsAllowWhenItIsNotStrict() {
    KeeperHarness story = pool(4);

    story.resizes(Map.of("max_size", 12));
    ResizeDecision decision =
        story.resizes(Map.of("adjustment_type", "EXACT_CAPACITY", "number", 30, "strict", false));

    assertThat(decision.count()).isEqualTo(8);
    story.run();
    assertThat(story.size()).containsExactly(12, 12, 0);
  }

  @Test
  void repeatsItsFirstAnswerUnderTheSameKey() {
    KeeperHarness story = pool(4);
    ResizeRequest grow = ResizeRequest.to(AdjustmentType.CHANGE_IN_CAPACITY, 3);
    ResizeDecision first = story.resizes(grow, KEY);
    story.crashAndRestart().run();

    ResizeDecision again = story.resizes(grow, KEY);

    assertThat(again).isEqualTo(first);
    assertThat(again.steps()).isEqualTo(first.steps());
    assertThat(story.size()).containsExactly(7, 7, 0);
  }

  @Test
  void refusesLimitsAloneThatTheDesiredSizeDoesNotFit() {
    KeeperHarness story = KeeperHarness.with(b -> b.scaling(WIDE.withMinSize(5)));
    story.resize(0).run();
    Map<String, byte[]> before = Map.copyOf(story.disk);

    ResizeDecision refused = story.resizes(Map.of("max_size", 19));

    assertThat(refused.reason())
        .isEqualTo("The target capacity (0) is less than the cluster's min_size (5).");
    assertThat(story.disk).isEqualTo(before);
    story.run();
    assertThat(story.size()).containsExactly(0, 0, 0);
  }

  @Test
  void endsNoMachineForLimitsAloneAfterTheMaximumWasLowered() {
    KeeperHarness story = pool(10);
    story.restartWith(b -> PoolConfig.named("web", "here", 6)).run();

    ResizeDecision refused = story.resizes(Map.of("min_size", 3, "strict", true));

    assertThat(refused.ok()).isFalse();
    story.run();
    assertThat(story.size()).containsExactly(10, 10, 0);
    ResizeDecision moved = story.resizes(Map.of("min_size", 3, "strict", false));
    assertThat(moved.toMap()).containsEntry("deletion", Map.of("count", 4));
    assertThat(moved.desiredSize()).isEqualTo(6);
    story.run();
    assertThat(story.size()).containsExactly(6, 6, 0);
  }

  @Test
  void raisesAnAlarmForMachinesAboveALoweredMaximumAndEndsNone() {
    KeeperHarness story = pool(10);
    story.restartWith(b -> PoolConfig.named("web", "here", 6)).run();

    assertThat(story.size()).containsExactly(10, 10, 0);
    assertThat(story.alarms()).containsExactly(Alarm.Code.AT_MAX_SIZE);
    assertThat(story.alarm(Alarm.Code.AT_MAX_SIZE))
        .contains("10 machines count, which is more than maxSize 6", "resize to 6 or less");
    assertThat(story.plan().terminations()).isEmpty();
    assertThat(story.plan().holds()).anyMatch(hold -> hold.code() == Alarm.Code.AT_MAX_SIZE);
    story.crashAndRestart().run();
    assertThat(story.alarms()).containsExactly(Alarm.Code.AT_MAX_SIZE);

    story.cloud.dies("i-0001");
    story.run();
    assertThat(story.view().machines()).as("none is replaced above the maximum").hasSize(9);
    assertThat(story.alarms()).containsExactly(Alarm.Code.AT_MAX_SIZE);

    story.resize(6).run();
    assertThat(story.size()).containsExactly(6, 6, 0);
    assertThat(story.alarms()).isEmpty();
  }

  @Test
  void forgetsALimitWhenTheConfigurationSaysSomethingElse() {
    KeeperHarness story = pool(4);
    story.resizes(Map.of("min_size", 3, "max_size", 10));

    story.restartWith(b -> b.scaling(WIDE.withMinSize(2))).run();

    assertThat(story.pool().scale().minSize()).as("configured anew").isNull();
    assertThat(story.pool().scale().maxSize()).as("not touched").isNotNull();
    assertThat(story.scales(ScalingRequest.in(2)).ok()).isTrue();
    assertThat(story.scales(out(9)).ok()).isFalse();

    story
        .restartWith(b -> PoolConfig.named("web", "here", 15).scaling(WIDE.withMinSize(2)))
        .run();
    assertThat(story.scales(out(9)).ok()).as("2 and 9 are within 15").isTrue();
  }

  @Test
  void holdsALimitBelowACapThatWasLowered() {
    KeeperHarness story = pool(4);
    story.resizes(Map.of("max_size", 60));

    story.restartWith(b -> b.scaling(WIDE.withMaxSizeLimit(40))).run();

    assertThat(story.refuses(new Command.SetDesiredSize(41)))
        .hasMessage("desiredSize must be 0 to 40, was 41");
    assertThat(story.scales(out(37)).ok()).isFalse();
    assertThat(story.scales(out(36)).ok()).isTrue();
  }

  @Test
  void setsALowerSizeThanTheMinimumWhenAPersonSaysSo() {
    KeeperHarness story = pool(4);

    story.resize(0).run();

    assertThat(story.size()).containsExactly(0, 0, 0);
  }

  @Test
  void beginsWithItsMinimum() {
    KeeperHarness story = KeeperHarness.with(b -> b.scaling(WIDE.withMinSize(3)));
    story.run();

    assertThat(story.size()).containsExactly(3, 3, 0);
  }

  @Test
  void neitherWaitsForACooldownNorStartsOne() {
    KeeperHarness story = KeeperHarness.with(b -> b.scaling(ScalingConfig.none()
        .with(
            "out",
            AdjustmentPolicy.of(ScalingDirection.SCALE_OUT, AdjustmentType.CHANGE_IN_CAPACITY, 1)
                .withCooldown(Duration.ofHours(1)))));
    story.resize(4).run();
    ResizeRequest grow = ResizeRequest.to(AdjustmentType.CHANGE_IN_CAPACITY, 1);

    story.resizes(grow, Optional.empty());
    assertThat(story.scales(ScalingRequest.out()).ok()).isTrue();
    assertThat(story.resizes(grow, Optional.empty()).ok()).isTrue();
    assertThat(story.scales(ScalingRequest.out()).ok()).isFalse();
  }
}

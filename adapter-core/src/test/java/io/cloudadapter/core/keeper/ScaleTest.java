package io.cloudadapter.core.keeper;

import static io.cloudadapter.api.scaling.AdjustmentType.CHANGE_IN_CAPACITY;
import static io.cloudadapter.api.scaling.AdjustmentType.CHANGE_IN_PERCENTAGE;
import static io.cloudadapter.api.scaling.AdjustmentType.EXACT_CAPACITY;
import static io.cloudadapter.api.scaling.ScalingDirection.SCALE_IN;
import static io.cloudadapter.api.scaling.ScalingDirection.SCALE_OUT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.scaling.AdjustmentPolicy;
import io.cloudadapter.api.scaling.DeletionCriteria;
import io.cloudadapter.api.scaling.DeletionPolicy;
import io.cloudadapter.api.scaling.PolicySelector;
import io.cloudadapter.api.scaling.ResizeRequest;
import io.cloudadapter.api.scaling.ScalingDecision;
import io.cloudadapter.api.scaling.ScalingRequest;
import io.cloudadapter.api.scaling.TargetTrackingPolicy;
import io.cloudadapter.core.config.ScalingConfig;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.CommandResult;
import io.cloudadapter.core.protocol.CommandSender;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.core.protocol.StepResult;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Scaling by policies: decided on the keeper's own numbers, answered as decided. */
class ScaleTest {
  private static final Optional<String> KEY = Optional.of("key-1");
  private static final ScalingConfig POLICIES = ScalingConfig.none()
      .withMinSize(2)
      .with("more", AdjustmentPolicy.of(SCALE_OUT, CHANGE_IN_PERCENTAGE, 50))
      .with("less", AdjustmentPolicy.of(SCALE_IN, CHANGE_IN_CAPACITY, 3));

  private static KeeperHarness pool(int size) {
    KeeperHarness story = KeeperHarness.with(b -> b.scaling(POLICIES));
    story.resize(size).run();
    return story;
  }

  @Test
  void scalesByTheCountOfTheCallerWithoutAPolicy() {
    KeeperHarness story = KeeperHarness.begins();
    story.resize(4).run();

    assertThat(story.scales(ScalingRequest.out(3)).toMap())
        .isEqualTo(Map.of(
            "status",
            "OK",
            "reason",
            "Scaling request validated.",
            "creation",
            Map.of("count", 3)));
    assertThat(story.view().desiredSize()).isEqualTo(7);
    assertThat(story.scales(ScalingRequest.in()).desiredSize()).isEqualTo(6);
    story.run();
    assertThat(story.size()).containsExactly(6, 6, 0);
    assertThat(story.cloud.launches).hasSize(7);
    assertThat(story.cloud.terminations).hasSize(1);
  }

  @Test
  void letsThePolicyOfTheDirectionDecide() {
    KeeperHarness story = pool(6);

    assertThat(story.scales(ScalingRequest.out()).count()).isEqualTo(3);
    assertThat(story.view().desiredSize()).isEqualTo(9);
    assertThat(story.scales(ScalingRequest.in()).count()).isEqualTo(3);
    assertThat(story.view().desiredSize()).isEqualTo(6);
  }

  @Test
  void takesTheLargestOfSeveralPolicies() {
    KeeperHarness story = KeeperHarness.with(
        b -> b.scaling(POLICIES.with("most", AdjustmentPolicy.of(SCALE_OUT, EXACT_CAPACITY, 11))));
    story.resize(4).run();

    assertThat(story.scales(ScalingRequest.out()).count()).isEqualTo(7);
    assertThat(story.view().desiredSize()).isEqualTo(11);
  }

  @Test
  void asksTheNamedOrTheGivenPolicyAlone() {
    KeeperHarness story = pool(4);
    PolicySelector given = PolicySelector.given(AdjustmentPolicy.of(SCALE_OUT, EXACT_CAPACITY, 5));

    assertThat(story.scales(ScalingRequest.out(), PolicySelector.named("more"), Optional.empty()))
        .hasToString("OK: scale out by 2 to 6, desired size 6");
    assertThat(story.scales(ScalingRequest.in(), PolicySelector.named("more"), Optional.empty()))
        .hasToString("ERROR: The policy handles CLUSTER_SCALE_OUT only.");
    assertThat(story.scales(ScalingRequest.out(), given, Optional.empty()).status())
        .as("5 of 6 is no scaling out")
        .isEqualTo(ScalingDecision.Status.ERROR);
    assertThat(story.view().desiredSize()).isEqualTo(6);
  }

  @Test
  void refusesPoliciesThatAreNotThereOrDoNotScale() {
    KeeperHarness story = KeeperHarness.with(
        b -> b.scaling(POLICIES.with("oldest", DeletionPolicy.of(DeletionCriteria.OLDEST_FIRST))));
    story.run();

    assertThat(
            story.refuses(new Command.Scale(ScalingRequest.out(), PolicySelector.named("nothing"))))
        .hasMessage("pool web has no policy 'nothing'")
        .extracting(PoolException::reason, PoolException::detail)
        .containsExactly(Reason.NOT_FOUND, "It has less, more, oldest.");
    assertThat(
            story.refuses(new Command.Scale(ScalingRequest.out(), PolicySelector.named("oldest"))))
        .hasMessage("policy 'oldest' does not scale, it is a DeletionPolicy")
        .extracting(PoolException::reason)
        .isEqualTo(Reason.INVALID);
    assertThatThrownBy(() -> PolicySelector.given((request, view) -> null))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void changesNothingWhenItRefuses() {
    KeeperHarness story = pool(18);
    Map<String, byte[]> before = Map.copyOf(story.disk);

    ScalingDecision decision = story.scales(ScalingRequest.out(3), PolicySelector.own(), KEY);

    assertThat(decision.toMap())
        .isEqualTo(Map.of(
            "status",
            "ERROR",
            "reason",
            "The target capacity (21) is greater than the maximum number of nodes allowed per"
                + " cluster (20)."));
    assertThat(story.disk).isEqualTo(before);
    assertThat(story.scales(ScalingRequest.out("02"), PolicySelector.own(), KEY).reason())
        .isEqualTo("Invalid count (02) for action 'CLUSTER_SCALE_OUT'.");
    assertThat(story.scales(ScalingRequest.in(17), PolicySelector.own(), KEY).reason())
        .isEqualTo("The target capacity (1) is less than the cluster's min_size (2).");
    assertThat(story.scales(ScalingRequest.out(1), PolicySelector.own(), KEY).ok())
        .as("the key of a refusal is free")
        .isTrue();
  }

  @Test
  void repeatsItsFirstAnswerUnderTheSameKey() {
    KeeperHarness story = pool(4);
    ScalingDecision first = story.scales(ScalingRequest.out(), PolicySelector.own(), KEY);
    assertThat(first.count()).isEqualTo(2);
    story.run();

    ScalingDecision again = story.scales(ScalingRequest.out(), PolicySelector.own(), KEY);
    story.crashAndRestart().run();
    ScalingDecision after = story.scales(ScalingRequest.out(), PolicySelector.own(), KEY);

    assertThat(again).isEqualTo(first);
    assertThat(after).as("after a restart").isEqualTo(first);
    assertThat(after.steps()).isEqualTo(first.steps()).hasSizeGreaterThan(2);
    assertThat(after.toMap()).isEqualTo(first.toMap());
    assertThat(story.size()).containsExactly(6, 6, 0);
    assertThat(KeeperHarness.refusal(
                story.ask(new Command.Scale(ScalingRequest.out(1), PolicySelector.own()), KEY))
            .reason())
        .as("another count is another request")
        .isEqualTo(Reason.CONFLICT);
  }

  @Test
  void refusesAnotherRequestUnderAUsedKeyWithoutShowingTheFirst() {
    KeeperHarness story = pool(4);
    story.scales(ScalingRequest.out(1), PolicySelector.own(), KEY);
    ResizeRequest narrow = new ResizeRequest(
        Optional.of(EXACT_CAPACITY),
        OptionalDouble.of(4),
        OptionalInt.of(1),
        OptionalInt.empty(),
        OptionalInt.empty(),
        false);
    story.resizes(narrow, Optional.of("other"));
    Command metric = new Command.Scale(ScalingRequest.measured("jobs", 2.5), PolicySelector.own());

    for (Optional<String> key : List.of(KEY, Optional.of("other"))) {
      assertThat(KeeperHarness.refusal(story.ask(metric, key)))
          .hasMessage("this idempotency key was used for another request");
      assertThat(KeeperHarness.refusal(story.ask(metric, key)).detail())
          .isEqualTo("Use a new key for each intended change.");
    }
    assertThat(metric.canonicalForm()).isEqualTo("metrics jobs {\"value\":2.5}");
    assertThat(new Command.Scale(ScalingRequest.in("0\"2"), PolicySelector.named("calm"))
            .canonicalForm())
        .isEqualTo("scale {\"event\":\"in\",\"count\":\"0\\\"2\",\"policy\":\"calm\"}");
    assertThat(new Command.Scale(
                ScalingRequest.out(), PolicySelector.given(TargetTrackingPolicy.of(50), "mine"))
            .canonicalForm())
        .isEqualTo("scale {\"event\":\"out\",\"policy\":{\"name\":\"mine\","
            + "\"type\":\"adapter.policy.target\",\"version\":\"1.0\","
            + "\"properties\":{\"target\":50.0,\"margin\":0.1,\"scale_in\":true}}}");
  }

  @Test
  void writesTheAnswerInTheSameAtomAsTheChange() {
    KeeperHarness story = pool(4);
    story.holds(effect -> true);

    StepResult step = story.tell(new Event.Asked(
        new Command.Scale(ScalingRequest.out(), PolicySelector.own()), CommandSender.under(KEY)));

    assertThat(step.atoms())
        .anyMatch(atom -> atom.containsKey("pools/web/pool")
            && atom.keySet().stream().anyMatch(key -> key.startsWith("pools/web/reply/")));
  }

  @Test
  void neverDecidesTwiceFromTheSameNumber() {
    KeeperHarness story = pool(4);
    CommandSender one = CommandSender.under(Optional.empty());
    CommandSender other = CommandSender.under(Optional.empty());
    Command half = new Command.Scale(ScalingRequest.out(), PolicySelector.own());

    story.tell(new Event.Asked(half, one), new Event.Asked(half, other));

    assertThat(one.answer().join())
        .hasToString("Scaled[decision=OK: scale out by 2 to 6, desired size 6]");
    assertThat(other.answer().join())
        .hasToString("Scaled[decision=OK: scale out by 3 to 9, desired size 9]");
    assertThat(story.view().desiredSize()).isEqualTo(9);
  }

  @Test
  void aReadingThatComesAgainShrinksNothingAgain() {
    KeeperHarness story =
        KeeperHarness.with(b -> b.scaling(POLICIES.with("load", TargetTrackingPolicy.of(60))));
    story.resize(8).run();
    story.holds(Effect.Terminate.class::isInstance);

    assertThat(story.scales(ScalingRequest.measured(45)).desiredSize()).isEqualTo(6);
    ScalingDecision again = story.scales(ScalingRequest.measured(45));

    assertThat(again.view().leaving()).isEqualTo(2);
    assertThat(again.changes()).isFalse();
    story.releases();
    story.run();
    assertThat(story.scales(ScalingRequest.measured(45)).desiredSize()).isEqualTo(5);
  }

  @Test
  void startsFromWhatIsPromised() {
    KeeperHarness story = pool(4);
    story.holds(Effect.Launch.class::isInstance);

    story.scales(ScalingRequest.out());
    ScalingDecision next = story.scales(ScalingRequest.out());

    assertThat(next.view().committed()).as("4 there and 2 promised").isEqualTo(6);
    assertThat(next.view().warming()).isEqualTo(2);
    assertThat(next.count()).isEqualTo(3);
    assertThat(story.view().desiredSize()).isEqualTo(9);
  }

  @Test
  void neverLowersTheSizeByScalingOut() {
    KeeperHarness story = pool(4);
    story.cloud.refusingAll = FakeCloud.refusal(io.cloudadapter.spi.CloudException.Kind.QUOTA);
    story.resize(10).run();
    int committed = story.scales(ScalingRequest.out(1)).view().committed();

    assertThat(committed).isEqualTo(4);
    assertThat(story.view().desiredSize()).isEqualTo(10);
  }

  @Test
  void answersMetricsByThePoliciesThatWatchThem() {
    KeeperHarness story =
        KeeperHarness.with(b -> b.scaling(POLICIES.with("load", TargetTrackingPolicy.of(50))));
    story.resize(4).run();

    story.cloud.born = MachineState.PENDING;
    assertThat(story.scales(ScalingRequest.measured(100)).desiredSize()).isEqualTo(8);
    assertThat(story.scales(ScalingRequest.measured(100)).changes())
        .as("what warms up was ordered for the same reason")
        .isFalse();
  }

  @Test
  void answersANamedMetricByThePoliciesThatWatchThatOne() {
    KeeperHarness story = KeeperHarness.with(b -> b.scaling(POLICIES
        .with("load", TargetTrackingPolicy.of(50))
        .with("jobs", TargetTrackingPolicy.of(10).watching("queue.length"))));
    story.resize(4).run();

    assertThat(story.scales(ScalingRequest.measured("load", 75)).desiredSize()).isEqualTo(6);
    story.run();
    assertThat(story.scales(ScalingRequest.measured("queue.length", 15)).desiredSize())
        .isEqualTo(9);
    assertThat(story.refuses(
            new Command.Scale(ScalingRequest.measured("jobs", 1), PolicySelector.own())))
        .hasMessage("no policy of pool web watches the metric jobs")
        .extracting(PoolException::reason, PoolException::detail)
        .containsExactly(Reason.NOT_FOUND, "Watched are load, queue.length.");
  }

  @Test
  void waitsForTheFirstList() {
    KeeperHarness story = KeeperHarness.with(b -> b.scaling(POLICIES));
    story.holds(effect -> true);

    CompletableFuture<CommandResult> answer =
        story.ask(new Command.Scale(ScalingRequest.out(), PolicySelector.own()), Optional.empty());

    assertThat(KeeperHarness.refusal(answer))
        .hasMessage("the pool has not listed its cloud yet")
        .extracting(PoolException::reason)
        .isEqualTo(Reason.UNAVAILABLE);
  }
}

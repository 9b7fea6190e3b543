package io.cloudadapter.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.Secret;
import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.spi.CloudException.Conflict;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.config.ConfigSpec;
import io.cloudadapter.spi.feature.SpotNotice;
import io.cloudadapter.spi.feature.WaitingMachine;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SpiTypesTest {
  private static final MachineId ID = new MachineId("i-1");

  @Test
  void aKeyHasTheFormThatEveryCloudTakes() {
    assertThat(new LaunchKey("a".repeat(27)).value()).hasSize(27);
    for (String wrong : List.of("", "a".repeat(26), "a".repeat(28), "A".repeat(27))) {
      assertThatThrownBy(() -> new LaunchKey(wrong)).hasMessageContaining("27 of [a-z0-9]");
      assertThatThrownBy(() -> new PoolIncarnation(wrong)).hasMessageContaining("27 of [a-z0-9]");
    }
  }

  @Test
  void aProfileAddsUpHowLongToLookForALaunch() {
    ProviderProfile profile = ProviderProfile.builder()
        .callTimeout(Duration.ofSeconds(30))
        .lateAcceptance(Duration.ofMinutes(10))
        .visibleWithin(Duration.ofSeconds(150))
        .goneWithin(Duration.ofSeconds(60))
        .build();

    assertThat(profile.listLag()).isEqualTo(Duration.ofSeconds(150));
    assertThat(profile.settle()).isEqualTo(Duration.ofSeconds(780));
  }

  @Test
  void aProfileRefusesWhatCannotBe() {
    assertThatThrownBy(() -> ProviderProfile.builder().maxPerKey(0).build())
        .hasMessage("maxPerKey must be 1 or more, was 0");
    assertThatThrownBy(
            () -> ProviderProfile.builder().callTimeout(Duration.ZERO).build())
        .hasMessage("callTimeout must be above 0");
    assertThatThrownBy(
            () -> ProviderProfile.builder().goneWithin(Duration.ofSeconds(-1)).build())
        .hasMessage("goneWithin must not be negative, was PT-1S");
    TokenBucket two = new TokenBucket(2, 1);
    assertThatThrownBy(() -> ProviderProfile.builder()
            .maxPerKey(3)
            .machineBucket(RequestKind.LAUNCH, two)
            .build())
        .hasMessage("machineBuckets of LAUNCH must hold maxPerKey, 3, was 2.0");
    assertThatThrownBy(
            () -> ProviderProfile.builder().machineBucket(RequestKind.READ, two).build())
        .hasMessage("machineBuckets must be of LAUNCH and TERMINATE, was READ");
    assertThatThrownBy(() -> new TokenBucket(0.5, 1)).hasMessageContaining("burst >= 1");
    assertThatThrownBy(() -> new TokenBucket(1, Double.NaN)).hasMessageContaining("perSecond > 0");
    assertThatThrownBy(() -> LaunchKeySupport.token(Duration.ZERO))
        .hasMessageContaining("positive");
  }

  @Test
  void aMachineThatWasToEndWithOthersIsAcceptedOrRefusedAndNotBoth() {
    CloudException why = CloudException.of(Kind.DENIED, Effect.NONE, "no").build();

    assertThat(new TerminateResult(Set.of(ID), Map.of()).accepted()).containsExactly(ID);
    assertThatThrownBy(() -> new TerminateResult(Set.of(ID), Map.of(ID, why)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a machine must not be both accepted and refused, was: i-1");
  }

  @Test
  void aNoticeOfTheSpotMarketCanBeForgotten() {
    assertThat(new SpotNotice("r", ID, SpotNotice.What.RISK, Optional.empty()).receipt())
        .isEqualTo("r");
    for (String wrong : List.of("", "r".repeat(4097))) {
      assertThatThrownBy(
              () -> new SpotNotice(wrong, ID, SpotNotice.What.INTERRUPTION, Optional.empty()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("receipt must have 1 to 4096 characters, had " + wrong.length());
    }
  }

  @Test
  void aHeldMachineIsHeldForSomeTime() {
    PoolName pool = new PoolName("web");
    assertThat(
            new WaitingMachine(pool, ID, LifecycleTransition.LAUNCH, Duration.ofNanos(1)).machine())
        .isEqualTo(ID);
    for (Duration wrong : List.of(Duration.ZERO, Duration.ofSeconds(-1))) {
      assertThatThrownBy(() -> new WaitingMachine(pool, ID, LifecycleTransition.TERMINATE, wrong))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("span must be above 0, was " + wrong);
    }
  }

  @Test
  void onlyACloudThatRemembersKeysIsAskedTwice() {
    assertThat(LaunchKeySupport.none().resendable()).isFalse();
    assertThat(LaunchKeySupport.token(Duration.ofDays(1)).resendable()).isTrue();
    assertThat(LaunchKeySupport.name(Duration.ofDays(1)).resendable()).isTrue();
  }

  @Test
  void aStoppedMachineHasNotEndedForGood() {
    assertThat(MachineSighting.of(ID, MachineState.TERMINATED).build().end())
        .isEqualTo(MachineSighting.End.FINAL);
    assertThat(MachineSighting.of(ID, MachineState.RUNNING).stopped().build().end())
        .isEqualTo(MachineSighting.End.STOPPED);
    assertThat(MachineSighting.of(ID, MachineState.RUNNING).build().end())
        .isEqualTo(MachineSighting.End.NOT_ENDED);
  }

  @Test
  void aStateThatIsUnknownIsNeverAnEnd() {
    MachineSighting odd =
        MachineSighting.of(ID, MachineState.TERMINATED).stateUnknown().build();

    assertThat(odd.stateKnown()).isFalse();
    assertThat(odd.end()).isEqualTo(MachineSighting.End.NOT_ENDED);
  }

  @Test
  void usersCannotHideAMarkBehindATagOfTheirOwn() {
    assertThatThrownBy(() -> new LaunchSpec(
            new PoolName("web"),
            new PoolIncarnation("i".repeat(27)),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            LaunchSpec.Market.ON_DEMAND,
            Map.of("ca-pool", "mine"),
            Optional.empty(),
            ConfigSpec.none().parse(Map.of())))
        .hasMessageContaining("ca-pool");
  }

  @Test
  void aPreparedLaunchIsItsBytesAndShowsNoneOfThem() {
    byte[] bytes = {1, 2, 3};
    PreparedLaunch launch = PreparedLaunch.of(bytes);
    bytes[0] = 9;

    assertThat(launch.bytes()).containsExactly(1, 2, 3);
    assertThat(launch)
        .isEqualTo(PreparedLaunch.of(new byte[] {1, 2, 3}))
        .hasToString("PreparedLaunch[3 bytes]");
    assertThatThrownBy(() -> PreparedLaunch.of(new byte[0])).hasMessageContaining("has 0");
    assertThatThrownBy(() -> PreparedLaunch.of(new byte[PreparedLaunch.MAX_BYTES + 1]))
        .hasMessageContaining("must have 1 to");
  }

  @Test
  void aLaunchWithoutMachinesIsNoResult() {
    assertThatThrownBy(() -> LaunchResult.of(List.of())).hasMessageContaining("CloudException");
  }

  @Test
  void aCompleteListHasNoGaps() {
    ListGap gap = new ListGap(ErrorScope.zone("a"), "cell down");

    assertThat(ListResult.partial(List.of(gap)).complete()).isFalse();
    assertThatThrownBy(() -> new ListResult(true, List.of(gap))).hasMessageContaining("no gaps");
  }

  @Test
  void anErrorTellsEverythingInOneLine() {
    CloudException error = CloudException.of(Kind.CONFLICT, Effect.NONE, "the key was used")
        .conflict(Conflict.KEY_MISMATCH)
        .scope(ErrorScope.zone("a"))
        .code("IdempotentParameterMismatch")
        .requestId("r-7")
        .retryAfter(Duration.ofSeconds(3))
        .build();

    assertThat(error.summary())
        .contains(
            "CONFLICT", "KEY_MISMATCH", "NONE", "zone a", "IdempotentParameterMismatch", "r-7");
    assertThat(error.retryAfter()).contains(Duration.ofSeconds(3));
  }

  @Test
  void aSecretNeverPrints() {
    Secret secret = Secret.of("hunter2");

    assertThat(secret).hasToString("***").isEqualTo(Secret.of("hunter2"));
    assertThat(secret).isNotEqualTo(Secret.of("hunter3"));
    assertThat(secret.reveal()).isEqualTo("hunter2");
  }

  @Test
  void marksTravelAsTagsAndComeBack() {
    OwnershipMarks marks = new OwnershipMarks(
        new PoolName("web"),
        new PoolIncarnation("i".repeat(27)),
        Optional.of(new LaunchKey("k".repeat(27))));

    MachineSighting seen =
        MachineSighting.of(ID, MachineState.RUNNING).marks(marks.toTags()).build();

    assertThat(seen.pool()).contains(marks.pool());
    assertThat(seen.incarnation()).contains(marks.incarnation());
    assertThat(seen.key()).isEqualTo(marks.key());
  }

  @Test
  void tagsThatAreNoMarksAreIgnored() {
    MachineSighting seen = MachineSighting.of(ID, MachineState.RUNNING)
        .marks(Map.of("ca-pool", "Not A Pool", "ca-key", "short", "team", "shop"))
        .build();

    assertThat(seen.pool()).isEmpty();
    assertThat(seen.key()).isEmpty();
  }
}

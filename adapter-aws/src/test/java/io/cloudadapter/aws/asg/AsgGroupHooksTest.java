package io.cloudadapter.aws.asg;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.aws.AwsFixture;
import io.cloudadapter.fake.FakeCall;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.config.ConfigError;
import io.cloudadapter.spi.feature.GroupLifecycleHooks;
import io.cloudadapter.spi.feature.WaitingMachine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AsgGroupHooksTest {
  private static final String GROUP = AsgFixture.GROUP;
  private static final Duration SPAN = Duration.ofMinutes(5);
  private static final boolean LAUNCH = true;
  private static final boolean TERMINATION = false;
  private static final boolean CONTINUE = true;
  private static final boolean ABANDON = false;

  private final AsgFixture scene = new AsgFixture();
  private final List<MachineProvider> opened = new ArrayList<>();
  private final GroupLifecycleHooks hooks = hooks("warm", "drain");

  @AfterEach
  void close() {
    opened.forEach(MachineProvider::close);
    scene.close();
  }

  /** Of an adapter that answers these. */
  private GroupLifecycleHooks hooks(String... names) {
    MachineProvider provider = AsgFixture.open(
        scene.scene, Map.of("groups", "web=" + GROUP, "lifecycleHooks", String.join(",", names)));
    opened.add(provider);
    return provider.feature(GroupLifecycleHooks.class).orElseThrow();
  }

  private List<WaitingMachine> held() {
    return hooks.held(Set.of(AwsFixture.WEB), FakeCall.patient());
  }

  private WaitingMachine onlyOne() {
    List<WaitingMachine> held = held();
    assertThat(held).hasSize(1);
    return held.get(0);
  }

  private void extend(WaitingMachine held) {
    hooks.extend(held, FakeCall.patient());
  }

  private void release(WaitingMachine held) {
    hooks.release(held, FakeCall.patient());
  }

  /** Raises the group by one machine, and waits until it runs. */
  private void launch() {
    scene.raise(scene.desired() + 1);
    scene.scene.pass(Duration.ofMinutes(1));
  }

  private Map<String, String> members() {
    return scene.cloud.members(GROUP);
  }

  private String state(MachineId machine) {
    return members().getOrDefault(machine.value(), "none");
  }

  private long requests(String action) {
    return scene.scene.requests(action);
  }

  @Test
  void aMachineThatComesIsHeldUntilItIsReleased() {
    scene.cloud.hook(GROUP, "warm", LAUNCH, SPAN, ABANDON);
    launch();

    WaitingMachine held = onlyOne();
    assertThat(held.pool()).isEqualTo(AwsFixture.WEB);
    assertThat(held.transition()).isEqualTo(LifecycleTransition.LAUNCH);
    assertThat(held.span()).isEqualTo(SPAN);
    assertThat(state(held.machine())).isEqualTo("Pending:Wait");
    assertThat(scene.living().stream().map(MachineSighting::id)).containsExactly(held.machine());

    release(held);
    assertThat(state(held.machine())).isEqualTo("InService");
    assertThat(held()).isEmpty();
  }

  @Test
  void theHooksOfAGroupAreReadOnceInARoundForHoweverManyMachines() {
    scene.cloud.hook(GROUP, "warm", LAUNCH, SPAN, ABANDON);
    scene.raise(6);
    scene.scene.pass(Duration.ofMinutes(1));
    long before = requests("DescribeLifecycleHooks");

    List<WaitingMachine> held = held();
    assertThat(held).hasSize(6);
    held.subList(0, 3).forEach(this::extend);
    held.subList(3, 6).forEach(this::release);

    assertThat(requests("DescribeLifecycleHooks") - before).isEqualTo(1);
    assertThat(held()).hasSize(3);
    assertThat(requests("DescribeLifecycleHooks") - before)
        .as("each round anew")
        .isEqualTo(2);
  }

  @Test
  void theNextRoundHeedsHooksThatHaveChanged() {
    scene.cloud.hook(GROUP, "warm", LAUNCH, SPAN, ABANDON);
    launch();
    extend(onlyOne());
    scene.cloud.hook(GROUP, "drain", LAUNCH, Duration.ofMinutes(1), ABANDON);

    assertThat(onlyOne().span()).isEqualTo(Duration.ofMinutes(1));
  }

  @Test
  void aMachineThatGoesIsHeldUntilItIsReleasedAndIsNotReplaced() {
    scene.cloud.hook(GROUP, "drain", TERMINATION, SPAN, CONTINUE);
    MachineId machine = scene.grown(1).get(0);
    scene.terminate(machine);

    WaitingMachine held = onlyOne();
    assertThat(held.machine()).isEqualTo(machine);
    assertThat(held.transition()).isEqualTo(LifecycleTransition.TERMINATE);
    assertThat(scene.living()).hasSize(1);

    release(held);
    assertThat(held()).isEmpty();
    assertThat(scene.living()).isEmpty();
    scene.scene.pass(Duration.ofMinutes(5));
    assertThat(members()).isEmpty();
    assertThat(scene.desired()).isZero();
  }

  @Test
  void whoIsExtendedIsHeldForTheWholeSpanFromThenOn() {
    scene.cloud.hook(GROUP, "warm", LAUNCH, SPAN, CONTINUE);
    launch();
    WaitingMachine held = onlyOne();

    scene.scene.pass(SPAN.minusSeconds(1));
    extend(held);
    scene.scene.pass(SPAN.minusSeconds(1));
    assertThat(held()).containsExactly(held);

    scene.scene.pass(Duration.ofSeconds(1));
    assertThat(held()).isEmpty();
    assertThat(state(held.machine())).isEqualTo("InService");
  }

  @Test
  void aMachineWhoseHookIsNotAnsweredGoesTheWayOfItsHook() {
    scene.cloud.hook(GROUP, "warm", LAUNCH, SPAN, ABANDON);
    launch();
    WaitingMachine first = onlyOne();

    scene.scene.pass(SPAN);
    assertThat(held()).isEmpty();
    scene.scene.pass(Duration.ofMinutes(1));

    WaitingMachine second = onlyOne();
    assertThat(second.machine()).isNotEqualTo(first.machine());
    assertThat(members()).doesNotContainKey(first.machine().value());
    assertThat(scene.desired()).isEqualTo(1);
  }

  @Test
  void aGroupWaitsForAHundredHeartbeatsAtMost() {
    Duration beat = Duration.ofSeconds(30);
    scene.cloud.hook(GROUP, "warm", LAUNCH, beat, CONTINUE);
    launch();
    WaitingMachine held = onlyOne();

    int beats = 0;
    while (!held().isEmpty() && beats < 1000) {
      extend(held);
      scene.scene.pass(beat.minusSeconds(5));
      beats++;
    }

    assertThat(beats).isEqualTo(120);
    assertThat(state(held.machine())).isEqualTo("InService");
  }

  @Test
  void whatIsSaidTwiceOrTooLateIsDoneAlready() {
    scene.cloud.hook(GROUP, "warm", LAUNCH, SPAN, CONTINUE);
    launch();
    WaitingMachine held = onlyOne();
    release(held);

    release(held);
    extend(held);
    scene.cloud.kill(held.machine().value());
    scene.scene.pass(Duration.ofHours(2));
    release(held);

    assertThat(requests("CompleteLifecycleAction → 400")).isEqualTo(2);
    assertThat(requests("RecordLifecycleActionHeartbeat → 400")).isEqualTo(1);
  }

  @Test
  void hooksOfOthersAreLeftAlone() {
    scene.cloud.hook(GROUP, "theirs", LAUNCH, SPAN, CONTINUE);
    scene.cloud.hook(GROUP, "drain", TERMINATION, SPAN, CONTINUE);
    launch();

    assertThat(members()).containsValue("Pending:Wait");
    assertThat(held()).isEmpty();
  }

  @Test
  void aMachineThatWaitsForOthersTooIsToldUntilOurHooksAreAnswered() {
    scene.cloud.hook(GROUP, "theirs", LAUNCH, Duration.ofMinutes(1), CONTINUE);
    scene.cloud.hook(GROUP, "warm", LAUNCH, SPAN, CONTINUE);
    launch();
    WaitingMachine held = onlyOne();

    release(held);

    assertThat(held.span()).isEqualTo(SPAN);
    assertThat(held()).isEmpty();
    assertThat(state(held.machine())).isEqualTo("Pending:Wait");
    scene.scene.pass(Duration.ofMinutes(1));
    assertThat(state(held.machine())).isEqualTo("InService");
  }

  @Test
  void anotherProcessAnswersOnceMoreAndMayBeToldSo() {
    scene.cloud.hook(GROUP, "theirs", LAUNCH, SPAN, CONTINUE);
    scene.cloud.hook(GROUP, "warm", LAUNCH, SPAN, CONTINUE);
    launch();
    WaitingMachine held = onlyOne();
    release(held);
    GroupLifecycleHooks other = hooks("warm");

    assertThat(other.held(Set.of(AwsFixture.WEB), FakeCall.patient())).containsExactly(held);
    other.release(held, FakeCall.patient());

    assertThat(other.held(Set.of(AwsFixture.WEB), FakeCall.patient())).isEmpty();
  }

  @Test
  void aMachineThatIsReleasedOnItsWayInIsHeldOnItsWayOut() {
    scene.cloud.hook(GROUP, "warm", LAUNCH, SPAN, CONTINUE);
    scene.cloud.hook(GROUP, "drain", TERMINATION, SPAN, CONTINUE);
    launch();
    WaitingMachine in = onlyOne();
    release(in);
    scene.terminate(in.machine());

    assertThat(onlyOne().transition()).isEqualTo(LifecycleTransition.TERMINATE);
  }

  @Test
  void severalOfOursAreAnsweredTogetherAndTheShortestCounts() {
    scene.cloud.hook(GROUP, "warm", LAUNCH, SPAN, CONTINUE);
    scene.cloud.hook(GROUP, "drain", LAUNCH, Duration.ofMinutes(2), CONTINUE);
    launch();
    WaitingMachine held = onlyOne();

    assertThat(held.span()).isEqualTo(Duration.ofMinutes(2));
    release(held);
    assertThat(state(held.machine())).isEqualTo("InService");
  }

  @Test
  void anEndThatOneHookAbandonsSkipsTheOthers() {
    scene.cloud.hook(GROUP, "theirs", TERMINATION, Duration.ofMinutes(1), ABANDON);
    scene.cloud.hook(GROUP, "drain", TERMINATION, SPAN, CONTINUE);
    MachineId machine = scene.grown(1).get(0);
    scene.terminate(machine);
    assertThat(held()).hasSize(1);

    scene.scene.pass(Duration.ofMinutes(1));

    assertThat(held()).isEmpty();
    assertThat(state(machine)).isEqualTo("Terminating");
  }

  @Test
  void whoIsAttachedOrDetachedIsNotHeld() {
    scene.cloud.hook(GROUP, "warm", LAUNCH, SPAN, CONTINUE);
    scene.cloud.hook(GROUP, "drain", TERMINATION, SPAN, CONTINUE);
    MachineId machine = scene.stranger();

    scene.mark(machine);
    assertThat(held()).isEmpty();
    assertThat(state(machine)).isEqualTo("InService");

    scene.unmark(machine);
    assertThat(held()).isEmpty();
    assertThat(members()).isEmpty();
  }

  @Test
  void aHeldMachineThatDiesIsHeldNoMore() {
    scene.cloud.hook(GROUP, "warm", LAUNCH, SPAN, CONTINUE);
    launch();
    WaitingMachine held = onlyOne();

    scene.cloud.kill(held.machine().value());
    scene.scene.pass(Duration.ofSeconds(1));

    assertThat(held()).doesNotContain(held);
  }

  @Test
  void aMachineThatItsGroupTakesForIllIsHeldWhileTheGroupMakesAnother() {
    scene.cloud.hook(GROUP, "drain", TERMINATION, SPAN, CONTINUE);
    MachineId machine = scene.grown(1).get(0);

    scene.cloud.dropFromGroup(machine.value());
    scene.scene.pass(Duration.ofMinutes(1));

    assertThat(onlyOne().machine()).isEqualTo(machine);
    assertThat(members()).hasSize(2).containsEntry(machine.value(), "Terminating:Wait");
    scene.terminate(machine);
    assertThat(state(machine)).isEqualTo("Terminating:Wait");
    assertThat(scene.desired()).isEqualTo(1);
  }

  @Test
  void aMachineMayBeEndedWhileItIsHeldOnItsWayIn() {
    scene.cloud.hook(GROUP, "warm", LAUNCH, SPAN, ABANDON);
    launch();
    WaitingMachine held = onlyOne();

    scene.terminate(held.machine());

    assertThat(held()).isEmpty();
    assertThat(scene.living()).isEmpty();
    assertThat(scene.desired()).isZero();
  }

  @Test
  void aSteadyAccountCostsOneRequestARoundForUpToFiftyPools() {
    scene.cloud.hook(GROUP, "warm", LAUNCH, SPAN, CONTINUE);
    Set<PoolName> pools = new HashSet<>();
    for (int i = 0; i < 49; i++) {
      pools.add(new PoolName("mail-" + i));
    }
    pools.add(AwsFixture.WEB);
    FakeCall call = FakeCall.patient();

    assertThat(hooks.held(pools, call)).isEmpty();
    assertThat(call.acquired).hasSize(1);

    pools.add(new PoolName("one-more"));
    assertThat(hooks.held(pools, call)).isEmpty();
    assertThat(call.acquired).hasSize(3);
  }

  @Test
  void groupsOnAllPagesAreLookedAt() {
    scene.cloud.pageLimit(1);
    scene.cloud.makeGroup("a", 10);
    scene.cloud.hook(GROUP, "warm", LAUNCH, SPAN, CONTINUE);
    launch();

    Set<PoolName> pools = Set.of(new PoolName("a"), AwsFixture.WEB, new PoolName("missing"));

    assertThat(hooks.held(pools, FakeCall.patient())).hasSize(1);
  }

  @Test
  void aGroupOfAnotherPoolHoldsNoMachineForUs() {
    scene.cloud.hook(GROUP, "warm", LAUNCH, SPAN, CONTINUE);
    launch();
    scene.cloud.tagGroup(GROUP, Map.of(OwnershipMarks.POOL_TAG, "mail"));

    assertThat(held()).isEmpty();
  }

  @Test
  void anAccountThatNamesNoHookAnswersNone() {
    assertThat(scene.provider.feature(GroupLifecycleHooks.class)).isEmpty();
  }

  @Test
  void whatIsNoNameIsRefused() {
    List<ConfigError> faults = new ArrayList<>();

    assertThat(AsgGroupHooks.names(List.of("warm-up_1/a", "a b", "warm-up_1/a"), faults))
        .containsExactly("warm-up_1/a");
    assertThat(faults.stream().map(ConfigError::toString))
        .containsExactly(
            "lifecycleHooks: must be names of 1 to 255 letters, digits and -_/, one of them was a b",
            "lifecycleHooks: must name each hook once, was warm-up_1/a");
  }
}

package io.cloudadapter.aws.asg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.aws.AwsFixture;
import io.cloudadapter.aws.cloud.FakeAws.Oddity;
import io.cloudadapter.fake.FakeCall;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Conflict;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.ErrorScope;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.LaunchSpec.Market;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.PreparedLaunch;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AsgClientTest {
  private static final String ENDS = "TerminateInstanceInAutoScalingGroup";

  private final AsgFixture scene = new AsgFixture();

  @AfterEach
  void close() {
    scene.close();
  }

  private static CloudException thrown(Runnable call) {
    try {
      call.run();
    } catch (CloudException e) {
      return e;
    }
    throw new AssertionError("nothing was thrown");
  }

  private long requests(String action) {
    return scene.scene.requests(action);
  }

  // What a group must be.

  private void refuses(String message) {
    CloudException e = thrown(() -> {
      PreparedLaunch unused = scene.prepare();
    });

    assertThat(e).hasMessageContaining(message);
    assertThat(e.kind()).isEqualTo(Kind.INVALID);
    assertThat(e.effect()).isEqualTo(Effect.NONE);
  }

  @Test
  void aGroupThatWouldChooseWhoGoesIsRefused() {
    scene.cloud.groupGuards(AsgFixture.GROUP, false);

    refuses("web-servers must protect new instances from scale-in");
  }

  @Test
  void aGroupThatMustHaveMachinesIsRefused() {
    scene.cloud.groupLeast(AsgFixture.GROUP, 1);

    refuses("must have the minimum size 0");
  }

  @Test
  void aGroupThatIsBeingDeletedIsRefused() {
    scene.cloud.deleteGroup(AsgFixture.GROUP);

    refuses("is being deleted");
  }

  @Test
  void aGroupThatMakesReplacesOrEndsNoMachineIsRefused() {
    for (String process : List.of("Launch", "Terminate", "HealthCheck", "ReplaceUnhealthy")) {
      try (AsgFixture other = new AsgFixture()) {
        other.cloud.suspend(AsgFixture.GROUP, process);

        assertThatThrownBy(other::prepare)
            .hasMessageContaining("has its process " + process + " suspended");
      }
    }
  }

  @Test
  void aGroupWhoseOtherProcessesAreSuspendedIsFine() {
    scene.cloud.suspend(AsgFixture.GROUP, "AZRebalance");
    scene.cloud.suspend(AsgFixture.GROUP, "AlarmNotification");

    assertThat(AsgLaunchRequest.thaw(scene.prepare()).group()).isEqualTo(AsgFixture.GROUP);
  }

  @Test
  void aGroupWhoseSizeIsNotTheNumberOfItsMachinesIsRefused() {
    Map<Oddity, String> said = Map.of(
        Oddity.WARM_POOL, "has a warm pool",
        Oddity.WEIGHTS, "has sizes with weights",
        Oddity.CAPACITY_IN_VCPUS, "has its capacity in vcpu");
    said.forEach((oddity, message) -> {
      try (AsgFixture other = new AsgFixture()) {
        other.cloud.groupHas(AsgFixture.GROUP, oddity);

        assertThatThrownBy(other::prepare).hasMessageContaining(message);
      }
    });
  }

  @Test
  void aGroupThatIsNotThereIsNotFound() {
    CloudException e = thrown(() -> {
      PreparedLaunch unused =
          scene.provider.prepare(AsgFixture.spec(new PoolName("mail")), FakeCall.patient());
    });

    assertThat(e.kind()).isEqualTo(Kind.NOT_FOUND);
    assertThat(e).hasMessageContaining("there is no Auto Scaling group mail");
  }

  @Test
  void aGroupOfAnotherPoolIsForeignAlsoIfItBecameThatLater() {
    PreparedLaunch before = scene.prepare();
    scene.cloud.tagGroup(AsgFixture.GROUP, Map.of(OwnershipMarks.POOL_TAG, "mail"));

    CloudException prepared = thrown(() -> {
      PreparedLaunch unused = scene.prepare();
    });
    CloudException raised = thrown(() -> scene.raise(before, 1));

    assertThat(prepared.conflict()).contains(Conflict.FOREIGN);
    assertThat(raised.conflict()).contains(Conflict.FOREIGN);
    assertThat(scene.desired()).isZero();
  }

  @Test
  void zonesAreTheGroupsOwn() {
    LaunchSpec spec = AwsFixture.spec("eu-north-1a", "", "", Market.ON_DEMAND, Map.of());

    assertThatThrownBy(() -> scene.provider.prepare(spec, FakeCall.patient()))
        .hasMessageContaining("chosen by its Auto Scaling group, was eu-north-1a");
    assertThat(requests("Describe")).isZero();
  }

  // Raising it.

  @Test
  void aGroupMakesWhatItIsRaisedToWithItsMarksAndNoKey() {
    List<MachineId> made = scene.grown(3);

    assertThat(made).hasSize(3);
    assertThat(scene.living()).allSatisfy(row -> {
      assertThat(row.pool()).contains(AwsFixture.WEB);
      assertThat(row.incarnation()).contains(AwsFixture.LIFE);
      assertThat(row.key()).isEmpty();
    });
  }

  @Test
  void aGroupIsNeverLowered() {
    scene.raise(3);
    scene.raise(2);
    scene.raise(3);

    assertThat(scene.desired()).isEqualTo(3);
    assertThat(requests("SetDesiredCapacity")).isEqualTo(1);
  }

  @Test
  void theTagsAreWrittenOnce() {
    scene.raise(1);
    scene.raise(2);

    assertThat(requests("CreateOrUpdateTags")).isEqualTo(1);
  }

  @Test
  void moreThanTheGroupMayHaveIsAQuotaAndChangesNothing() {
    CloudException e = thrown(() -> scene.raise(11));

    assertThat(e.kind()).isEqualTo(Kind.QUOTA);
    assertThat(e.effect()).isEqualTo(Effect.NONE);
    assertThat(e.scope()).isEqualTo(ErrorScope.account());
    assertThat(e).hasMessageContaining("may have 10 instances (MaxSize), and was asked for 11");
    assertThat(scene.desired()).isZero();
    assertThat(requests("CreateOrUpdateTags")).isZero();
  }

  @Test
  void aTotalOfZeroIsInvalid() {
    assertThatThrownBy(() -> scene.raise(0)).hasMessageContaining("total must be 1 or more");
  }

  @Test
  void noMachineIsLaunchedByKey() {
    PreparedLaunch frozen = scene.prepare();

    CloudException e = thrown(() -> {
      Object unused = scene.provider.launch(frozen, scene.scene.newKey(), 1, FakeCall.patient());
    });

    assertThat(e.kind()).isEqualTo(Kind.UNSUPPORTED);
  }

  // Ending machines.

  @Test
  void aMemberThatIsEndedMakesItsGroupSmallerAndIsNotReplaced() {
    MachineId machine = scene.grown(2).get(0);

    scene.terminate(machine);
    scene.scene.pass(Duration.ofMinutes(5));

    assertThat(scene.desired()).isEqualTo(1);
    assertThat(scene.living().stream().map(MachineSighting::id)).hasSize(1).doesNotContain(machine);
  }

  @Test
  void aMemberThatIsEndedAgainMakesItsGroupSmallerOnce() {
    MachineId machine = scene.grown(3).get(0);

    scene.terminate(machine);
    scene.terminate(machine);
    scene.scene.pass(Duration.ofHours(2));
    scene.terminate(machine);

    assertThat(scene.desired()).isEqualTo(2);
    assertThat(requests(ENDS)).isEqualTo(1);
  }

  @Test
  void aMachineInNoGroupIsEndedByEc2() {
    MachineId machine = scene.stranger();

    scene.terminate(machine);

    assertThat(requests("TerminateInstances ")).isEqualTo(1);
    assertThat(requests(ENDS)).isZero();
    assertThat(scene.desired()).isZero();
  }

  @Test
  void aMemberThatItsGroupIsEndingIsLeftToItsHooks() {
    scene.cloud.hook(AsgFixture.GROUP, "drain", false, Duration.ofHours(1), true);
    MachineId machine = scene.grown(2).get(0);
    scene.terminate(machine);

    scene.terminate(machine);

    assertThat(scene.cloud.members(AsgFixture.GROUP))
        .containsEntry(machine.value(), "Terminating:Wait");
    assertThat(requests(ENDS)).isEqualTo(1);
    assertThat(requests("TerminateInstances ")).isZero();
    assertThat(scene.desired()).isEqualTo(1);
  }

  @Test
  void aMemberThatHasJustLeftIsBusyAndItsGroupKeepsItsSize() {
    MachineId machine = scene.grown(2).get(0);
    scene.terminate(machine);
    scene.cloud.showOnce(AsgFixture.GROUP, machine.value());

    CloudException e = thrown(() -> scene.terminate(machine));

    assertThat(e.conflict()).contains(Conflict.BUSY);
    assertThat(e.effect()).isEqualTo(Effect.NONE);
    assertThat(scene.desired()).isEqualTo(1);
  }

  @Test
  void aMemberOfAGroupThatWasLoweredBelowWhatItHasEnds() {
    List<MachineId> machines = scene.grown(2);
    scene.cloud.lower(AsgFixture.GROUP, 0);

    machines.forEach(scene::terminate);
    scene.scene.pass(Duration.ofMinutes(5));

    assertThat(scene.desired()).isZero();
    assertThat(scene.living()).isEmpty();
  }

  @Test
  void whatIsNoIdIsAskedForNowhere() {
    scene.terminate(new MachineId("web-1"));

    assertThat(scene.cloud.requests()).isEmpty();
  }

  @Test
  void theDeadAreReplacedByTheGroup() {
    MachineId machine = scene.grown(2).get(0);
    scene.cloud.kill(machine.value());

    assertThat(scene.living()).hasSize(1);
    scene.scene.pass(Duration.ofMinutes(5));
    assertThat(scene.living().stream().map(MachineSighting::id)).hasSize(2).doesNotContain(machine);
    assertThat(scene.desired()).isEqualTo(2);
  }

  // Joining and leaving.

  @Test
  void aMachineThatIsMarkedJoinsItsGroupOnce() {
    MachineId machine = scene.stranger();

    scene.mark(machine);
    scene.mark(machine);

    assertThat(scene.desired()).isEqualTo(1);
    assertThat(requests("AttachInstances")).isEqualTo(1);
    assertThat(scene.living().stream().map(MachineSighting::id)).containsExactly(machine);
  }

  @Test
  void aMachineThatJoinedAndCouldNotBeMarkedIsInDoubtAndMayBeMarkedAgain() {
    scene.cloud.unknownFor(Duration.ofMinutes(1));
    MachineId machine = scene.stranger();

    CloudException e = thrown(() -> scene.mark(machine));
    scene.scene.pass(Duration.ofMinutes(2));
    scene.mark(machine);

    assertThat(e.effect()).isEqualTo(Effect.UNKNOWN);
    assertThat(scene.desired()).isEqualTo(1);
    assertThat(scene.living().stream().map(MachineSighting::id)).containsExactly(machine);
  }

  @Test
  void aMemberOfAnotherGroupIsForeign() {
    scene.cloud.makeGroup("mail", 10);
    MachineId machine = scene.stranger();
    scene.cloud.join("mail", machine.value());

    CloudException e = thrown(() -> scene.mark(machine));

    assertThat(e.conflict()).contains(Conflict.FOREIGN);
    assertThat(e).hasMessageContaining("is in Auto Scaling group mail");
    assertThat(scene.desired()).isZero();
  }

  @Test
  void aMachineThatDoesNotRunYetIsBusyAndOneThatWasStoppedIsRefused() {
    MachineId machine = scene.scene.launch().id();
    CloudException pending = thrown(() -> scene.mark(machine));
    scene.scene.pass(Duration.ofMinutes(1));
    scene.cloud.state(machine.value(), "stopped");
    scene.scene.pass(Duration.ofMinutes(1));

    CloudException stopped = thrown(() -> scene.mark(machine));

    assertThat(pending.conflict()).contains(Conflict.BUSY);
    assertThat(stopped.kind()).isEqualTo(Kind.INVALID);
    assertThat(stopped).hasMessageContaining("must run to join a group, was stopped");
    assertThat(requests("AttachInstances")).isZero();
  }

  @Test
  void aMemberThatIsLeavingJoinsNothing() {
    scene.cloud.hook(AsgFixture.GROUP, "drain", false, Duration.ofHours(1), true);
    MachineId machine = scene.grown(1).get(0);
    scene.terminate(machine);

    CloudException e = thrown(() -> scene.mark(machine));

    assertThat(e.conflict()).contains(Conflict.BUSY);
    assertThat(e).hasMessageContaining("is just leaving Auto Scaling group web-servers");
  }

  @Test
  void aMemberThatIsUnmarkedLeavesItsGroupOnceAndLivesOn() {
    MachineId machine = scene.grown(2).get(0);

    scene.unmark(machine);
    scene.unmark(machine);

    assertThat(scene.desired()).isEqualTo(1);
    assertThat(requests("DetachInstances")).isEqualTo(1);
    assertThat(scene.living()).hasSize(1);
    assertThat(scene.cloud.instances().stream()
            .filter(one -> one.id().equals(machine.value()))
            .map(one -> one.state() + one.tags()))
        .containsExactly("running{}");
  }

  @Test
  void aMachineThatIsInNoGroupAnyMoreLosesItsMarksOnly() {
    MachineId machine = new MachineId(scene.cloud.makeForAnotherOwner(AsgFixture.MARKS.toTags()));

    scene.unmark(machine);

    assertThat(requests("DetachInstances")).isZero();
    assertThat(scene.living()).isEmpty();
  }
}

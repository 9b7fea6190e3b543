package io.cloudadapter.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.fake.FakeCall;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Conflict;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.ErrorScope;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchResult;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.LaunchSpec.Market;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.spi.RequestKind;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MachinesTest {
  private final AwsFixture scene = new AwsFixture();

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

  @Test
  void aBatchIsOneRequest() {
    LaunchResult result = scene.launch(AwsFixture.spec(), scene.newKey(), 40);

    assertThat(result.machines()).hasSize(40);
    assertThat(result.shortfall()).isEmpty();
    assertThat(scene.requests("RunInstances")).isEqualTo(1);
  }

  @Test
  void aBatchIsFilledAsFarAsThereIsRoomAndNeverFurther() {
    scene.cloud.room("t3.small", "eu-north-1a", 2);
    LaunchKey key = scene.newKey();
    PreparedLaunch frozen = scene.provider.prepare(AwsFixture.spec(), FakeCall.patient());

    LaunchResult first = scene.provider.launch(frozen, key, 3, FakeCall.patient());
    scene.cloud.room("t3.small", "eu-north-1a", 100);
    LaunchResult again = scene.provider.launch(frozen, key, 3, FakeCall.patient());

    assertThat(first.machines()).hasSize(2);
    assertThat(first.shortfall().orElseThrow().kind()).isEqualTo(Kind.CAPACITY);
    assertThat(first.shortfall().orElseThrow().scope())
        .isEqualTo(ErrorScope.size("t3.small", Optional.of("eu-north-1a")));
    assertThat(again.machines().stream().map(MachineSighting::id))
        .containsExactlyElementsOf(
            first.machines().stream().map(MachineSighting::id).toList());
    assertThat(scene.cloud.made()).isEqualTo(2);
  }

  @Test
  void anotherCountUnderAKeyIsAMismatch() {
    LaunchKey key = scene.newKey();
    scene.launch(AwsFixture.spec(), key, 3);

    CloudException e = thrown(() -> scene.launch(AwsFixture.spec(), key, 2));

    assertThat(e.conflict()).contains(Conflict.KEY_MISMATCH);
    assertThat(e.effect()).isEqualTo(Effect.NONE);
    assertThat(scene.cloud.made()).isEqualTo(3);
  }

  @Test
  void aKeyIsSpentWhenAllItsMachinesHaveEndedAlsoOnceEc2HasForgottenThem() {
    LaunchKey key = scene.newKey();
    MachineSighting machine = scene.launch(AwsFixture.spec(), key, 1).machines().get(0);
    scene.provider.terminate(machine.id(), FakeCall.patient());
    scene.pass(Duration.ofMinutes(1));

    CloudException shown = thrown(() -> scene.launch(AwsFixture.spec(), key, 1));
    scene.pass(Duration.ofHours(2));
    CloudException forgotten = thrown(() -> scene.launch(AwsFixture.spec(), key, 1));

    assertThat(shown.conflict()).contains(Conflict.KEY_SPENT);
    assertThat(forgotten.conflict()).contains(Conflict.KEY_SPENT);
    assertThat(forgotten.code()).contains("IdempotentInstanceTerminated");
    assertThat(scene.cloud.made()).isEqualTo(1);
  }

  @Test
  void ofAKeyWithSomeEndedMachinesAllAreTold() {
    LaunchKey key = scene.newKey();
    List<MachineSighting> machines = scene.launch(AwsFixture.spec(), key, 2).machines();
    scene.provider.terminate(machines.get(0).id(), FakeCall.patient());
    scene.pass(Duration.ofMinutes(1));

    LaunchResult again = scene.launch(AwsFixture.spec(), key, 2);

    assertThat(again.machines().stream().map(MachineSighting::state))
        .containsExactly(MachineState.TERMINATED, MachineState.RUNNING);
  }

  @Test
  void theZoneIsFixedBeforeTheKey() {
    PreparedLaunch frozen = scene.provider.prepare(
        AwsFixture.spec("", "t3.small", "debian", Market.ON_DEMAND, AwsFixture.TEMPLATE),
        FakeCall.patient());

    assertThat(new String(frozen.bytes(), StandardCharsets.UTF_8))
        .contains("zone=eu-north-1a", "subnet=subnet-0a000000000000001");
  }

  @Test
  void aPoolIsLaunchedInTheSubnetOfItsZone() {
    MachineSighting machine = scene
        .launch(
            AwsFixture.spec(
                "eu-north-1b", "t3.small", "debian", Market.ON_DEMAND, AwsFixture.TEMPLATE),
            scene.newKey(),
            1)
        .machines()
        .get(0);

    assertThat(machine.zone()).contains("eu-north-1b");
    assertThat(scene.cloud.ordered(machine.id().value(), "SubnetId"))
        .contains("subnet-0a000000000000002");
  }

  @Test
  void aZoneWithoutASubnetOfThePoolIsRefusedBeforeAnythingIsSent() {
    CloudException e = thrown(() -> scene.provider.prepare(
        AwsFixture.spec("eu-north-1c", "t3.small", "debian", Market.ON_DEMAND, AwsFixture.TEMPLATE),
        FakeCall.patient()));

    assertThat(e.kind()).isEqualTo(Kind.INVALID);
    assertThat(e).hasMessageContaining("[eu-north-1a, eu-north-1b]");
  }

  @Test
  void aSizeThatAZoneDoesNotHaveIsRefusedBeforeAnythingIsSent() {
    CloudException e = thrown(() -> scene.provider.prepare(
        AwsFixture.spec(
            "eu-north-1b", "p5.48xlarge", "debian", Market.ON_DEMAND, AwsFixture.TEMPLATE),
        FakeCall.patient()));

    assertThat(e.kind()).isEqualTo(Kind.NOT_FOUND);
    assertThat(e).hasMessageContaining("no size p5.48xlarge in zone eu-north-1b");
  }

  @Test
  void aSpotMachineIsOneAndAShortageIsOneOfSpotMachinesOnly() {
    MachineSighting machine = scene
        .launch(
            AwsFixture.spec("eu-north-1a", "t3.small", "debian", Market.SPOT, AwsFixture.TEMPLATE),
            scene.newKey(),
            1)
        .machines()
        .get(0);
    scene.cloud.roomEverywhere(Optional.of(0));
    CloudException e = thrown(() -> scene.launch(
        AwsFixture.spec("eu-north-1a", "t3.small", "debian", Market.SPOT, AwsFixture.TEMPLATE),
        scene.newKey(),
        1));

    assertThat(machine.market()).isEqualTo(Market.SPOT);
    assertThat(e.kind()).isEqualTo(Kind.CAPACITY);
    assertThat(e.effect()).isEqualTo(Effect.NONE);
    assertThat(e.scope())
        .isEqualTo(
            ErrorScope.market(Market.SPOT, Optional.of("t3.small"), Optional.of("eu-north-1a")));
  }

  @Test
  void aLaunchTemplateSaysWhatThePoolDoesNotAndItsVersionIsFrozen() {
    PreparedLaunch frozen = scene.provider.prepare(
        AwsFixture.spec("", "", "", Market.ON_DEMAND, Map.of("launchTemplate", "web")),
        FakeCall.patient());
    LaunchResult result = scene.provider.launch(frozen, scene.newKey(), 1, FakeCall.patient());

    String id = result.machines().get(0).id().value();
    assertThat(scene.cloud.ordered(id, "LaunchTemplate.LaunchTemplateId"))
        .contains("lt-0a000000000000001");
    assertThat(scene.cloud.ordered(id, "LaunchTemplate.Version")).contains("7");
  }

  @Test
  void aPublicAddressIsAskedForOfTheNetworkInterface() {
    Map<String, String> template =
        Map.of("subnets", "subnet-0a000000000000001", "securityGroups", "web", "publicIp", "true");
    MachineSighting machine = scene
        .launch(
            AwsFixture.spec("eu-north-1a", "t3.small", "debian", Market.ON_DEMAND, template),
            scene.newKey(),
            1)
        .machines()
        .get(0);

    String id = machine.id().value();
    assertThat(scene.cloud.ordered(id, "NetworkInterface.1.AssociatePublicIpAddress"))
        .contains("true");
    assertThat(scene.cloud.ordered(id, "NetworkInterface.1.SecurityGroupId.1"))
        .contains("sg-0a000000000000002");
    assertThat(scene.cloud.ordered(id, "SubnetId")).isEmpty();
  }

  @Test
  void theVolumeCarriesTheMarksToo() {
    MachineSighting machine = scene.launch();

    assertThat(scene.cloud.instances().get(0).volumeTags())
        .containsEntry("ca-pool", "web")
        .containsEntry("ca-key", machine.key().orElseThrow().value());
  }

  @Test
  void noMachineIsAskedForWhereNoneIsNamed() {
    scene.launch();

    assertThat(scene.list(ListQuery.ids(List.of())).machines()).isEmpty();
    assertThat(scene.list(ListQuery.ids(List.of(new MachineId("web-1")))).machines())
        .isEmpty();
    assertThat(scene.list(ListQuery.keys(AwsFixture.WEB, Set.of())).machines()).isEmpty();
    assertThat(scene.requests("DescribeInstances")).isZero();
  }

  @Test
  void anUnknownIdHidesNoOther() {
    MachineSighting machine = scene.launch();

    List<MachineSighting> seen = scene
        .list(ListQuery.ids(List.of(machine.id(), new MachineId("i-0123456789abcdef0"))))
        .machines();

    assertThat(seen.stream().map(MachineSighting::id)).containsExactly(machine.id());
  }

  @Test
  void aSteadyPoolCostsOneRequestALook() {
    scene.launch(AwsFixture.spec(), scene.newKey(), 100);
    FakeCall call = FakeCall.patient();

    scene.provider.list(ListQuery.all(AwsFixture.WEB), machine -> {}, call);

    assertThat(call.acquired).containsExactly(RequestKind.READ);
    assertThat(scene.requests("DescribeInstances")).isEqualTo(1);
  }

  @Test
  void aNewMachineThatNotAllOfEc2KnowsYetIsNotTakenForGone() {
    scene.cloud.unknownFor(Duration.ofSeconds(20));
    MachineSighting machine = scene.launch();

    CloudException e = thrown(() -> scene.provider.terminate(machine.id(), FakeCall.patient()));
    scene.pass(Duration.ofSeconds(30));
    scene.provider.terminate(machine.id(), FakeCall.patient());

    assertThat(e.conflict()).contains(Conflict.BUSY);
    assertThat(e.effect()).isEqualTo(Effect.NONE);
    assertThat(scene.look(machine.id()).state()).isEqualTo(MachineState.TERMINATING);
  }

  @Test
  void aMachineThatAListHasJustShownIsNotTakenForGone() {
    MachineId machine = new MachineId(scene.cloud.makeForAnotherOwner(Map.of("ca-pool", "web")));
    assertThat(scene.list(ListQuery.ids(List.of(machine))).machines()).hasSize(1);
    // From now on EC2 does not know it, and most looks are as old as to be before its birth.
    scene.cloud.unknownFor(Duration.ofDays(1));
    scene.cloud.lag(Duration.ofDays(1));

    for (int i = 0; i < 20; i++) {
      assertThatThrownBy(() -> scene.provider.terminate(machine, FakeCall.patient()))
          .hasMessageContaining("does not show it everywhere yet: instance " + machine);
    }
  }

  @Test
  void aMachineThatIsShownIsNotTakenForGoneWithAnyLauncher() {
    scene.cloud.unknownFor(Duration.ofDays(1));
    MachineId stranger = new MachineId(scene.cloud.makeForAnotherOwner(Map.of()));

    assertThatThrownBy(() -> scene.provider.terminate(stranger, FakeCall.patient()))
        .hasMessageContaining("does not show it everywhere yet: instance " + stranger);
  }

  @Test
  void aProtectedMachineIsBusyAndLivesOn() {
    MachineSighting machine = scene.launch();
    scene.cloud.guard(machine.id().value(), true);

    CloudException e = thrown(() -> scene.provider.terminate(machine.id(), FakeCall.patient()));

    assertThat(e.conflict()).contains(Conflict.BUSY);
    assertThat(e.code()).contains("OperationNotPermitted");
    assertThat(scene.cloud.instances().get(0).state()).isEqualTo("pending");
  }

  @Test
  void aMachineThatDiedInTheMakingIsRejectedWithItsReason() {
    scene.cloud.failNext("Server.InsufficientInstanceCapacity");
    MachineSighting machine = scene.launch();
    scene.pass(Duration.ofMinutes(1));

    MachineSighting seen = scene.look(machine.id());

    assertThat(seen.state()).isEqualTo(MachineState.REJECTED);
    assertThat(seen.failure().orElseThrow().kind()).isEqualTo(Kind.CAPACITY);
    assertThat(seen.failure().orElseThrow().scope())
        .isEqualTo(ErrorScope.size("t3.small", Optional.of("eu-north-1a")));
  }

  @Test
  void tooManyRequestsAreThrottledAndNothingIsMade() {
    scene.cloud.meter();
    PreparedLaunch frozen = scene.provider.prepare(AwsFixture.spec(), FakeCall.patient());
    for (int i = 0; i < 5; i++) {
      scene.provider.launch(frozen, scene.newKey(), 1, FakeCall.patient());
    }

    CloudException e =
        thrown(() -> scene.provider.launch(frozen, scene.newKey(), 1, FakeCall.patient()));

    assertThat(e.kind()).isEqualTo(Kind.THROTTLED);
    assertThat(e.effect()).isEqualTo(Effect.NONE);
    assertThat(scene.cloud.made()).isEqualTo(5);
  }

  @Test
  void theAccountIsToldByAwsAndTheRegionWithIt() {
    assertThat(scene.provider.identity(FakeCall.patient())).isEqualTo("123456789012@eu-north-1");
  }

  @Test
  void aLaunchTemplateWithInterfacesIsRefusedBesideSubnetsBeforeAnythingIsLaunched() {
    Map<String, String> both = Map.of(
        "launchTemplate", "wired", "subnets", "subnet-0a000000000000001", "securityGroups", "web");
    LaunchSpec spec = AwsFixture.spec("eu-north-1a", "t3.small", "debian", Market.ON_DEMAND, both);

    assertThatThrownBy(() -> scene.provider.prepare(spec, FakeCall.patient()))
        .isInstanceOfSatisfying(
            CloudException.class, e -> assertThat(e.kind()).isEqualTo(Kind.INVALID))
        .hasMessage("launchTemplate wired has network interfaces of its own, so subnets and"
            + " securityGroups must be left out: EC2 takes one or the other");
  }

  @Test
  void aLaunchTemplateWithInterfacesGoesByItself() {
    LaunchSpec spec = AwsFixture.spec(
        "eu-north-1a", "t3.small", "debian", Market.ON_DEMAND, Map.of("launchTemplate", "wired"));

    assertThat(scene.launch(spec, scene.newKey(), 1).machines()).hasSize(1);
  }
}

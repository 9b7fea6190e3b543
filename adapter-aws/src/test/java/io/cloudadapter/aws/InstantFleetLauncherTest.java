package io.cloudadapter.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

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
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Launches that may be of several sizes. */
class InstantFleetLauncherTest {
  private static final String ZONE = "eu-north-1a";
  private static final Map<String, String> FLEET = Map.of(
      "subnets", "subnet-0a000000000000001,subnet-0a000000000000002",
      "launchTemplate", "web",
      "fleetSizes", "m6i.large,t3.small");

  private final AwsFixture scene = new AwsFixture();

  @AfterEach
  void close() {
    scene.close();
  }

  private static LaunchSpec fleet(Market market) {
    return AwsFixture.spec(ZONE, "", "debian", market, FLEET);
  }

  private LaunchResult launch(LaunchKey key, int count) {
    return scene.launch(fleet(Market.ON_DEMAND), key, count);
  }

  private static List<Optional<String>> sizes(LaunchResult result) {
    return result.machines().stream().map(MachineSighting::size).toList();
  }

  private CloudException refused(String size, Map<String, String> more) {
    Map<String, String> template = new HashMap<>(FLEET);
    template.putAll(more);
    LaunchSpec spec = AwsFixture.spec(ZONE, size, "debian", Market.ON_DEMAND, template);
    return catchThrowableOfType(
        CloudException.class, () -> scene.provider.prepare(spec, FakeCall.patient()));
  }

  @Test
  void takesTheFirstSizeWhileThereIsRoom() {
    LaunchKey key = scene.newKey();

    LaunchResult result = launch(key, 3);

    assertThat(result.shortfall()).isEmpty();
    assertThat(sizes(result)).containsOnly(Optional.of("m6i.large")).hasSize(3);
    assertThat(result.machines()).allSatisfy(machine -> {
      assertThat(machine.key()).contains(key);
      assertThat(machine.pool()).contains(AwsFixture.WEB);
      assertThat(machine.zone()).contains(ZONE);
      assertThat(machine.state()).isEqualTo(MachineState.PENDING);
    });
    assertThat(scene.requests("CreateFleet")).isOne();
    assertThat(scene.requests("RunInstances")).isZero();
  }

  @Test
  void goesOnWithTheNextSizeInTheSameRequest() {
    scene.cloud.room("m6i.large", ZONE, 1);

    LaunchResult result = launch(scene.newKey(), 3);

    assertThat(result.shortfall()).isEmpty();
    assertThat(sizes(result))
        .containsExactlyInAnyOrder(
            Optional.of("m6i.large"), Optional.of("t3.small"), Optional.of("t3.small"));
  }

  @Test
  void prefersTheSizeOfThePool() {
    LaunchSpec spec = AwsFixture.spec(ZONE, "m6i.xlarge", "debian", Market.ON_DEMAND, FLEET);

    LaunchResult result = scene.launch(spec, scene.newKey(), 1);

    assertThat(sizes(result)).containsExactly(Optional.of("m6i.xlarge"));
  }

  @Test
  void tellsWhyTheRestDidNotCome() {
    scene.cloud.room("m6i.large", ZONE, 1);
    scene.cloud.room("t3.small", ZONE, 1);

    LaunchResult result = launch(scene.newKey(), 3);

    assertThat(result.machines()).hasSize(2);
    assertThat(result.shortfall().orElseThrow().kind()).isEqualTo(Kind.CAPACITY);
    assertThat(result.shortfall().orElseThrow().scope()).isEqualTo(ErrorScope.zone(ZONE));
  }

  @Test
  void isRefusedIfNothingCame() {
    scene.cloud.room("m6i.large", ZONE, 0);
    scene.cloud.room("t3.small", ZONE, 0);

    CloudException error =
        catchThrowableOfType(CloudException.class, () -> launch(scene.newKey(), 3));

    assertThat(error.kind()).isEqualTo(Kind.CAPACITY);
    assertThat(error.effect()).isEqualTo(Effect.NONE);
    assertThat(error.scope()).isEqualTo(ErrorScope.zone(ZONE));
  }

  @Test
  void isSureOfNothingWhenNothingCameForAnUnknownReason() {
    scene.cloud.room("m6i.large", ZONE, 0);
    scene.cloud.room("t3.small", ZONE, 0);
    scene.cloud.lackOfFleets("SomethingNew");

    CloudException error =
        catchThrowableOfType(CloudException.class, () -> launch(scene.newKey(), 3));

    assertThat(error.effect()).isEqualTo(Effect.UNKNOWN);
    assertThat(error.code()).contains("SomethingNew");
  }

  @Test
  void saysThatTheQuotaIsSpent() {
    scene.cloud.quota(0);

    CloudException error =
        catchThrowableOfType(CloudException.class, () -> launch(scene.newKey(), 1));

    assertThat(error.kind()).isEqualTo(Kind.QUOTA);
    assertThat(error.effect()).isEqualTo(Effect.NONE);
  }

  @Test
  void givesTheSameMachinesUnderTheSameKeyAsTheyAreByThen() {
    LaunchKey key = scene.newKey();
    LaunchResult first = launch(key, 2);
    scene.pass(Duration.ofMinutes(2));

    LaunchResult again = launch(key, 2);

    assertThat(again.machines().stream().map(MachineSighting::id))
        .containsExactlyInAnyOrderElementsOf(
            first.machines().stream().map(MachineSighting::id).toList());
    assertThat(again.machines())
        .allSatisfy(machine -> assertThat(machine.state()).isEqualTo(MachineState.RUNNING));
    assertThat(scene.cloud.made()).isEqualTo(2);
  }

  @Test
  void saysThatAKeyIsSpentOnceAllHaveEnded() {
    LaunchKey key = scene.newKey();
    launch(key, 1).machines().forEach(machine -> scene.cloud.kill(machine.id().value()));

    CloudException error = catchThrowableOfType(CloudException.class, () -> launch(key, 1));

    assertThat(error.conflict()).contains(Conflict.KEY_SPENT);
  }

  @Test
  void saysSoEvenIfEc2HasForgottenThem() {
    LaunchKey key = scene.newKey();
    launch(key, 1).machines().forEach(machine -> scene.cloud.kill(machine.id().value()));
    scene.pass(Duration.ofHours(4));

    CloudException error = catchThrowableOfType(CloudException.class, () -> launch(key, 1));

    assertThat(error.conflict()).contains(Conflict.KEY_SPENT);
    assertThat(scene.cloud.made()).isOne();
  }

  @Test
  void saysSoEvenIfTheFirstAnswerWasLost() {
    LaunchKey key = scene.newKey();
    scene.cloud.breakNextFleet(true);
    CloudException lost = catchThrowableOfType(CloudException.class, () -> launch(key, 1));
    assertThat(lost.effect()).isEqualTo(Effect.UNKNOWN);
    scene.cloud.instances().forEach(machine -> scene.cloud.kill(machine.id()));
    scene.pass(Duration.ofHours(4));

    CloudException error = catchThrowableOfType(CloudException.class, () -> launch(key, 1));

    assertThat(error.conflict()).contains(Conflict.KEY_SPENT);
    assertThat(scene.cloud.made()).isOne();
  }

  @Test
  void looksAtTheInstancesOfAFleetThatEc2DoesNotShow() {
    LaunchKey key = scene.newKey();
    scene.cloud.breakNextFleet(true);
    CloudException lost = catchThrowableOfType(CloudException.class, () -> launch(key, 1));
    assertThat(lost.effect()).isEqualTo(Effect.UNKNOWN);
    scene.cloud.instances().forEach(machine -> scene.cloud.kill(machine.id()));
    scene.pass(Duration.ofMinutes(10));
    scene.cloud.hideFleets();

    CloudException error = catchThrowableOfType(CloudException.class, () -> launch(key, 1));

    assertThat(error.conflict()).contains(Conflict.KEY_SPENT);
  }

  @Test
  void takesANewFleetForNewIfTheFirstRequestWasLost() {
    LaunchKey key = scene.newKey();
    scene.cloud.breakNextFleet(false);
    CloudException lost = catchThrowableOfType(CloudException.class, () -> launch(key, 1));
    assertThat(lost).isNotNull();
    scene.pass(Duration.ofHours(4));
    scene.cloud.lag(Duration.ofSeconds(10));

    LaunchResult result = launch(key, 1);

    assertThat(result.machines())
        .singleElement()
        .satisfies(machine -> assertThat(machine.state()).isEqualTo(MachineState.PENDING));
    assertThat(scene.requests("DescribeFleets")).isOne();
  }

  @Test
  void buysOnTheSpotMarket() {
    MachineSighting machine =
        scene.launch(fleet(Market.SPOT), scene.newKey(), 1).machines().get(0);
    scene.pass(Duration.ofMinutes(2));

    assertThat(machine.market()).isEqualTo(Market.SPOT);
    assertThat(scene.list(ListQuery.all(AwsFixture.WEB)).machines().get(0).market())
        .isEqualTo(Market.SPOT);
  }

  @Test
  void refusesWhatAFleetCannotBeTold() {
    LaunchSpec without = AwsFixture.spec(
        ZONE, "", "debian", Market.ON_DEMAND, Map.of("fleetSizes", "m6i.large,t3.small"));
    assertThat(catchThrowableOfType(
            CloudException.class, () -> scene.provider.prepare(without, FakeCall.patient())))
        .hasMessage("fleetSizes need a launchTemplate");
    assertThat(refused("", Map.of("keyPair", "ops", "securityGroups", "web")))
        .hasMessage(
            "with fleetSizes securityGroups and keyPair must be set in the launch template");
    assertThat(refused("", Map.of("fleetSizes", "t3.small,x9.huge")))
        .hasMessageContaining("EC2 offers no size x9.huge");
  }
}

package io.cloudadapter.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.cloud.Listener;
import io.cloudadapter.api.cloud.Listener.Protocol;
import io.cloudadapter.api.cloud.LoadBalancerName;
import io.cloudadapter.api.cloud.LoadBalancerSpec;
import io.cloudadapter.api.cloud.LoadBalancerSpec.Affinity;
import io.cloudadapter.api.health.HealthReport;
import io.cloudadapter.api.health.HealthVerdict;
import io.cloudadapter.fake.FakeCall;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.feature.InstanceStatus;
import io.cloudadapter.spi.feature.LoadBalancerHealth;
import io.cloudadapter.spi.feature.LoadBalancers;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** EC2's status checks and the health checks of target groups become reports of health. */
class InstanceStatusReaderTest {
  private static final Duration CHECKED = Duration.ofMinutes(5);
  private static final LoadBalancerName WEB = new LoadBalancerName("eu-north-1", "web");

  private final AwsFixture scene = new AwsFixture();
  private final InstanceStatus status =
      scene.provider.feature(InstanceStatus.class).orElseThrow();

  @AfterEach
  void close() {
    scene.close();
  }

  private MachineId checked() {
    MachineId machine = scene.launch().id();
    scene.pass(CHECKED);
    return machine;
  }

  private HealthReport status(MachineId machine) {
    List<HealthReport> reports = status.statuses(Set.of(machine), FakeCall.patient());
    assertThat(reports).hasSize(1);
    return reports.get(0);
  }

  private void isShownAs(String system, String instance, HealthVerdict verdict) {
    MachineId machine = checked();
    scene.cloud.status(machine.value(), system, instance);
    assertThat(status(machine))
        .isEqualTo(
            new HealthReport(machine, verdict, "system " + system + ", instance " + instance));
  }

  @Test
  void aMachineIsWellIfBothChecksPass() {
    isShownAs("ok", "ok", HealthVerdict.OK);
  }

  @Test
  void aMachineIsIllIfOneCheckFindsItImpaired() {
    isShownAs("impaired", "ok", HealthVerdict.BAD);
    isShownAs("ok", "impaired", HealthVerdict.BAD);
    isShownAs("initializing", "impaired", HealthVerdict.BAD);
  }

  @Test
  void anythingElseIsNoVerdict() {
    isShownAs("initializing", "initializing", HealthVerdict.CANNOT_TELL);
    isShownAs("ok", "insufficient-data", HealthVerdict.CANNOT_TELL);
    isShownAs("not-applicable", "ok", HealthVerdict.CANNOT_TELL);
    isShownAs("a-status-of-tomorrow", "ok", HealthVerdict.CANNOT_TELL);
  }

  @Test
  void aMachineThatHasJustBegunToRunIsNotChecked() {
    MachineId machine = scene.launch().id();
    scene.pass(Duration.ofMinutes(1));

    assertThat(status(machine).verdict()).isEqualTo(HealthVerdict.CANNOT_TELL);
  }

  @Test
  void aPlannedEventMakesNoMachineIll() {
    MachineId machine = checked();
    scene.cloud.planEvent(machine.value(), "instance-retirement");

    assertThat(status(machine).verdict()).isEqualTo(HealthVerdict.OK);
  }

  @Test
  void machinesThatEc2DoesNotKnowAreLeftOutAndTheOthersAreRead() {
    MachineId machine = checked();
    MachineId other = checked();

    Set<MachineId> asked = Set.of(
        machine,
        new MachineId("i-00000000000000001"),
        other,
        new MachineId("i-00000000000000002"),
        new MachineId("not-an-id"));
    assertThat(status.statuses(asked, FakeCall.patient()))
        .extracting(HealthReport::machine)
        .containsExactlyInAnyOrder(machine, other);
    assertThat(scene.requests("DescribeInstanceStatus")).isEqualTo(2);
  }

  @Test
  void aMachineThatIsStoppedOrHasEndedHasNoStatus() {
    MachineId stopped = checked();
    MachineId ended = checked();
    scene.cloud.state(stopped.value(), "stopped");
    scene.cloud.kill(ended.value());

    assertThat(status.statuses(Set.of(stopped, ended), FakeCall.patient())).isEmpty();
  }

  @Test
  void aRequestNamesAHundredMachinesAtMost() {
    Set<MachineId> machines = new HashSet<>();
    for (int i = 0; i < 201; i++) {
      machines.add(new MachineId(scene.cloud.makeForAnotherOwner(Map.of())));
    }
    scene.pass(CHECKED);

    assertThat(status.statuses(machines, FakeCall.patient()))
        .extracting(HealthReport::machine)
        .containsExactlyInAnyOrderElementsOf(machines);
    assertThat(scene.requests("DescribeInstanceStatus")).isEqualTo(3);
  }

  // ------------------------------------------------------------------------------- load balancers

  @Test
  void theStateOfATargetIsItsHealth() {
    try (MachineProvider provider =
        scene.open(Map.of("loadBalancerSubnets", "subnet-0a000000000000001"))) {
      MachineId machine = checked();
      balance(provider, machine);

      assertThat(shown(provider))
          .containsExactly(new HealthReport(machine, HealthVerdict.OK, "healthy"));
      scene.cloud.targetHealth(machine.value(), "unhealthy");
      assertThat(shown(provider))
          .containsExactly(
              new HealthReport(machine, HealthVerdict.BAD, "unhealthy: Health checks failed"));
      scene.cloud.targetHealth(machine.value(), "unhealthy.draining");
      assertThat(shown(provider))
          .extracting(HealthReport::verdict)
          .containsExactly(HealthVerdict.BAD);
      for (String other : List.of("initial", "draining", "unused", "unavailable", "new")) {
        scene.cloud.targetHealth(machine.value(), other);
        assertThat(shown(provider))
            .containsExactly(new HealthReport(machine, HealthVerdict.CANNOT_TELL, other));
      }
    }
  }

  @Test
  void aLoadBalancerThatIsNotThereIsNotFound() {
    assertThatThrownBy(() -> shown(scene.provider))
        .isInstanceOfSatisfying(
            CloudException.class, e -> assertThat(e.kind()).isEqualTo(Kind.NOT_FOUND));
  }

  private static List<HealthReport> shown(MachineProvider provider) {
    return provider.feature(LoadBalancerHealth.class).orElseThrow().health(WEB, FakeCall.patient());
  }

  private static void balance(MachineProvider provider, MachineId machine) {
    var unused = provider
        .feature(LoadBalancers.class)
        .orElseThrow()
        .ensure(
            new LoadBalancerSpec(
                "eu-north-1",
                "web",
                Optional.empty(),
                List.of(new Listener("http", Protocol.TCP, 80, 8080)),
                List.of(machine.value()),
                Affinity.NONE),
            FakeCall.patient());
  }
}

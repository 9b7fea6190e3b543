package io.cloudadapter.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.cloud.Listener;
import io.cloudadapter.api.cloud.Listener.Protocol;
import io.cloudadapter.api.cloud.LoadBalancer;
import io.cloudadapter.api.cloud.LoadBalancerName;
import io.cloudadapter.api.cloud.LoadBalancerSpec;
import io.cloudadapter.api.cloud.LoadBalancerSpec.Affinity;
import io.cloudadapter.fake.FakeCall;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Conflict;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.feature.LoadBalancerRegistration;
import io.cloudadapter.spi.feature.LoadBalancers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class NetworkLoadBalancersTest {
  private static final LoadBalancerName WEB = new LoadBalancerName("eu-north-1", "web");

  private final AwsFixture scene = new AwsFixture();
  private final MachineProvider provider =
      scene.open(Map.of("loadBalancerSubnets", "subnet-0a000000000000001"));
  private final LoadBalancers balancers = provider.feature(LoadBalancers.class).orElseThrow();
  private final LoadBalancerRegistration registration =
      provider.feature(LoadBalancerRegistration.class).orElseThrow();

  @AfterEach
  void close() {
    provider.close();
    scene.close();
  }

  private MachineId running() {
    MachineId machine = scene.launch().id();
    scene.pass(Duration.ofMinutes(1));
    return machine;
  }

  private static LoadBalancerSpec spec(String listener, int port, String... hosts) {
    return new LoadBalancerSpec(
        "eu-north-1",
        "web",
        Optional.empty(),
        List.of(new Listener(listener, Protocol.TCP, port, 8080)),
        List.of(hosts),
        Affinity.NONE);
  }

  private void ensure(LoadBalancerSpec spec) {
    LoadBalancer unused = balancers.ensure(spec, FakeCall.patient());
  }

  @Test
  void withoutSubnetsNoneCanBeMadeButMachinesCanBeRegistered() {
    assertThat(scene.provider.feature(LoadBalancers.class)).isEmpty();
    assertThat(scene.provider.feature(LoadBalancerRegistration.class)).isPresent();
  }

  @Test
  void aListenerIsRenamedInPlace() {
    ensure(spec("http", 80));

    ensure(spec("web", 80));

    assertThat(scene.cloud.balancers().get(0).listeners())
        .containsExactly(new Listener("web", Protocol.TCP, 80, 8080));
    assertThat(scene.requests("CreateTargetGroup")).isEqualTo(1);
  }

  @Test
  void theGroupOfAPortThatIsGoneGoesToo() {
    ensure(spec("http", 80));

    ensure(spec("http", 81));

    assertThat(scene.cloud.balancers().get(0).listeners())
        .containsExactly(new Listener("http", Protocol.TCP, 81, 8080));
    assertThat(scene.cloud.targetGroups()).isEqualTo(1);
  }

  @Test
  void groupsOfABalancerThatIsGoneAreStillDeleted() {
    ensure(spec("http", 80));
    scene.cloud.forgetBalancers();

    balancers.delete("eu-north-1", "web", FakeCall.patient());

    assertThat(scene.cloud.targetGroups()).isZero();
  }

  @Test
  void aMachineThatHasEndedIsPassedOverAlsoBeforeListsShowIt() {
    MachineId one = running();
    MachineId two = running();
    ensure(spec("http", 80));
    scene.cloud.lag(Duration.ofSeconds(1));
    scene.cloud.kill(one.value());

    registration.register(WEB, Set.of(one, two), FakeCall.patient());

    assertThat(registration.registered(WEB, FakeCall.patient())).containsExactly(two);
  }

  @Test
  void aMachineThatDoesNotRunYetIsBusyAndTheOthersAreIn() {
    MachineId one = running();
    MachineId young = scene.launch().id();
    ensure(spec("http", 80));

    assertThatThrownBy(() -> registration.register(WEB, Set.of(one, young), FakeCall.patient()))
        .isInstanceOfSatisfying(
            CloudException.class, e -> assertThat(e.conflict()).contains(Conflict.BUSY));
    assertThat(registration.registered(WEB, FakeCall.patient())).containsExactly(one);
  }

  @Test
  void aHostThatIsNoInstanceIsRefusedBeforeAnythingIsMade() {
    assertThatThrownBy(() -> ensure(spec("http", 80, "i-0fffffffffffffff0")))
        .isInstanceOfSatisfying(
            CloudException.class, e -> assertThat(e.kind()).isEqualTo(Kind.NOT_FOUND))
        .hasMessageContaining("there is no instance i-0fffffffffffffff0");
    assertThat(scene.cloud.balancers()).isEmpty();
  }
}

package io.cloudadapter.openstack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.cloud.Listener;
import io.cloudadapter.api.cloud.Listener.Protocol;
import io.cloudadapter.api.cloud.LoadBalancer;
import io.cloudadapter.api.cloud.LoadBalancerName;
import io.cloudadapter.api.cloud.LoadBalancerSpec;
import io.cloudadapter.api.cloud.LoadBalancerSpec.Affinity;
import io.cloudadapter.api.health.HealthReport;
import io.cloudadapter.api.health.HealthVerdict;
import io.cloudadapter.fake.FakeCall;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.feature.LoadBalancerHealth;
import io.cloudadapter.spi.feature.LoadBalancerRegistration;
import io.cloudadapter.spi.feature.LoadBalancers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OctaviaLoadBalancersTest {
  private static final LoadBalancerName WEB = new LoadBalancerName("RegionOne", "web");

  private final OpenStackFixture scene = new OpenStackFixture();
  private final LoadBalancers balancers = balancers(Map.of("loadBalancerNetwork", "private"));
  private final LoadBalancerRegistration registration =
      scene.provider.feature(LoadBalancerRegistration.class).orElseThrow();

  @AfterEach
  void close() {
    scene.close();
  }

  private LoadBalancers balancers(Map<String, String> more) {
    return scene.open(more).feature(LoadBalancers.class).orElseThrow();
  }

  private MachineId server() {
    return new MachineId(scene.cloud.makeForAnotherOwner(Set.of(), Map.of()));
  }

  private static LoadBalancerSpec spec(List<Listener> listeners, List<String> hosts) {
    return new LoadBalancerSpec(
        "RegionOne", "web", Optional.empty(), listeners, hosts, Affinity.NONE);
  }

  private static Listener http(int target) {
    return new Listener("http", Protocol.TCP, 80, target);
  }

  private static Listener dns() {
    return new Listener("dns", Protocol.UDP, 53, 30053);
  }

  private LoadBalancer ensure(LoadBalancerSpec spec) {
    return balancers.ensure(spec, FakeCall.patient());
  }

  private List<LoadBalancerSpec> truth() {
    return OctaviaTruth.specs(
        scene.cloud.balancers(),
        address -> scene.cloud.serverAt(address).map(scene.cloud::serverName));
  }

  private long changes() {
    return scene.cloud.requests().stream()
        .filter(request -> request.contains("/lbaas/") && !request.startsWith("GET"))
        .filter(request -> !request.endsWith("409"))
        .count();
  }

  @Test
  void whatIsAsItShallBeIsNotChanged() {
    server();
    ensure(spec(List.of(http(30080)), List.of("somebodys")));
    long before = changes();

    ensure(spec(List.of(http(30080)), List.of("somebodys")));

    assertThat(changes()).isEqualTo(before);
  }

  @Test
  void anotherTargetPortMovesEveryHost() {
    server();
    ensure(spec(List.of(http(30080), dns()), List.of("somebodys")));

    ensure(spec(List.of(http(30081), dns()), List.of("somebodys")));

    assertThat(truth().get(0).listeners()).containsExactlyInAnyOrder(http(30081), dns());
  }

  @Test
  void aListenerGoesWithItsPool() {
    ensure(spec(List.of(http(30080), dns()), List.of()));

    ensure(spec(List.of(dns()), List.of()));

    assertThat(truth().get(0).listeners()).containsExactly(dns());
    assertThat(scene.cloud.balancers().get(0).path("pools").asInt()).isEqualTo(1);
  }

  @Test
  void withoutHostsAListenerStillKnowsWhereItLeads() {
    ensure(spec(List.of(http(30080)), List.of()));

    assertThat(balancers
            .find("RegionOne", "web", FakeCall.patient())
            .orElseThrow()
            .spec()
            .listeners())
        .containsExactly(http(30080));
  }

  @Test
  void whoRepeatsAnEnsureThatEndedOnTheWayGoesOnFromThere() {
    FakeCall call = FakeCall.patient();
    ensure(spec(List.of(), List.of()));
    scene.cloud.balancerStatus("web", "PENDING_UPDATE");
    assertThatThrownBy(() -> balancers.ensure(
            spec(List.of(http(30080)), List.of()), new FakeCall(Duration.ofMillis(500))))
        .isInstanceOfSatisfying(
            CloudException.class, e -> assertThat(e.kind()).isEqualTo(Kind.TIMEOUT));
    scene.cloud.balancerStatus("web", "ACTIVE");

    balancers.ensure(spec(List.of(http(30080)), List.of()), call);

    assertThat(truth()).hasSize(1);
    assertThat(truth().get(0).listeners()).containsExactly(http(30080));
  }

  @Test
  void anythingThatFailsAfterAChangeMayHaveHadAnEffect() {
    server();
    ensure(spec(List.of(http(30080)), List.of()));
    // The pool's members are written, then no change of the listener succeeds.
    scene.cloud.balancerBreaksAfter(1);

    assertThatThrownBy(() -> ensure(spec(List.of(http(30080), dns()), List.of("somebodys"))))
        .isInstanceOfSatisfying(CloudException.class, e -> {
          assertThat(e.kind()).isEqualTo(Kind.UNAVAILABLE);
          assertThat(e.effect()).isEqualTo(Effect.UNKNOWN);
        });
  }

  @Test
  void oneInErrorIsNotChangedButDeleted() {
    ensure(spec(List.of(http(30080)), List.of()));
    scene.cloud.balancerStatus("web", "ERROR");

    assertThatThrownBy(() -> ensure(spec(List.of(http(30081)), List.of())))
        .isInstanceOfSatisfying(CloudException.class, e -> {
          assertThat(e.effect()).isEqualTo(Effect.NONE);
          assertThat(e).hasMessageContaining("is in ERROR");
        });
    balancers.delete("RegionOne", "web", FakeCall.patient());
    assertThat(truth()).isEmpty();
  }

  @Test
  void twoOfOneNameAreLeftToPeople() {
    ensure(spec(List.of(), List.of()));
    scene.cloud.makeBalancerForAnotherOwner("web");

    assertThatThrownBy(() -> ensure(spec(List.of(http(30080)), List.of())))
        .hasMessageContaining("2 load balancers are called web");
  }

  @Test
  void ofTwoThatWereMadeAtOnceTheFirstStays() {
    scene.cloud.hideBalancersOnce();
    ensure(spec(List.of(http(30080)), List.of()));
    scene.cloud.hideBalancersOnce();

    ensure(spec(List.of(http(30081)), List.of()));

    assertThat(truth()).hasSize(1);
    assertThat(truth().get(0).listeners()).containsExactly(http(30081));
    assertThat(truth().get(0).address()).contains("10.0.200.1");
  }

  @Test
  void aNameToWhichTwoServersAnswerIsRefused() {
    server();
    MachineId second = server();
    scene.cloud.rename(second.value(), "somebodys");

    assertThatThrownBy(() -> ensure(spec(List.of(http(30080)), List.of("somebodys"))))
        .hasMessageContaining("2 servers answer to somebodys");
    ensure(spec(List.of(http(30080)), List.of(second.value())));
    assertThat(truth().get(0).hosts()).containsExactly("somebodys");
  }

  @Test
  void withoutANetworkInTheAccountThereMustBeOnlyOne() {
    assertThatThrownBy(
            () -> balancers(Map.of()).ensure(spec(List.of(), List.of()), FakeCall.patient()))
        .hasMessageContaining("loadBalancerNetwork is missing")
        .hasMessageContaining("[private, private-2]");
  }

  @Test
  void anAddressThatAnotherOneHasIsRefused() {
    String address = ensure(spec(List.of(), List.of())).spec().name();
    assertThat(address).isEqualTo("web");
    String taken = truth().get(0).address().orElseThrow();
    LoadBalancerSpec greedy = new LoadBalancerSpec(
        "RegionOne", "other", Optional.of(taken), List.of(), List.of(), Affinity.NONE);

    assertThatThrownBy(() -> ensure(greedy))
        .isInstanceOfSatisfying(
            CloudException.class, e -> assertThat(e.kind()).isEqualTo(Kind.CONFLICT));
  }

  @Test
  void whatAnotherOwnerPutBehindStaysWhenMachinesComeAndGo() {
    MachineId theirs = server();
    MachineId ours = server();
    ensure(spec(List.of(http(30080), dns()), List.of("somebodys")));

    registration.register(WEB, Set.of(ours), FakeCall.patient());
    assertThat(registration.registered(WEB, FakeCall.patient()))
        .containsExactlyInAnyOrder(theirs, ours);
    registration.deregister(WEB, Set.of(ours), FakeCall.patient());

    assertThat(registration.registered(WEB, FakeCall.patient())).containsExactly(theirs);
    assertThat(truth().get(0).hosts()).containsExactly("somebodys");
  }

  @Test
  void aMachineIsOutBeforeTheCallThatTakesItOutIsBack() {
    MachineId machine = server();
    ensure(spec(List.of(http(30080), dns()), List.of("somebodys")));

    registration.deregister(WEB, Set.of(machine), FakeCall.patient());

    assertThat(truth().get(0).hosts()).isEmpty();
  }

  @Test
  void setHostsIsBackWhenTheLoadBalancerLeadsToThem() {
    server();
    ensure(spec(List.of(http(30080), dns()), List.of("somebodys")));

    LoadBalancer unused = balancers.setHosts("RegionOne", "web", List.of(), FakeCall.patient());

    assertThat(truth().get(0).hosts()).isEmpty();
  }

  @Test
  void whoTakesAMachineOutAgainWaitsForTheFirstTime() {
    MachineId machine = server();
    ensure(spec(List.of(http(30080)), List.of("somebodys")));
    registration.deregister(WEB, Set.of(machine), FakeCall.patient());
    scene.cloud.balancerStatus("web", "PENDING_UPDATE");

    assertThatThrownBy(() ->
            registration.deregister(WEB, Set.of(machine), new FakeCall(Duration.ofMillis(500))))
        .isInstanceOfSatisfying(
            CloudException.class, e -> assertThat(e.kind()).isEqualTo(Kind.TIMEOUT));
  }

  @Test
  void aMachineThatIsNotBehindOneInErrorIsNotHeldUpByIt() {
    MachineId machine = server();
    ensure(spec(List.of(http(30080)), List.of()));
    scene.cloud.balancerStatus("web", "ERROR");

    registration.deregister(WEB, Set.of(machine), FakeCall.patient());

    assertThat(truth().get(0).hosts()).isEmpty();
  }

  @Test
  void aMemberThatPeopleMadeIsKnownByItsAddress() {
    MachineId theirs = server();
    ensure(spec(List.of(http(30080)), List.of("somebodys")));
    scene.cloud.forgetBalancerTags();

    assertThat(registration.registered(WEB, FakeCall.patient())).containsExactly(theirs);
    registration.deregister(WEB, Set.of(theirs), FakeCall.patient());
    assertThat(truth().get(0).hosts()).isEmpty();
  }

  @Test
  void aMachineThatHasEndedIsBehindUntilItIsTakenOut() {
    MachineId machine = server();
    ensure(spec(List.of(http(30080)), List.of("somebodys")));
    scene.cloud.status(machine.value(), "gone");

    assertThat(registration.registered(WEB, FakeCall.patient())).containsExactly(machine);
  }

  @Test
  void anOctaviaThatWouldTakeAllOthersOutIsNotAskedToAdd() {
    MachineId machine = server();
    scene.cloud.oldOctavia();
    ensure(spec(List.of(http(30080)), List.of()));

    assertThatThrownBy(() -> registration.register(WEB, Set.of(machine), FakeCall.patient()))
        .isInstanceOfSatisfying(
            CloudException.class, e -> assertThat(e.kind()).isEqualTo(Kind.UNSUPPORTED));
  }

  @Test
  void aMachineWithoutAnAddressIsNotPassedOver() {
    MachineId machine = server();
    ensure(spec(List.of(http(30080)), List.of()));
    scene.cloud.status(machine.value(), "BUILD");

    assertThatThrownBy(() -> registration.register(WEB, Set.of(machine), FakeCall.patient()))
        .hasMessageContaining("has no address, or none yet");
  }

  @Test
  void theStatusOfAMemberIsItsHealthIfItIsMonitored() {
    MachineId server = server();
    LoadBalancer unused =
        balancers.ensure(spec(List.of(http(8080)), List.of(server.value())), FakeCall.patient());
    LoadBalancerHealth health = scene.provider.feature(LoadBalancerHealth.class).orElseThrow();
    Map<String, HealthReport> expected = Map.of(
        "ONLINE", new HealthReport(server, HealthVerdict.OK, "online"),
        "ERROR", new HealthReport(server, HealthVerdict.BAD, "error"),
        "NO_MONITOR", new HealthReport(server, HealthVerdict.CANNOT_TELL, "no monitor"),
        "DRAINING", new HealthReport(server, HealthVerdict.CANNOT_TELL, "draining"),
        "OFFLINE", new HealthReport(server, HealthVerdict.CANNOT_TELL, "offline"));

    expected.forEach((status, report) -> {
      scene.cloud.memberStatus(server.value(), status);
      assertThat(health.health(WEB, FakeCall.patient())).containsExactly(report);
    });
  }

  @Test
  void theHealthOfALoadBalancerThatIsNotThereIsNotFound() {
    LoadBalancerHealth health = scene.provider.feature(LoadBalancerHealth.class).orElseThrow();

    assertThatThrownBy(() -> health.health(WEB, FakeCall.patient()))
        .isInstanceOfSatisfying(
            CloudException.class, e -> assertThat(e.kind()).isEqualTo(Kind.NOT_FOUND));
  }
}

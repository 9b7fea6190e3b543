package io.cloudadapter.simulated;

import static io.cloudadapter.simulated.SimulatedCloudFixture.errorOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.cloud.Cidr;
import io.cloudadapter.api.cloud.Cluster;
import io.cloudadapter.api.cloud.Instance;
import io.cloudadapter.api.cloud.Listener;
import io.cloudadapter.api.cloud.Listener.Protocol;
import io.cloudadapter.api.cloud.LoadBalancer;
import io.cloudadapter.api.cloud.LoadBalancer.Ingress;
import io.cloudadapter.api.cloud.LoadBalancer.Target;
import io.cloudadapter.api.cloud.LoadBalancer.Target.Health;
import io.cloudadapter.api.cloud.LoadBalancerName;
import io.cloudadapter.api.cloud.LoadBalancerSpec;
import io.cloudadapter.api.cloud.LoadBalancerSpec.Affinity;
import io.cloudadapter.api.cloud.NodeAddress;
import io.cloudadapter.api.cloud.Route;
import io.cloudadapter.api.cloud.SshKey;
import io.cloudadapter.api.cloud.Zone;
import io.cloudadapter.fake.FakeCall;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Conflict;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.ProviderEnvironment;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.config.ConfigException;
import io.cloudadapter.spi.feature.Clusters;
import io.cloudadapter.spi.feature.Instances;
import io.cloudadapter.spi.feature.LoadBalancerRegistration;
import io.cloudadapter.spi.feature.LoadBalancers;
import io.cloudadapter.spi.feature.Routes;
import io.cloudadapter.spi.feature.Zones;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the cloud has beside machines. */
class SimulatedFeaturesTest {
  private final SimulatedCloudFixture scene =
      new SimulatedCloudFixture(cloud -> cloud.lateAcceptance(Duration.ofMinutes(1)));
  private final Instances instances = scene.provider.feature(Instances.class).orElseThrow();
  private final LoadBalancers balancers =
      scene.provider.feature(LoadBalancers.class).orElseThrow();
  private final LoadBalancerRegistration registration =
      scene.provider.feature(LoadBalancerRegistration.class).orElseThrow();
  private final Routes routes = scene.provider.feature(Routes.class).orElseThrow();

  private static LoadBalancerSpec spec(String name, String... hosts) {
    return spec(name, Optional.empty(), hosts);
  }

  private static LoadBalancerSpec spec(String name, Optional<String> address, String... hosts) {
    return new LoadBalancerSpec(
        "simulated",
        name,
        address,
        List.of(new Listener("http", Protocol.TCP, 80, 30080)),
        List.of(hosts),
        Affinity.NONE);
  }

  private Route route(String name, MachineId target, String block) {
    return routes.create("k", name, target.value(), new Cidr(block), scene.call());
  }

  @Test
  void aMachineIsFoundByItsNameItsHostNameAndItsId() {
    MachineId machine = scene.cloud.createMachine();

    Instance found = instances.named(machine.value(), scene.call()).orElseThrow();

    assertThat(found.id()).isEqualTo(machine);
    assertThat(found.zone()).contains(new Zone("a", "simulated"));
    assertThat(found.size()).contains("small");
    assertThat(found.shutDown()).isFalse();
    assertThat(found.addresses().stream().map(NodeAddress::kind))
        .containsExactly(
            NodeAddress.Kind.INTERNAL_IP,
            NodeAddress.Kind.EXTERNAL_IP,
            NodeAddress.Kind.HOST_NAME,
            NodeAddress.Kind.INTERNAL_DNS);
    String host = found.hostName().toUpperCase(java.util.Locale.ROOT);
    assertThat(instances.hosted(host, scene.call())).contains(found);
    assertThat(instances.identified(machine, scene.call())).contains(found);
    assertThat(instances.named("missing", scene.call())).isEmpty();
  }

  @Test
  void aStoppedMachineExistsAndOneThatHasEndedDoesNot() {
    MachineId stopped = scene.cloud.createMachine();
    MachineId ended = scene.cloud.createMachine();
    scene.cloud.stop(stopped);
    scene.cloud.kill(ended);

    assertThat(instances.all(scene.call())).singleElement().satisfies(instance -> {
      assertThat(instance.id()).isEqualTo(stopped);
      assertThat(instance.shutDown()).isTrue();
    });
  }

  @Test
  void aKeyThatIsAddedTwiceIsThereOnceAndIsNeverShown() {
    SshKey key = new SshKey("core", "ssh-ed25519 AAAAcanary");

    assertThat(instances.addSshKey(key, scene.call())).isTrue();
    assertThat(instances.addSshKey(key, scene.call())).isTrue();

    assertThat(scene.cloud.sshKeys()).containsExactly(key);
    assertThat(key.toString()).contains("core").doesNotContain("canary");
  }

  @Test
  void aLoadBalancerShowsTheHealthOfItsHosts() {
    MachineId runs = scene.cloud.createMachine();
    MachineId stops = scene.cloud.createMachine();
    MachineId ends = scene.cloud.createMachine();
    String byHostName =
        instances.named(runs.value(), scene.call()).orElseThrow().hostName();

    LoadBalancer made =
        balancers.ensure(spec("web", byHostName, stops.value(), ends.value()), scene.call());
    scene.cloud.stop(stops);
    scene.cloud.kill(ends);

    assertThat(made.ingress()).containsExactly(new Ingress(Ingress.Kind.IP, "198.18.0.1"));
    assertThat(balancers.find("simulated", "web", scene.call()).orElseThrow().targets())
        .containsExactly(
            new Target(byHostName, Health.HEALTHY),
            new Target(stops.value(), Health.UNHEALTHY),
            new Target(ends.value(), Health.UNHEALTHY));
    assertThat(balancers.find("simulated", "other", scene.call())).isEmpty();
    assertThat(balancers.find("elsewhere", "web", scene.call())).isEmpty();
  }

  @Test
  void aLoadBalancerBecomesWhatIsAskedForAndKeepsItsAddress() {
    String x = scene.cloud.createMachine().value();
    String y = scene.cloud.createMachine().value();
    LoadBalancer first = balancers.ensure(spec("web", x), scene.call());
    balancers.ensure(spec("other"), scene.call());

    LoadBalancer changed = balancers.ensure(spec("web", y, x), scene.call());
    LoadBalancer emptied = balancers.setHosts("simulated", "web", List.of(), scene.call());

    assertThat(changed.ingress()).isEqualTo(first.ingress());
    assertThat(changed.spec().hosts()).containsExactly(y, x);
    assertThat(emptied.spec().listeners()).isEqualTo(first.spec().listeners());
    assertThat(emptied.targets()).isEmpty();
    assertThat(scene.cloud.loadBalancers()).hasSize(2);
  }

  @Test
  void aHostThatIsNoMachineIsRefusedByNameAndChangesNothing() {
    String x = scene.cloud.createMachine().value();
    LoadBalancer web = balancers.ensure(spec("web", x), scene.call());

    List<CloudException> refused = List.of(
        errorOf(() -> balancers.ensure(spec("new", x, "missing"), scene.call())),
        errorOf(() -> balancers.ensure(spec("web", "missing"), scene.call())),
        errorOf(
            () -> balancers.setHosts("simulated", "web", List.of("missing", "any"), scene.call())));

    assertThat(refused).allSatisfy(error -> {
      assertThat(error.kind()).isEqualTo(Kind.NOT_FOUND);
      assertThat(error.effect()).isEqualTo(Effect.NONE);
      assertThat(error).hasMessageContaining("missing");
    });
    assertThat(refused.get(2)).hasMessage("there is no instance missing, any");
    assertThat(scene.cloud.loadBalancers()).containsExactly(web);
  }

  @Test
  void aHostThatIsGoneMayStayAndOnceLeftOutNotComeBack() {
    MachineId gone = scene.cloud.createMachine();
    String x = scene.cloud.createMachine().value();
    balancers.ensure(spec("web", gone.value()), scene.call());
    scene.cloud.kill(gone);

    balancers.ensure(spec("web", gone.value()), scene.call());
    balancers.setHosts("simulated", "web", List.of(x, gone.value()), scene.call());
    balancers.setHosts("simulated", "web", List.of(x), scene.call());

    assertThat(errorOf(() -> balancers.ensure(spec("web", x, gone.value()), scene.call()))
            .kind())
        .isEqualTo(Kind.NOT_FOUND);
    assertThat(scene.cloud.loadBalancers().get(0).spec().hosts()).containsExactly(x);
  }

  @Test
  void aDeletedLoadBalancerGivesItsAddressBackAndMayBeDeletedAgain() {
    balancers.ensure(spec("web"), scene.call());

    balancers.delete("simulated", "web", scene.call());
    balancers.delete("simulated", "web", scene.call());

    assertThat(scene.cloud.loadBalancers()).isEmpty();
    assertThat(balancers.ensure(spec("next"), scene.call()).ingress().get(0).value())
        .isEqualTo("198.18.0.1");
    assertThat(errorOf(() -> balancers.setHosts("simulated", "web", List.of("x"), scene.call()))
            .kind())
        .isEqualTo(Kind.NOT_FOUND);
  }

  @Test
  void anAddressMayBeAskedForUnlessItIsTakenOrAnotherIsThere() {
    balancers.ensure(spec("web", Optional.of("203.0.113.77")), scene.call());

    CloudException taken =
        errorOf(() -> balancers.ensure(spec("two", Optional.of("203.0.113.77")), scene.call()));
    CloudException changed =
        errorOf(() -> balancers.ensure(spec("web", Optional.of("203.0.113.78")), scene.call()));

    assertThat(taken.conflict()).contains(Conflict.NAME_TAKEN);
    assertThat(changed.kind()).isEqualTo(Kind.CONFLICT);
    assertThat(changed.effect()).isEqualTo(Effect.NONE);
    assertThat(scene.cloud.loadBalancers()).hasSize(1);
  }

  @Test
  void aRegionOrProtocolThatTheCloudLacksIsRefused() {
    SimulatedCloudFixture tcp = new SimulatedCloudFixture(cloud -> cloud.udp(false));
    LoadBalancers some = tcp.provider.feature(LoadBalancers.class).orElseThrow();
    LoadBalancerSpec udp = new LoadBalancerSpec(
        "simulated",
        "dns",
        Optional.empty(),
        List.of(new Listener("", Protocol.UDP, 53, 53)),
        List.of(),
        Affinity.NONE);
    LoadBalancerSpec elsewhere =
        new LoadBalancerSpec("mars", "dns", Optional.empty(), List.of(), List.of(), Affinity.NONE);

    assertThat(some.protocols()).containsExactly(Protocol.TCP);
    assertThat(errorOf(() -> some.ensure(udp, tcp.call())).kind()).isEqualTo(Kind.UNSUPPORTED);
    assertThat(errorOf(() -> some.ensure(elsewhere, tcp.call())).kind()).isEqualTo(Kind.NOT_FOUND);
    assertThat(tcp.cloud.loadBalancers()).isEmpty();
    assertThat(balancers.ensure(udp, scene.call()).ingress()).hasSize(1);
  }

  @Test
  void aRouteThatIsThereAlreadyIsReturnedUnderAnyName() {
    MachineId machine = scene.cloud.createMachine();

    Route made = route("one", machine, "10.1.0.0/24");
    Route again = route("two", machine, "10.1.0.0/24");

    assertThat(again).isEqualTo(made);
    assertThat(routes.routes("k", scene.call())).containsExactly(made);
    assertThat(routes.routes("other", scene.call())).isEmpty();
  }

  @Test
  void routesThatCannotStandBesideEachOtherAreRefused() {
    MachineId machine = scene.cloud.createMachine();
    MachineId other = scene.cloud.createMachine();
    Route made = route("one", machine, "10.1.0.0/24");

    assertThat(errorOf(() -> route("two", other, "10.1.0.0/24")).kind()).isEqualTo(Kind.CONFLICT);
    assertThat(errorOf(() -> route("two", machine, "10.1.0.128/25")).kind())
        .isEqualTo(Kind.CONFLICT);
    assertThat(errorOf(() -> route("two", machine, "10.0.0.0/8")).kind()).isEqualTo(Kind.CONFLICT);
    assertThat(errorOf(() -> route("one", machine, "10.2.0.0/24")).conflict())
        .contains(Conflict.NAME_TAKEN);
    assertThat(
            errorOf(() -> route("two", new MachineId("missing"), "10.2.0.0/24")).kind())
        .isEqualTo(Kind.NOT_FOUND);
    assertThat(scene.cloud.routes()).containsExactly(made);
    assertThat(route("six", machine, "fd00::/64").name()).isEqualTo("six");
  }

  @Test
  void aRouteWhoseMachineIsGoneLeadsNowhereUntilItIsDeleted() {
    MachineId machine = scene.cloud.createMachine();
    route("one", machine, "10.1.0.0/24");

    scene.cloud.kill(machine);

    assertThat(scene.cloud.routes()).singleElement().matches(Route::blackhole);
    routes.delete("k", "one", scene.call());
    routes.delete("k", "one", scene.call());
    assertThat(scene.cloud.routes()).isEmpty();
  }

  @Test
  void zonesAndClustersAreTold() {
    SimulatedCloudFixture two = new SimulatedCloudFixture(cloud ->
        cloud.zones(List.of("n1", "n2")).region("north").clusters(List.of("blue", "green")));

    assertThat(two.provider.feature(Zones.class).orElseThrow().zones(two.call()))
        .containsExactly(new Zone("n1", "north"), new Zone("n2", "north"));
    assertThat(two.provider.feature(Clusters.class).orElseThrow().clusters(two.call()))
        .containsExactly(
            new Cluster("blue", "master.blue.simulated.internal"),
            new Cluster("green", "master.green.simulated.internal"));
  }

  @Test
  void machinesArePutBehindALoadBalancerAndTakenOutWhileOthersStay() {
    MachineId one = scene.cloud.createMachine();
    MachineId two = scene.cloud.createMachine();
    MachineId gone = new MachineId("i-gone");
    LoadBalancerName web = new LoadBalancerName("simulated", "web");
    MachineId other = scene.cloud.createMachine();
    balancers.ensure(spec("web", other.value()), scene.call());

    registration.register(web, Set.of(one, two, gone), scene.call());
    registration.register(web, Set.of(one), scene.call());

    assertThat(registration.registered(web, scene.call()))
        .containsExactlyInAnyOrder(one, two, other);
    registration.deregister(web, Set.of(two, gone), scene.call());
    assertThat(registration.registered(web, scene.call())).containsExactlyInAnyOrder(one, other);
    assertThat(balancers
            .find("simulated", "web", scene.call())
            .orElseThrow()
            .spec()
            .hosts())
        .containsExactly(other.value(), one.value());
  }

  @Test
  void nothingIsPutBehindALoadBalancerThatIsNotThere() {
    LoadBalancerName missing = new LoadBalancerName("simulated", "missing");
    MachineId machine = scene.cloud.createMachine();

    assertThat(List.of(
            errorOf(() -> registration.registered(missing, scene.call())),
            errorOf(() -> registration.register(missing, Set.of(machine), scene.call())),
            errorOf(() -> registration.deregister(missing, Set.of(machine), scene.call()))))
        .extracting(CloudException::kind)
        .containsOnly(Kind.NOT_FOUND);
  }

  @Test
  void aCloudMayLackAllOfItOrItsClustersOnly() {
    SimulatedCloudFixture bare = new SimulatedCloudFixture(cloud -> cloud.services(false));
    SimulatedCloudFixture alone = new SimulatedCloudFixture(cloud -> cloud.clusters(List.of()));

    for (Class<?> type : List.of(
        Instances.class,
        LoadBalancers.class,
        LoadBalancerRegistration.class,
        Zones.class,
        Clusters.class,
        Routes.class)) {
      assertThat(bare.provider.feature(type)).isEmpty();
      assertThat(alone.provider.feature(type).isPresent()).isEqualTo(type != Clusters.class);
    }
  }

  @Test
  void aRequestThatComesLateTakesEffectThen() {
    scene.cloud.faults().next(RequestKind.ACT, CloudFault.ACCEPT_LATE);

    CloudException late = errorOf(() -> balancers.ensure(spec("web"), scene.call()));

    assertThat(late.effect()).isEqualTo(Effect.UNKNOWN);
    assertThat(scene.cloud.loadBalancers()).isEmpty();
    scene.pass(Duration.ofMinutes(1));
    assertThat(scene.cloud.loadBalancers()).hasSize(1);
  }

  @Test
  void eachCallAsksTheBudget() {
    FakeCall call = FakeCall.patient(scene.clock);

    instances.all(call);
    balancers.ensure(spec("web"), call);

    assertThat(call.acquired).containsExactly(RequestKind.READ, RequestKind.ACT);
  }

  @Test
  void aFileKeepsAllOfItWithWhatIsStillToCome(@TempDir Path directory) {
    Path file = directory.resolve("cloud");
    SimulatedClock clock = SimulatedClock.startingAt(SimulatedCloudFixture.START);
    List<Object> before;
    String host;
    try (SimulatedCloud cloud = open(file, clock)) {
      MachineId machine = cloud.createMachine();
      LoadBalancers some = cloud.provider().feature(LoadBalancers.class).orElseThrow();
      Routes tables = cloud.provider().feature(Routes.class).orElseThrow();
      Instances all = cloud.provider().feature(Instances.class).orElseThrow();
      FakeCall call = FakeCall.patient(clock);
      String other = cloud.createMachine().value();
      some.ensure(spec("web", machine.value()), call);
      some.ensure(spec("gone"), call);
      some.delete("simulated", "gone", call);
      tables.create("k", "one", machine.value(), new Cidr("10.1.0.0/24"), call);
      assertThat(all.addSshKey(new SshKey("core", "ssh-rsa x"), call)).isTrue();
      List<Runnable> late = List.of(
          () -> some.ensure(spec("late"), call),
          () -> some.setHosts("simulated", "web", List.of(other), call),
          () -> tables.create("k", "two", machine.value(), new Cidr("10.2.0.0/24"), call),
          () -> tables.delete("k", "one", call),
          () -> some.delete("simulated", "gone", call),
          () -> {
            boolean unused = all.addSshKey(new SshKey("core", "ssh-rsa y"), call);
          });
      for (Runnable request : late) {
        cloud.faults().next(RequestKind.ACT, CloudFault.ACCEPT_LATE);
        errorOf(request);
      }
      before = List.of(cloud.loadBalancers(), cloud.routes(), cloud.sshKeys());
      host = other;
    }

    try (SimulatedCloud again = open(file, clock)) {
      assertThat(List.of(again.loadBalancers(), again.routes(), again.sshKeys()))
          .isEqualTo(before);
      clock.advance(Duration.ofMinutes(1));
      assertThat(again.loadBalancers().stream().map(lb -> lb.spec().name()))
          .containsExactly("web", "late");
      assertThat(again.loadBalancers().get(0).spec().hosts()).containsExactly(host);
      assertThat(again.routes().stream().map(Route::name)).containsExactly("two");
      assertThat(again.sshKeys()).hasSize(2);
    }
  }

  private static SimulatedCloud open(Path file, SimulatedClock clock) {
    return SimulatedCloud.builder(1, clock)
        .file(file)
        .lateAcceptance(Duration.ofMinutes(1))
        .build();
  }

  @Test
  void namesThatCouldNotStandInAPathAreRefusedInAConfiguration() {
    SimulatedProviderFactory factory = new SimulatedProviderFactory();

    assertThatThrownBy(() -> factory.open(
            factory.config().parse(Map.of("region", "a/b", "clusters", "x,x")),
            new ProviderEnvironment("here", scene.clock, scene.clock, new Random(1))))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("region")
        .hasMessageContaining("clusters");
  }
}

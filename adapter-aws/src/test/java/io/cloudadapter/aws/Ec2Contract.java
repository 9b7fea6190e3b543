package io.cloudadapter.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.api.cloud.Cidr;
import io.cloudadapter.api.cloud.Listener;
import io.cloudadapter.api.cloud.LoadBalancer;
import io.cloudadapter.api.cloud.LoadBalancerName;
import io.cloudadapter.api.cloud.LoadBalancerSpec;
import io.cloudadapter.api.cloud.Route;
import io.cloudadapter.aws.asg.AsgFixture;
import io.cloudadapter.fake.FakeCall;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchSpec.Market;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.spi.action.ActionToken;
import io.cloudadapter.spi.feature.Adoption;
import io.cloudadapter.spi.feature.Instances;
import io.cloudadapter.spi.feature.Labeling;
import io.cloudadapter.spi.feature.LoadBalancerRegistration;
import io.cloudadapter.spi.feature.LoadBalancers;
import io.cloudadapter.spi.feature.MachineGroup;
import io.cloudadapter.spi.feature.Routes;
import io.cloudadapter.spi.feature.StartStop;
import io.cloudadapter.spi.feature.Zones;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * What AWS and its stand-ins have in common, asked through the adapter: that our requests are understood,
 * and their answers by us. Promises that only the fake keeps are not among it.
 */
abstract class Ec2Contract {
  private static final Map<String, String> TEMPLATE = Map.of("securityGroups", "default");

  private static final PoolName SHOP = new PoolName("shop");

  private int keys;

  /** An adapter on an account that may have instances of others. */
  abstract MachineProvider provider();

  /** The name or the id of an image. */
  abstract String image();

  final LaunchKey newKey() {
    return new LaunchKey("contract%019d".formatted(++keys));
  }

  private PreparedLaunch prepare(String size, String image) {
    return provider()
        .prepare(
            AwsFixture.spec("eu-north-1a", size, image, Market.ON_DEMAND, TEMPLATE),
            FakeCall.patient());
  }

  final MachineSighting launch(LaunchKey key) {
    return provider()
        .launch(prepare("t3.small", image()), key, 1, FakeCall.patient())
        .machines()
        .get(0);
  }

  private List<MachineSighting> list(ListQuery query) {
    List<MachineSighting> seen = new ArrayList<>();
    assertThat(provider().list(query, seen::add, FakeCall.patient()).complete()).isTrue();
    return seen;
  }

  private MachineSighting look(MachineId id) {
    return list(ListQuery.ids(List.of(id))).get(0);
  }

  @Test
  void theAccountIsTwelveDigits() {
    assertThat(provider().identity(FakeCall.patient())).matches("[0-9]{12}@eu-north-1");
  }

  @Test
  void aLaunchIsFoundByPoolByKeyAndById() {
    LaunchKey key = newKey();
    MachineSighting made = launch(key);

    MachineSighting seen = look(made.id());
    assertThat(seen.pool()).contains(AwsFixture.WEB);
    assertThat(seen.incarnation()).contains(AwsFixture.LIFE);
    assertThat(seen.key()).contains(key);
    assertThat(seen.zone()).contains("eu-north-1a");
    assertThat(seen.size()).contains("t3.small");
    assertThat(seen.privateIps()).isNotEmpty();
    assertThat(list(ListQuery.keys(AwsFixture.WEB, Set.of(key))).stream().map(MachineSighting::id))
        .containsExactly(made.id());
    assertThat(list(ListQuery.all(AwsFixture.WEB)).stream().map(MachineSighting::id))
        .contains(made.id());
    assertThat(list(ListQuery.all(new PoolName("web-2")))).isEmpty();
  }

  @Test
  void anIdThatNeverWasIsMissingAndHidesNoOther() {
    MachineSighting made = launch(newKey());

    List<MachineSighting> seen =
        list(ListQuery.ids(List.of(made.id(), new MachineId("i-0fffffffffffffff0"))));

    assertThat(seen.stream().map(MachineSighting::id)).containsExactly(made.id());
  }

  @Test
  void anEndIsAnEndAndMayBeRepeated() {
    MachineSighting made = launch(newKey());

    provider().terminate(made.id(), FakeCall.patient());
    provider().terminate(made.id(), FakeCall.patient());
    provider().terminate(new MachineId("i-0fffffffffffffff0"), FakeCall.patient());

    assertThat(look(made.id()).state()).isIn(MachineState.TERMINATING, MachineState.TERMINATED);
  }

  @Test
  void marksAndLabelsAreAddedAndTakenOffByThemselves() {
    MachineId machine = launch(newKey()).id();
    Adoption adoption = provider().feature(Adoption.class).orElseThrow();
    Labeling relabel = provider().feature(Labeling.class).orElseThrow();
    OwnershipMarks marks = new OwnershipMarks(AwsFixture.WEB, AwsFixture.LIFE, Optional.empty());

    relabel.label(machine, Map.of("state", "well"), FakeCall.patient());
    adoption.mark(machine, marks, FakeCall.patient());
    MachineSighting marked = look(machine);
    adoption.unmark(machine, marks, FakeCall.patient());
    MachineSighting bare = look(machine);

    assertThat(marked.pool()).contains(AwsFixture.WEB);
    assertThat(marked.key()).isEmpty();
    assertThat(bare.pool()).isEmpty();
    assertThat(provider()
            .feature(Instances.class)
            .orElseThrow()
            .identified(machine, FakeCall.patient())
            .orElseThrow()
            .labels())
        .containsEntry("state", "well")
        .containsEntry("team", "shop")
        .doesNotContainKey(OwnershipMarks.POOL_TAG);
  }

  @Test
  void whatCannotBeLaunchedIsRefusedByName() {
    assertThatThrownBy(() -> prepare("m9.gigantic", image()))
        .isInstanceOf(CloudException.class)
        .hasMessageContaining("no size m9.gigantic in zone eu-north-1a");
    assertThatThrownBy(() -> prepare("t3.small", "no such image"))
        .isInstanceOf(CloudException.class)
        .hasMessageContaining("no image no such image");
    assertThatThrownBy(() -> provider()
            .prepare(
                AwsFixture.spec("eu-north-1z", "t3.small", image(), Market.ON_DEMAND, TEMPLATE),
                FakeCall.patient()))
        .isInstanceOfSatisfying(
            CloudException.class, e -> assertThat(e.kind()).isEqualTo(Kind.NOT_FOUND));
  }

  @Test
  void theZonesOfTheRegionAreTold() {
    assertThat(provider().feature(Zones.class).orElseThrow().zones(FakeCall.patient()).stream()
            .map(zone -> zone.region() + " " + zone.name()))
        .containsExactly(
            "eu-north-1 eu-north-1a", "eu-north-1 eu-north-1b", "eu-north-1 eu-north-1c");
  }

  @Test
  void aLoadBalancerIsMadeFoundChangedAndDeleted() {
    String machine = launch(newKey()).id().value();
    over();
    LoadBalancers balancers = provider().feature(LoadBalancers.class).orElseThrow();
    LoadBalancerName name = new LoadBalancerName("eu-north-1", "contract");
    Listener port = new Listener("http", Listener.Protocol.TCP, 80, 8080);
    LoadBalancerSpec spec = new LoadBalancerSpec(
        "eu-north-1",
        "contract",
        Optional.empty(),
        List.of(port),
        List.of(machine),
        LoadBalancerSpec.Affinity.NONE);

    LoadBalancer made = balancers.ensure(spec, FakeCall.patient());
    LoadBalancer again = balancers.ensure(spec, FakeCall.patient());
    LoadBalancer found =
        balancers.find("eu-north-1", "contract", FakeCall.patient()).orElseThrow();
    LoadBalancerRegistration registration =
        provider().feature(LoadBalancerRegistration.class).orElseThrow();
    Set<MachineId> behind = registration.registered(name, FakeCall.patient());
    registration.deregister(name, behind, FakeCall.patient());
    LoadBalancer bare =
        balancers.find("eu-north-1", "contract", FakeCall.patient()).orElseThrow();
    balancers.delete("eu-north-1", "contract", FakeCall.patient());

    assertThat(again.ingress()).isEqualTo(made.ingress()).isNotEmpty();
    assertThat(found.spec()).isEqualTo(spec);
    assertThat(behind).containsExactly(new MachineId(machine));
    assertThat(bare.spec().hosts()).isEmpty();
    assertThat(bare.spec().listeners()).containsExactly(port);
    assertThat(balancers.find("eu-north-1", "contract", FakeCall.patient())).isEmpty();
  }

  /** Waits for nothing: whether a machine is shown as running at once differs. */
  @Test
  void aMachineThatEndedIsNotStarted() {
    MachineId machine = launch(newKey()).id();
    provider().terminate(machine, FakeCall.patient());
    over();
    ActionToken token = new ActionToken(new UUID(0, 1), "Start", 1, Instant.EPOCH);
    StartStop power = provider().feature(StartStop.class).orElseThrow();

    assertThatThrownBy(() -> {
          ActionProgress unused = power.start(machine, token, FakeCall.patient());
        })
        .isInstanceOfSatisfying(
            CloudException.class, e -> assertThat(e.kind()).isEqualTo(Kind.NOT_FOUND));
  }

  @Test
  void aRouteIsMadeToldAndDeleted() throws Exception {
    routeTable("kubernetes.io/cluster/prod");
    String machine = launch(newKey()).id().value();
    over();
    Routes routes = provider().feature(Routes.class).orElseThrow();
    Cidr block = new Cidr("10.240.7.0/24");

    Route made = routes.create("prod", "one", machine, block, FakeCall.patient());
    Route again = routes.create("prod", "two", machine, block, FakeCall.patient());
    List<Route> told = routes.routes("prod", FakeCall.patient());
    routes.delete("prod", "one", FakeCall.patient());
    routes.delete("prod", "one", FakeCall.patient());

    assertThat(made).isEqualTo(new Route("prod", "one", machine, block, false));
    assertThat(again).isEqualTo(made);
    assertThat(told).containsExactly(made);
    assertThat(routes.routes("prod", FakeCall.patient())).isEmpty();
    assertThat(routes.routes("other", FakeCall.patient())).isEmpty();
  }

  // Groups.

  private OwnershipMarks shop() {
    return new OwnershipMarks(SHOP, AwsFixture.LIFE, Optional.empty());
  }

  private void raise(int total) {
    PreparedLaunch frozen = groups().prepare(AsgFixture.spec(SHOP), FakeCall.patient());
    groups().feature(MachineGroup.class).orElseThrow().raise(frozen, total, FakeCall.patient());
    over();
  }

  private List<MachineId> shopping() {
    over();
    return list(ListQuery.all(SHOP)).stream()
        .filter(row -> row.state() == MachineState.RUNNING)
        .map(MachineSighting::id)
        .toList();
  }

  private MachineId stranger() {
    MachineId machine = launch(newKey()).id();
    over();
    provider()
        .feature(Adoption.class)
        .orElseThrow()
        .unmark(
            machine,
            new OwnershipMarks(AwsFixture.WEB, AwsFixture.LIFE, Optional.empty()),
            FakeCall.patient());
    return machine;
  }

  @Test
  void aGroupMakesMachinesThatBearItsMarks() throws Exception {
    group("shop");

    raise(2);
    raise(1);

    assertThat(shopping()).hasSize(2);
    assertThat(list(ListQuery.all(SHOP))).allSatisfy(row -> {
      assertThat(row.incarnation()).contains(AwsFixture.LIFE);
      assertThat(row.key()).isEmpty();
    });
  }

  @Test
  void aGroupGetsSmallerByWhoIsEnded() throws Exception {
    group("shop");
    raise(2);
    MachineId machine = shopping().get(0);

    groups().terminate(machine, FakeCall.patient());
    groups().terminate(machine, FakeCall.patient());

    assertThat(shopping()).hasSize(1).doesNotContain(machine);
    raise(2);
    assertThat(shopping()).hasSize(2);
  }

  @Test
  void aGroupGetsLargerByWhoJoinsAndSmallerByWhoLeaves() throws Exception {
    group("shop");
    MachineId machine = stranger();
    Adoption adoption = groups().feature(Adoption.class).orElseThrow();

    adoption.mark(machine, shop(), FakeCall.patient());
    adoption.mark(machine, shop(), FakeCall.patient());
    raise(1);
    assertThat(shopping()).containsExactly(machine);

    adoption.unmark(machine, shop(), FakeCall.patient());
    adoption.unmark(machine, shop(), FakeCall.patient());
    assertThat(shopping()).isEmpty();
    raise(1);
    assertThat(shopping()).hasSize(1).doesNotContain(machine);
  }

  @Test
  void aGroupThatIsNotThereIsNotFound() {
    assertThatThrownBy(() -> raise(1))
        .isInstanceOfSatisfying(
            CloudException.class, e -> assertThat(e.kind()).isEqualTo(Kind.NOT_FOUND));
  }

  /** An adapter on the same account, whose pools are groups. */
  abstract MachineProvider groups();

  /** Makes an empty Auto Scaling group for up to ten machines that it protects. */
  abstract void group(String name) throws Exception;

  /** Sees to it that one route table bears a tag. */
  abstract void routeTable(String tag) throws Exception;

  /** Lets what is under way come to its end. */
  abstract void over();
}

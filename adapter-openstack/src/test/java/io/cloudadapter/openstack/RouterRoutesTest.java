package io.cloudadapter.openstack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.cloud.Cidr;
import io.cloudadapter.api.cloud.Cluster;
import io.cloudadapter.api.cloud.Route;
import io.cloudadapter.fake.FakeCall;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.feature.Clusters;
import io.cloudadapter.spi.feature.Routes;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RouterRoutesTest {
  private static final Cidr PODS = new Cidr("10.240.7.0/24");

  private final OpenStackFixture scene = new OpenStackFixture();
  private final Routes routes = scene.provider.feature(Routes.class).orElseThrow();

  @AfterEach
  void close() {
    scene.close();
  }

  private MachineId server() {
    return new MachineId(scene.cloud.makeForAnotherOwner(Set.of(), Map.of()));
  }

  private Route create(String cluster, String name, String target) {
    return routes.create(cluster, name, target, PODS, FakeCall.patient());
  }

  private List<Route> all(String cluster) {
    return routes.routes(cluster, FakeCall.patient());
  }

  @Test
  void aRouteLeadsToTheServersAddress() {
    server();

    create("shop", "r1", "somebodys");

    assertThat(scene.cloud.routes()).containsExactly(Map.entry("10.240.7.0/24", "10.0.0.2"));
  }

  @Test
  void whatOthersHaveTheRouterLeadIsNoneOfOurs() {
    server();
    scene.cloud.leadForAnotherOwner("10.9.0.0/16", "10.0.0.99");
    create("shop", "r1", "somebodys");

    routes.delete("shop", "r1", FakeCall.patient());

    assertThat(all("shop")).isEmpty();
    assertThat(scene.cloud.routes()).containsExactly(Map.entry("10.9.0.0/16", "10.0.0.99"));
    assertThat(scene.cloud.routerTags()).isEmpty();
  }

  @Test
  void twoClustersMayShareARouteAndOneLetsGoOfIt() {
    server();
    create("shop", "r1", "somebodys");
    create("lab", "r1", "somebodys");

    routes.delete("shop", "r1", FakeCall.patient());

    assertThat(all("shop")).isEmpty();
    assertThat(all("lab")).hasSize(1);
  }

  @Test
  void aTargetThatIsGoneLeadsNowhere() {
    MachineId server = server();
    create("shop", "r1", "somebodys");
    scene.cloud.status(server.value(), "gone");

    assertThat(all("shop")).containsExactly(new Route("shop", "r1", "somebodys", PODS, true));
  }

  @Test
  void namesThatDoNotFitIntoATagAreRefusedAndNothingIsMade() {
    server();
    String longest = "n".repeat(128);

    assertThatThrownBy(() -> create(longest, longest, "somebodys"))
        .isInstanceOfSatisfying(
            CloudException.class, e -> assertThat(e.kind()).isEqualTo(Kind.INVALID));
    assertThat(scene.cloud.routerTags()).isEmpty();
  }

  @Test
  void anIpv6BlockNeedsAnIpv6Address() {
    server();

    assertThatThrownBy(() ->
            routes.create("shop", "r1", "somebodys", new Cidr("fd00:1::/64"), FakeCall.patient()))
        .hasMessageContaining("none of the kind of fd00:1::/64");
  }

  @Test
  void clustersOfOneNameAreToldByTheirIdsAndThoseThatAreBeingMadeNotYet() {
    Clusters clusters = scene.provider.feature(Clusters.class).orElseThrow();

    assertThat(clusters.clusters(FakeCall.patient()))
        .containsExactly(
            new Cluster("636c7573-0000-4000-8000-000000000001", "https://10.0.0.2:6443"),
            new Cluster("636c7573-0000-4000-8000-000000000002", "https://10.0.0.3:6443"));
  }

  @Test
  void aCloudWithoutMagnumSaysSo() {
    scene.cloud.without("container-infra");
    Clusters clusters = scene.provider.feature(Clusters.class).orElseThrow();

    assertThatThrownBy(() -> clusters.clusters(FakeCall.patient()))
        .isInstanceOfSatisfying(CloudException.class, e -> {
          assertThat(e.kind()).isEqualTo(Kind.UNSUPPORTED);
          assertThat(e).hasMessageContaining("container-infra");
        });
  }
}

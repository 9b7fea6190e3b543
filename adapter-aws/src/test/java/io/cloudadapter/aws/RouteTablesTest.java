package io.cloudadapter.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.cloud.Cidr;
import io.cloudadapter.api.cloud.Route;
import io.cloudadapter.fake.FakeCall;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Conflict;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.feature.Routes;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RouteTablesTest {
  private static final Cidr BLOCK = new Cidr("10.240.7.0/24");

  private final AwsFixture scene = new AwsFixture();
  private final Routes routes = scene.provider.feature(Routes.class).orElseThrow();
  private final String table =
      scene.cloud.makeRouteTable(Map.of("kubernetes.io/cluster/prod", "owned"));
  private final String machine = running();

  @AfterEach
  void close() {
    scene.close();
  }

  private String running() {
    String id = scene.launch().id().value();
    scene.pass(Duration.ofMinutes(1));
    return id;
  }

  private Route create(String cluster, String name) {
    return routes.create(cluster, name, machine, BLOCK, FakeCall.patient());
  }

  private List<Route> told() {
    return routes.routes("prod", FakeCall.patient());
  }

  private Map<String, String> tags() {
    return scene.cloud.routeTables().stream()
        .filter(each -> each.id().equals(table))
        .findFirst()
        .orElseThrow()
        .tags();
  }

  @Test
  void aRouteIsInTheTableOfItsClusterAndItsNameInATagOfIt() {
    Route made = create("prod", "one");

    assertThat(told()).containsExactly(made);
    assertThat(tags()).containsEntry("ca-route/10.240.7.0/24", "one " + machine);
    assertThat(routes.routes("other", FakeCall.patient())).isEmpty();
  }

  @Test
  void anInstanceThatIsRoutedToMayGetWhatIsMeantForOthers() {
    assertThat(scene.cloud.forwards(machine)).isFalse();

    Route unused = create("prod", "one");

    assertThat(scene.cloud.forwards(machine)).isTrue();
  }

  @Test
  void aClusterWithoutATableIsToldWhichTagItNeeds() {
    assertThatThrownBy(() -> create("other", "one"))
        .isInstanceOfSatisfying(
            CloudException.class, e -> assertThat(e.kind()).isEqualTo(Kind.INVALID))
        .hasMessageContaining("kubernetes.io/cluster/other");
  }

  @Test
  void aClusterWithTwoTablesIsRefusedWithTheirIds() {
    String second = scene.cloud.makeRouteTable(Map.of("kubernetes.io/cluster/prod", "shared"));

    assertThatThrownBy(() -> create("prod", "one"))
        .isInstanceOf(CloudException.class)
        .hasMessageContaining(table)
        .hasMessageContaining(second);
  }

  @Test
  void aRouteOfAnotherOwnerIsNeitherShownNorTouched() {
    scene.cloud.lead(table, BLOCK.text(), running());

    assertThat(told()).isEmpty();
    assertThatThrownBy(() -> create("prod", "one"))
        .isInstanceOfSatisfying(CloudException.class, e -> {
          assertThat(e.kind()).isEqualTo(Kind.CONFLICT);
          assertThat(e.effect()).isEqualTo(Effect.NONE);
        })
        .hasMessageContaining("was not made here");
    assertThat(tags()).hasSize(1);
  }

  @Test
  void aRouteThatWasLedElsewhereIsNoLongerOurs() {
    Route unused = create("prod", "one");
    String other = running();
    scene.cloud.lead(table, BLOCK.text(), other);

    routes.delete("prod", "one", FakeCall.patient());

    assertThat(told()).isEmpty();
    assertThat(tags()).hasSize(1);
    assertThat(scene.cloud.routeTables().get(1).routes()).containsEntry(BLOCK.text(), other);
  }

  @Test
  void aRouteWhoseTagWasTakenAwayIsOursAgain() {
    scene.cloud.lead(table, BLOCK.text(), machine);

    Route made = create("prod", "one");

    assertThat(told()).containsExactly(made);
    assertThat(scene.requests("CreateRoute")).isZero();
  }

  @Test
  void aRouteToAMachineThatHasEndedIsABlackhole() {
    Route unused = create("prod", "one");

    scene.cloud.kill(machine);

    assertThat(told()).singleElement().satisfies(route -> {
      assertThat(route.blackhole()).isTrue();
      assertThat(route.target()).isEqualTo(machine);
    });
  }

  @Test
  void aNewMachineThatEc2DoesNotKnowYetIsBusy() {
    scene.cloud.unknownFor(Duration.ofMinutes(1));
    String young = scene.launch().id().value();

    assertThatThrownBy(() -> {
          Route unused = routes.create("prod", "one", young, BLOCK, FakeCall.patient());
        })
        .isInstanceOfSatisfying(
            CloudException.class,
            e -> assertThat(e.conflict()).isEqualTo(Optional.of(Conflict.BUSY)));
    assertThat(tags()).hasSize(1);
  }

  @Test
  void blocksOfTheNextInternetAreRoutesToo() {
    Route made = routes.create("prod", "six", machine, new Cidr("fd00:1::/64"), FakeCall.patient());

    assertThat(told()).containsExactly(made);
    routes.delete("prod", "six", FakeCall.patient());
    assertThat(told()).isEmpty();
  }
}

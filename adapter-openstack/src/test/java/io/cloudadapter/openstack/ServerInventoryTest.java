package io.cloudadapter.openstack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.cloud.Instance;
import io.cloudadapter.api.cloud.Zone;
import io.cloudadapter.fake.FakeCall;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.feature.Instances;
import io.cloudadapter.spi.feature.Zones;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ServerInventoryTest {
  private final OpenStackFixture scene = new OpenStackFixture();
  private final Instances instances = scene.provider.feature(Instances.class).orElseThrow();

  @AfterEach
  void close() {
    scene.close();
  }

  private String made(String team) {
    return scene.cloud.makeForAnotherOwner(Set.of(), Map.of("team", team));
  }

  @Test
  void tellsOfEverybodysServersOverAllPages() {
    scene.cloud.pageLimit(2);
    for (int i = 0; i < 5; i++) {
      made("shop");
    }

    assertThat(instances.all(FakeCall.patient())).hasSize(5);
  }

  @Test
  void aServerShowsItsZoneSizeAddressAndLabels() {
    String id = made("shop");

    Instance seen = instances.identified(new MachineId(id), FakeCall.patient()).orElseThrow();

    assertThat(seen.zone()).contains(new Zone("nova", "RegionOne"));
    assertThat(seen.size()).contains("m1.small");
    assertThat(seen.addresses()).hasSize(1);
    assertThat(seen.labels()).containsEntry("team", "shop");
    assertThat(seen.shutDown()).isFalse();
  }

  @Test
  void aServerThatIsStoppedIsStillThere() {
    String id = made("shop");
    scene.cloud.status(id, "SHUTOFF");

    assertThat(instances.all(FakeCall.patient())).allMatch(Instance::shutDown).hasSize(1);
  }

  @Test
  void aNameIsTakenLiterally() {
    made("shop");

    assertThat(instances.named("somebodys", FakeCall.patient())).isPresent();
    assertThat(instances.named("somebod.s", FakeCall.patient())).isEmpty();
  }

  @Test
  void aCellThatIsDownIsAnErrorAndNoServerSeemsGone() {
    made("shop");
    scene.cloud.zoneDown(Optional.of("nova"));

    assertThatThrownBy(() -> instances.all(FakeCall.patient()))
        .isInstanceOfSatisfying(
            CloudException.class, e -> assertThat(e.kind()).isEqualTo(Kind.UNAVAILABLE));
  }

  @Test
  void anUnknownIdIsNoMachine() {
    MachineId unknown = new MachineId("3b0b1d83-9d2b-4a0c-8cc6-111111111111");

    assertThat(instances.identified(unknown, FakeCall.patient())).isEmpty();
  }

  @Test
  void theUsualZoneComesFirst() {
    Zones zones = scene.provider.feature(Zones.class).orElseThrow();

    assertThat(zones.zones(FakeCall.patient()))
        .containsExactly(new Zone("nova", "RegionOne"), new Zone("edge", "RegionOne"));
  }
}

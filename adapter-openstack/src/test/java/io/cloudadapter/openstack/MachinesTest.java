package io.cloudadapter.openstack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.Secret;
import io.cloudadapter.fake.FakeCall;
import io.cloudadapter.openstack.cloud.FakeOpenStack;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.ErrorScope;
import io.cloudadapter.spi.LaunchFailure;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.MachineSighting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MachinesTest {
  private final OpenStackFixture scene = new OpenStackFixture();

  @AfterEach
  void close() {
    scene.close();
  }

  private FakeOpenStack.Truth truth(MachineId id) {
    return scene.cloud.servers().stream()
        .filter(server -> server.id().equals(id.value()))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void marksAreTagsAndTheUsersTagsAreMetadata() {
    LaunchKey key = scene.newKey();

    MachineSighting machine =
        scene.launch(OpenStackFixture.spec("m1.small", "debian", Map.of()), key);

    FakeOpenStack.Truth server = truth(machine.id());
    assertThat(server.tags())
        .containsExactlyInAnyOrder(
            "ca-pool=web", "ca-inc=" + OpenStackFixture.LIFE.value(), "ca-key=" + key.value());
    assertThat(server.metadata()).containsExactlyEntriesOf(Map.of("team", "shop"));
  }

  @Test
  void aKeyThatHasAServerAlreadyGetsThatOne() {
    LaunchSpec spec = OpenStackFixture.spec("m1.small", "debian", Map.of());
    LaunchKey key = scene.newKey();
    MachineSighting first = scene.launch(spec, key);

    MachineSighting second = scene.launch(spec, key);

    assertThat(second.id()).isEqualTo(first.id());
    assertThat(scene.cloud.made()).isEqualTo(1);
  }

  @Test
  void aKeyPairNetworksAndAConfigDriveGoIntoTheOrder() {
    MachineSighting machine = scene.launch(
        OpenStackFixture.spec(
            "m1.small",
            "debian",
            Map.of("networks", "private,private-2", "keyPair", "ops", "configDrive", "true")),
        scene.newKey());

    JsonNode order = scene.cloud.order(machine.id().value());
    assertThat(order.path("networks").size()).isEqualTo(2);
    assertThat(order.path("key_name").asText()).isEqualTo("ops");
    assertThat(order.path("config_drive").asBoolean()).isTrue();
  }

  @Test
  void theSchedulerIsToldOfAServerGroupByName() {
    MachineSighting machine = scene.launch(
        OpenStackFixture.spec("m1.small", "debian", Map.of("serverGroup", "apart")),
        scene.newKey());

    assertThat(scene.cloud.serverGroup(machine.id().value())).isEqualTo("apart");
  }

  @Test
  void aServerGroupThatIsNotThereIsRefusedBeforeAnythingIsMade() {
    assertThatThrownBy(() -> scene.launch(
            OpenStackFixture.spec("m1.small", "debian", Map.of("serverGroup", "together")),
            scene.newKey()))
        .isInstanceOfSatisfying(
            CloudException.class, e -> assertThat(e.kind()).isEqualTo(Kind.NOT_FOUND))
        .hasMessageContaining("server group together");
    assertThat(scene.cloud.made()).isZero();
  }

  @Test
  void aSizeThatIsAnIdShowsAsThePoolCallsIt() {
    MachineSighting machine =
        scene.launch(OpenStackFixture.spec("2", "debian", Map.of()), scene.newKey());

    assertThat(scene.look(machine.id()).size()).contains("2");
  }

  @Test
  void noValidHostIsCapacityOfThatSizeInThatZone() {
    scene.cloud.failNext("No valid host was found. ");
    MachineId id = scene.launch().id();
    scene.pass(Duration.ofSeconds(5));

    MachineSighting seen = scene.list().machines().get(0);

    assertThat(seen.id()).isEqualTo(id);
    assertThat(seen.state()).isEqualTo(MachineState.REJECTED);
    assertThat(seen.failure())
        .contains(new LaunchFailure(
            Kind.CAPACITY,
            ErrorScope.size("m1.small", Optional.of("nova")),
            "No valid host was found. "));
  }

  @Test
  void onlyTwentyFailedServersOfAListAreAskedWhy() {
    for (int i = 0; i < 25; i++) {
      scene.cloud.failNext("No valid host was found. ");
      scene.launch();
    }
    scene.pass(Duration.ofSeconds(5));

    scene.list();

    long looks = scene.cloud.requests().stream()
        .filter(request -> request.matches("GET /compute/v2.1/servers/[0-9a-f-]{36} .*"))
        .count();
    assertThat(looks).isEqualTo(20);
    assertThat(scene.list().machines())
        .allMatch(machine -> machine.state() == MachineState.REJECTED);
  }

  @Test
  void aServerBehindACellThatIsDownIsAGapAndNotGone() {
    scene.launch();
    scene.cloud.zoneDown(Optional.of("nova"));

    assertThat(scene.list().result().complete()).isFalse();
  }

  @Test
  void whatABootVolumeNeedsIsLookedForInTheCatalogue() {
    assertThatThrownBy(() -> scene.launch(
            OpenStackFixture.spec("m1.small", "debian", Map.of("bootVolumeGb", "10")),
            scene.newKey()))
        .isInstanceOfSatisfying(
            CloudException.class, e -> assertThat(e.kind()).isEqualTo(Kind.UNSUPPORTED));
    assertThat(scene.cloud.made()).isZero();
  }

  @Test
  void aRequestThatNovaWouldNotReadIsRefusedBeforeItIsSent() {
    Map<String, String> tags = new TreeMap<>();
    for (int i = 0; i < 64; i++) {
      tags.put("tag" + i, "\u20ac".repeat(255));
    }
    LaunchSpec plain = OpenStackFixture.spec("m1.small", "debian", Map.of());
    LaunchSpec spec = new LaunchSpec(
        plain.pool(),
        plain.incarnation(),
        plain.zone(),
        plain.size(),
        plain.image(),
        plain.market(),
        tags,
        Optional.of(Secret.of("x".repeat(49_149))),
        plain.template());

    assertThatThrownBy(() -> scene.launch(spec, scene.newKey()))
        .isInstanceOfSatisfying(
            CloudException.class, e -> assertThat(e.kind()).isEqualTo(Kind.INVALID))
        .hasMessageContaining("114688");
    assertThat(scene.requests("POST /compute")).isZero();
  }

  @Test
  void anOlderNovaIsAskedInItsOwnVersion() {
    scene.cloud.newest(60);

    scene.launch();

    assertThat(scene.list().machines()).hasSize(1);
    assertThat(scene.requests("→ 406")).isEqualTo(1);
  }

  @Test
  void aNovaThatKnowsNoTagsAtCreationIsRefused() {
    scene.cloud.newest(42);

    assertThatThrownBy(scene::launch)
        .isInstanceOfSatisfying(
            CloudException.class, e -> assertThat(e.kind()).isEqualTo(Kind.UNSUPPORTED))
        .hasMessageContaining("2.52");
  }

  @Test
  void tokensAreRenewedBeforeTheyExpire() {
    scene.list();
    scene.pass(Duration.ofMinutes(55));

    scene.list();

    assertThat(scene.requests("POST /identity")).isEqualTo(2);
    assertThat(scene.requests("→ 401")).isZero();
  }

  @Test
  void oneThatFailsAfterItHasRunSaysNothingAboutLaunches() {
    MachineId id = scene.launch().id();
    scene.pass(Duration.ofSeconds(5));
    scene.cloud.fail(id.value(), "No valid host was found. ");

    MachineSighting seen = scene.look(id);

    assertThat(seen.state()).isEqualTo(MachineState.REJECTED);
    assertThat(seen.failure())
        .contains(new LaunchFailure(
            Kind.UNCLASSIFIED, ErrorScope.machine(), "No valid host was found. "));
  }

  @Test
  void aVolumeThatItBootsFromGoesWithTheMachine() {
    scene.cloud.withCinder();
    LaunchSpec spec = OpenStackFixture.spec("m1.small", "debian", Map.of("bootVolumeGb", "20"));
    MachineId id = scene.launch(spec, scene.newKey()).id();
    scene.pass(Duration.ofSeconds(5));
    assertThat(scene.look(id).state()).isEqualTo(MachineState.RUNNING);
    assertThat(scene.cloud.volumes()).containsExactly(20);

    scene.provider.terminate(id, FakeCall.patient());
    scene.pass(Duration.ofSeconds(5));

    assertThat(scene.cloud.volumes()).isEmpty();
  }

  @Test
  void anIdInCapitalsIsUnknownAlthoughNovaWouldTakeItForTheServers() {
    MachineId id = scene.launch().id();
    MachineId capitals = new MachineId(id.value().toUpperCase(Locale.ROOT));
    scene.pass(Duration.ofSeconds(5));

    scene.provider.terminate(capitals, FakeCall.patient());

    scene.pass(Duration.ofSeconds(5));
    assertThat(scene.look(id).state()).isEqualTo(MachineState.RUNNING);
    assertThat(scene.requests("DELETE")).isZero();
    List<MachineSighting> seen = new ArrayList<>();
    scene.provider.list(ListQuery.ids(List.of(capitals)), seen::add, FakeCall.patient());
    assertThat(seen).isEmpty();
  }
}

package io.cloudadapter.simulated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.fake.FakeCall;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.LaunchKeySupport;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.MachineProviderFactory;
import io.cloudadapter.spi.ProviderEnvironment;
import io.cloudadapter.spi.ProviderProfile;
import io.cloudadapter.spi.config.ConfigException;
import io.cloudadapter.spi.feature.Adoption;
import io.cloudadapter.spi.feature.Labeling;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FactoryTest {
  private final SimulatedClock time = SimulatedClock.startingAt(SimulatedCloudFixture.START);
  private final MachineProviderFactory factory = new SimulatedProviderFactory();

  private MachineProvider open(Map<String, String> config) {
    return factory.open(
        factory.config().parse(config),
        new ProviderEnvironment("demo", time, time, new SplittableRandom(1)));
  }

  @Test
  void isFoundOnTheClassPathAndOnTheModulePath() throws Exception {
    String service = MachineProviderFactory.class.getName();
    String provider = SimulatedProviderFactory.class.getName();

    try (InputStream named =
        SimulatedProviderFactory.class.getResourceAsStream("/META-INF/services/" + service)) {
      assertThat(named).hasContent(provider);
    }
    assertThat(SimulatedProviderFactory.class.getModule().getDescriptor().provides())
        .anyMatch(p -> p.service().equals(service) && p.providers().contains(provider));
    assertThat(factory.name()).isEqualTo("simulated");
  }

  @Test
  void keepsTheCloudInTheDataDirectoryUnlessItNamesAFile(@TempDir Path data) {
    MachineProvider provider = factory.open(
        factory.config().parse(Map.of()),
        new ProviderEnvironment("demo", time, time, new SplittableRandom(1), Optional.of(data)));

    assertThat(SimulatedCloud.opened(data.resolve("cloud-demo"))).isPresent();
    provider.close();
    assertThat(SimulatedCloud.opened(data.resolve("cloud-demo"))).isEmpty();
    Path other = data.resolve("other");
    MachineProvider named = factory.open(
        factory.config().parse(Map.of("file", other.toString())),
        new ProviderEnvironment("demo", time, time, new SplittableRandom(1), Optional.of(data)));
    assertThat(SimulatedCloud.opened(other)).isPresent();
    named.close();
  }

  @Test
  void declaresWhatItWasConfiguredTo() {
    ProviderProfile profile = open(Map.of(
            "keys", "none", "listLag", "7s", "callTimeout", "9s", "lateAcceptance", "11s"))
        .profile();

    assertThat(profile.keySupport()).isEqualTo(LaunchKeySupport.none());
    assertThat(profile.listLag()).isEqualTo(Duration.ofSeconds(7));
    assertThat(profile.settle()).isEqualTo(Duration.ofSeconds(27));
  }

  @Test
  void namesAllFaultsOfAConfigurationAtOnce() {
    assertThatThrownBy(() -> open(Map.of("callTimeout", "0s", "keyLifetime", "0s")))
        .hasMessageContaining("callTimeout: must be a time span of 1ms or more, was 0s")
        .hasMessageContaining("keyLifetime");
    assertThatThrownBy(
            () -> open(Map.of("seed", "x", "zones", "a,a", "keys", "name", "maxPerKey", "2")))
        .isInstanceOfSatisfying(
            ConfigException.class,
            wrong -> assertThat(wrong.faults())
                .extracting("key")
                .containsExactly("seed", "zones", "maxPerKey"));
  }

  @Test
  void leavesOutFeaturesThatAreSwitchedOff() {
    assertThat(open(Map.of()).feature(Adoption.class)).isPresent();
    assertThat(open(Map.of()).feature(Labeling.class)).isPresent();
    assertThat(open(Map.of("adoption", "false")).feature(Adoption.class)).isEmpty();
    assertThat(open(Map.of("relabel", "false")).feature(Labeling.class)).isEmpty();
    assertThat(open(Map.of()).feature(Runnable.class)).isEmpty();
  }

  @Test
  void opensNoFileBeforeItIsUsed(@TempDir Path directory) {
    Path file = directory.resolve("deep/cloud");

    MachineProvider provider = open(Map.of("file", file.toString(), "deathsPerHour", "1"));

    assertThat(file.getParent()).doesNotExist();
    provider.identity(FakeCall.patient(time));
    assertThat(file).exists();
    provider.close();
  }

  @Test
  void sharesOneCloudBetweenAccountsOnOneFile(@TempDir Path directory) {
    Map<String, String> config = Map.of("file", directory.resolve("cloud").toString());
    MachineProvider one = open(config);
    MachineProvider two = open(config);

    assertThat(one.identity(FakeCall.patient(time)))
        .isEqualTo(two.identity(FakeCall.patient(time)));
    one.close();
    SimulatedCloud cloud = SimulatedCloud.opened(directory.resolve("cloud")).orElseThrow();
    assertThat(two.feature(SimulatedCloud.class)).contains(cloud);
    two.close();
    assertThat(SimulatedCloud.opened(directory.resolve("cloud"))).isEmpty();
  }

  @Test
  void refusesOneFileUnderTwoSettings(@TempDir Path directory) {
    String file = directory.resolve("cloud").toString();
    MachineProvider one = open(Map.of("file", file));

    assertThatThrownBy(() -> open(Map.of("file", file, "zones", "x")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("other settings");
    one.close();
    open(Map.of("file", file, "zones", "x")).close();
  }

  @Test
  void keepsMachinesAndTimeOverARestart(@TempDir Path directory) {
    Map<String, String> config = Map.of("file", directory.resolve("cloud").toString());
    MachineProvider before = open(config);
    String account = before.identity(FakeCall.patient(time));
    MachineId id = before.feature(SimulatedCloud.class).orElseThrow().createMachine();
    before.close();

    MachineProvider after = open(config);

    assertThat(after.identity(FakeCall.patient(time))).isEqualTo(account);
    assertThat(after.feature(SimulatedCloud.class).orElseThrow().machine(id)).isPresent();
    after.close();
  }

  @Test
  void saysSoWhenTheFileIsSomethingElse(@TempDir Path directory) throws Exception {
    Path file = Files.writeString(directory.resolve("cloud"), "name: value, and a good deal more");
    MachineProvider provider = open(Map.of("file", file.toString()));

    assertThatThrownBy(() -> provider.identity(FakeCall.patient(time)))
        .isInstanceOf(CloudException.class)
        .hasMessageContaining("not the file of a simulated cloud");
    assertThat(file).hasContent("name: value, and a good deal more");
  }

  @Test
  void isOfNoUseOnceClosed() {
    MachineProvider provider = open(Map.of());
    provider.close();
    provider.close();

    assertThatThrownBy(() -> provider.identity(FakeCall.patient(time)))
        .isInstanceOf(IllegalStateException.class);
  }
}

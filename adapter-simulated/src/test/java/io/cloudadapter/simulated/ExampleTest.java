package io.cloudadapter.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.fake.FakeCall;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.PoolIncarnation;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.config.ConfigSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The example of docs/how-to/simulated-cloud.md, and that the page is still about this cloud. */
class ExampleTest {
  private static final Path PAGE = Path.of("../docs/how-to/simulated-cloud.md");

  @Test
  void aLostReplyLeavesOneMachine() {
    // example
    SimulatedClock clock = SimulatedClock.startingAt(Instant.parse("2026-01-01T00:00:00Z"));
    SimulatedCloud cloud =
        SimulatedCloud.builder(42, clock).bootTime(Duration.ofSeconds(30)).build();
    MachineProvider provider = cloud.provider();
    PreparedLaunch request = provider.prepare(spec(), call(clock));
    LaunchKey key = new LaunchKey("000000000000000000000launch");

    cloud.faults().next(RequestKind.LAUNCH, CloudFault.LOSE_REPLY);
    try {
      provider.launch(request, key, 1, call(clock));
    } catch (CloudException lost) {
      provider.launch(request, key, 1, call(clock));
    }
    clock.advance(Duration.ofSeconds(30));

    assertThat(cloud.created()).hasSize(1);
    assertThat(cloud.machines().get(0).state()).isEqualTo(MachineState.RUNNING);
    assertThat(cloud.faults().strikes(CloudFault.LOSE_REPLY)).isEqualTo(1);
    // end
  }

  @Test
  void thePageShowsTheExample() throws IOException {
    String source =
        Files.readString(Path.of("src/test/java/io/cloudadapter/simulated/ExampleTest.java"));
    String example = source
        .substring(source.indexOf("    // example\n") + 15, source.indexOf("    // end\n"))
        .replaceAll("(?m)^    ", "");

    assertThat(Files.readString(PAGE)).contains(example);
  }

  @Test
  void thePageNamesEveryFaultAndEveryConfigKey() throws IOException {
    String page = Files.readString(PAGE);

    for (CloudFault kind : CloudFault.values()) {
      assertThat(page).contains("| `" + kind + "` |");
    }
    new SimulatedProviderFactory()
        .config()
        .keys()
        .forEach(key -> assertThat(page)
            .contains(
                "| `" + key.name() + "` | " + key.defaultValue().orElse("") + " | " + key.doc()));
  }

  private static LaunchSpec spec() {
    return new LaunchSpec(
        new PoolName("web"),
        new PoolIncarnation("i".repeat(27)),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        LaunchSpec.Market.ON_DEMAND,
        Map.of(),
        Optional.empty(),
        ConfigSpec.none().parse(Map.of()));
  }

  private static CallContext call(SimulatedClock clock) {
    return FakeCall.patient(clock);
  }
}

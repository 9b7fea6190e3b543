package io.cloudadapter.aws.asg;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.aws.cloud.FakeAws;
import io.cloudadapter.simulated.SimulatedClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the certification does to the machines of groups by the console. */
class AsgTestCloudTest {
  private static final String GROUP = "adapter-kit";

  private final SimulatedClock clock =
      SimulatedClock.startingAt(Instant.parse("2026-01-01T00:00:00Z"));

  private static List<String> states(AsgTestCloud cloud) {
    return cloud.cloud.instances().stream().map(FakeAws.Truth::state).toList();
  }

  @Test
  void a_machine_in_an_unknown_state_stays_in_it_until_the_cloud_is_healed() {
    try (AsgTestCloud cloud = new AsgTestCloud(clock, 1)) {
      String machine = cloud.cloud.makeForAnotherOwner(Map.of());
      cloud.cloud.join(GROUP, machine);

      cloud.showUnknownState(new MachineId(machine));

      assertThat(states(cloud)).containsExactly("hibernating");
      clock.advance(Duration.ofMinutes(10));
      assertThat(states(cloud)).containsExactly("hibernating");
      cloud.heal();
      assertThat(states(cloud)).as("the group ends it").startsWith("shutting-down");
    }
  }
}

package com.example.pools;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.junit.CloudAdapterExtension;
import io.cloudadapter.junit.TestPool;
import io.cloudadapter.simulated.CloudFault;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class RollingDeploymentTest {
  @RegisterExtension
  final CloudAdapterExtension extension = CloudAdapterExtension.builder()
      .pool(PoolConfig.named("web", "test", 10).initialSize(4).build())
      .cloud(cloud -> cloud.bootTime(Duration.ofMinutes(2)))
      .build();

  @Test
  void replacesEachMachineWhileOthersDie(TestPool test) throws Exception {
    List<MachineId> old = test.settle().machines().stream().map(Machine::id).toList();
    test.faults().perHour(CloudFault.MACHINE_DIES, 0.5);

    new RollingDeployment(test.pool()).run();

    test.faults().heal();
    assertThat(test.settle().machines())
        .filteredOn(Machine::effective)
        .hasSize(4)
        .noneMatch(machine -> old.contains(machine.id()));
  }

  @Test
  void goesOnWithThePoolAfterACrash(TestPool test) throws Exception {
    test.settle();
    test.pool().setDesiredSize(6);

    test.crash();

    assertThat(test.settle().size().allocated()).isEqualTo(6);
  }
}

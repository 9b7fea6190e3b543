package io.cloudadapter.aws;

import io.cloudadapter.aws.asg.AsgFixture;
import io.cloudadapter.spi.MachineProvider;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;

/** The contract on the fake. */
class FakeContractTest extends Ec2Contract {
  private final AwsFixture scene = new AwsFixture();
  private final MachineProvider provider =
      scene.open(Map.of("loadBalancerSubnets", "subnet-0a000000000000001"));

  private final MachineProvider groups = AsgFixture.open(scene, Map.of());

  @AfterEach
  void close() {
    groups.close();
    provider.close();
    scene.close();
  }

  @Override
  MachineProvider provider() {
    return provider;
  }

  @Override
  MachineProvider groups() {
    return groups;
  }

  @Override
  void group(String name) {
    scene.cloud.makeGroup(name, 10);
  }

  @Override
  String image() {
    return "debian";
  }

  @Override
  void routeTable(String tag) {
    String unused = scene.cloud.makeRouteTable(Map.of(tag, "shared"));
  }

  @Override
  void over() {
    scene.pass(Duration.ofMinutes(1));
  }
}

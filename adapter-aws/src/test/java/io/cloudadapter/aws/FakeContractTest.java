package io.cloudadapter.aws;

import io.cloudadapter.spi.MachineProvider;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;

/** The contract on the fake. */
class FakeContractTest extends Ec2Contract {
  private final Scene scene = new Scene();

  @AfterEach
  void close() {
    scene.close();
  }

  @Override
  MachineProvider provider() {
    return scene.provider;
  }

  @Override
  String image() {
    return "debian";
  }

  @Override
  void over() {
    scene.pass(Duration.ofMinutes(1));
  }
}

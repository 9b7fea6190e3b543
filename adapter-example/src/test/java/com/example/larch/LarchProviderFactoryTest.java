package com.example.larch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.spi.MachineProviderFactory;
import io.cloudadapter.spi.config.ConfigException;
import java.net.URI;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

class LarchProviderFactoryTest {

  @Test
  void isFoundByItsName() {
    assertThat(ServiceLoader.load(MachineProviderFactory.class))
        .extracting(MachineProviderFactory::name)
        .contains("larch");
  }

  @Test
  void refusesWhatItCannotUse() {
    assertThat(LarchFixture.FACTORY.config().faults(Map.of("endpoint", "https://x", "usr", "ada")))
        .extracting("key")
        .containsExactlyInAnyOrder("usr", "user", "secret");
    assertThatThrownBy(() -> LarchFixture.open(URI.create("ftp://api.larch.example")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("endpoint")
        .hasMessageContaining("http or https");
  }
}

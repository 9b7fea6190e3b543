package io.cloudadapter.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.Machine;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.spi.MachineProviderFactory;
import io.cloudadapter.spi.SpiVersion;
import io.cloudadapter.spi.config.ConfigException;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Adapters that were built against other versions of the SPI, as jars that are stored: src/test/spi-jars. */
class SpiVersionTest {

  private static CloudAdapter.Builder library(URLClassLoader jar) throws Exception {
    Object factory =
        jar.loadClass("com.example.birch.BirchProviderFactory").getConstructor().newInstance();
    return CloudAdapter.builder()
        .inMemory()
        .provider((MachineProviderFactory) factory)
        .account(new AccountConfig("here", "birch", Map.of()))
        .pool(PoolConfig.named("web", "here", 5).initialSize(3).build());
  }

  private static URLClassLoader jar(String name) {
    URL url = Objects.requireNonNull(SpiVersionTest.class.getResource("/spi/" + name));
    return new URLClassLoader(new URL[] {url}, SpiVersionTest.class.getClassLoader());
  }

  @Test
  void anAdapterOfTheOldestVersionRuns() throws Exception {
    try (URLClassLoader jar = jar("birch-spi-" + SpiVersion.OLDEST + ".jar");
        CloudAdapter library = library(jar).open()) {
      PoolView view = library.defaultPool().await(PoolView::settled, Duration.ofMinutes(1));

      assertThat(view.machines()).filteredOn(Machine::effective).hasSize(3);
    }
  }

  @Test
  void anAdapterOfALaterVersionIsRefusedWithBothVersions() throws Exception {
    try (URLClassLoader jar = jar("birch-spi-99.jar")) {
      CloudAdapter.Builder library = library(jar);

      assertThatThrownBy(library::open)
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining("adapter birch (com.example.birch.BirchProviderFactory) is built"
              + " against version 99 of the SPI, and this library runs version 1; take a newer"
              + " cloudadapter");
      assertThat(library.errors())
          .singleElement()
          .satisfies(error -> assertThat(error.key()).isEqualTo("accounts.here.provider"));
    }
  }
}

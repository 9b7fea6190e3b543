package io.cloudadapter.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.exception.StoreException;
import io.cloudadapter.spi.config.ConfigError;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A ledger that has lost its end: what a check of the configuration finds, and what a start says. */
class LostLedgerTest {
  @TempDir
  private Path data;

  private CloudAdapter.Builder pools() {
    ImmediateCloud cloud = new ImmediateCloud();
    cloud.closed = true;
    return CloudAdapter.builder()
        .dataDirectory(data)
        .provider(cloud)
        .account(new AccountConfig("here", "plain", Map.of()))
        .pool(PoolConfig.named("web", "here", 20).build());
  }

  private void assertRefused(String what) {
    List<ConfigError> faults = pools().errors();
    assertThat(faults)
        .singleElement()
        .extracting(ConfigError::toString)
        .asString()
        .startsWith("data: " + what)
        .contains("it was durable up to offset")
        .endsWith("restore the directory from a backup");
    assertThatThrownBy(() -> pools().open())
        .isInstanceOf(StoreException.class)
        .hasMessageStartingWith(what)
        .hasMessageContaining("it was durable up to offset");
  }

  private void work() {
    try (CloudAdapter adapter = pools().open()) {
      for (int size = 1; size < 10; size++) {
        adapter.defaultPool().setDesiredSize(size);
      }
    }
  }

  private Path log() {
    return data.resolve("ledger/log-00000001");
  }

  @Test
  void aTruncatedLogIsRefusedByBoth() throws IOException {
    work();
    try (FileChannel channel = FileChannel.open(log(), StandardOpenOption.WRITE)) {
      channel.truncate(1000);
    }

    assertRefused("log-00000001 at offset ");
  }

  @Test
  void aDeletedLogIsRefusedByBoth() throws IOException {
    work();
    Files.delete(log());

    assertRefused("log-00000001 is missing: ");
  }

  @Test
  void whatStandsBehindTheEndIsADoubt() throws IOException {
    work();
    long size = Files.size(log());
    Files.write(log(), new byte[] {1}, StandardOpenOption.APPEND);

    assertThat(pools().errors()).isEmpty();
    assertThat(pools().warnings())
        .singleElement()
        .extracting(ConfigError::toString)
        .asString()
        .contains("log-00000001 ends at offset ")
        .contains("up to offset " + (size + 1) + ", are no whole record");
  }
}

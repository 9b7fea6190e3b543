package io.cloudadapter.core.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.core.CloudAdapter;
import io.cloudadapter.core.ImmediateCloud;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.PoolConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrivateDirectoryTest {
  @TempDir
  private Path directory;

  private Path data;

  @BeforeEach
  void othersMayLookIntoIt() throws IOException {
    data = Files.createDirectory(directory.resolve("data"));
    mode("rwxr-xr-x");
  }

  private void mode(String mode) throws IOException {
    Files.setPosixFilePermissions(data, PosixFilePermissions.fromString(mode));
  }

  private String mode() throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(data));
  }

  private void opened() {
    CloudAdapter.builder()
        .dataDirectory(data)
        .provider(new ImmediateCloud())
        .account(new AccountConfig("here", "plain", Map.of()))
        .pool(PoolConfig.named("web", "here", 20).build())
        .open()
        .close();
  }

  @Test
  void aStartClosesADirectoryThatWasMadeByHand() throws IOException {
    opened();

    assertThat(mode()).isEqualTo("rwx------");
  }

  @Test
  void aLaterStartClosesOneThatWasOpenedSince() throws IOException {
    opened();
    for (String name :
        new String[] {"adapter.log", "adapter.log.1", "server.json", "policies.json", "cloud-demo"
        }) {
      Files.writeString(data.resolve(name), "");
    }
    Files.createDirectory(data.resolve("tls"));
    mode("rwxrwx---");

    opened();

    assertThat(mode()).isEqualTo("rwx------");
  }

  @Test
  void aDirectoryThatHoldsOtherThingsKeepsItsMode() throws IOException {
    Files.writeString(data.resolve("notes.txt"), "mine");

    opened();

    assertThat(mode()).isEqualTo("rwxr-xr-x");
  }

  @Test
  void aDirectoryThatIsClosedAlreadyKeepsItsMode() throws IOException {
    mode("rwx------");

    opened();

    assertThat(mode()).isEqualTo("rwx------");
  }

  @Test
  void aDirectoryOfAnotherUserKeepsItsMode() throws IOException {
    try {
      Files.setOwner(
          data,
          data.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("daemon"));
    } catch (IOException e) {
      org.junit.jupiter.api.Assumptions.abort("this process may not give a directory away: " + e);
    }

    opened();

    assertThat(mode()).isEqualTo("rwxr-xr-x");
  }
}

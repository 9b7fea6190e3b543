package io.cloudadapter.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrustMaterialTest {

  @Test
  void withoutAFileTheClientTrustsWhatTheJdkTrusts() {
    assertThat(new TrustMaterial(Optional::empty).context()).isEmpty();
  }

  @Test
  void aFileThatCannotBeUsedIsNamedAndNothingWasSent(@TempDir Path folder) throws Exception {
    Path empty = Files.createFile(folder.resolve("empty.pem"));
    Path garbage = Files.writeString(folder.resolve("garbage.pem"), "no certificate");
    for (String file :
        new String[] {empty.toString(), garbage.toString(), "/no/such/file", "a\0b"}) {
      assertThatThrownBy(() -> new TrustMaterial(() -> Optional.of(file)).context())
          .isInstanceOfSatisfying(CloudException.class, error -> {
            assertThat(error.kind()).isEqualTo(Kind.UNAVAILABLE);
            assertThat(error.effect()).isEqualTo(Effect.NONE);
            assertThat(error).hasMessageContaining("caFile " + file);
          });
    }
  }
}

package io.cloudadapter.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.spi.PreparedLaunch;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LaunchEncryptorTest {
  private static final PreparedLaunch LAUNCH =
      PreparedLaunch.of("password=hunter2".getBytes(StandardCharsets.UTF_8));
  private final LaunchEncryptor sealer =
      new LaunchEncryptor(new byte[LaunchEncryptor.KEY_BYTES], new Random(1));

  @Test
  void opensWhatItSealedAndHidesIt() {
    String sealed = sealer.seal(LAUNCH);

    assertThat(sealer.open(sealed)).isEqualTo(LAUNCH);
    assertThat(new String(Base64.getDecoder().decode(sealed), StandardCharsets.ISO_8859_1))
        .doesNotContain("hunter2");
    assertThat(sealer.seal(LAUNCH)).as("a fresh nonce each time").isNotEqualTo(sealed);
  }

  @Test
  void doesNotOpenUnderAnotherKey() {
    byte[] other = new byte[LaunchEncryptor.KEY_BYTES];
    other[31] = 1;

    assertThatThrownBy(() -> new LaunchEncryptor(other, new Random(1)).open(sealer.seal(LAUNCH)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("does the ledger's key belong to this ledger?");
  }

  @Test
  void noticesEveryChangedByteAndEveryMissingOne() {
    byte[] sealed = Base64.getDecoder().decode(sealer.seal(LAUNCH));
    for (int i = 0; i < sealed.length; i++) {
      byte[] changed = sealed.clone();
      changed[i] ^= 1;
      String text = Base64.getEncoder().encodeToString(changed);
      assertThatThrownBy(() -> sealer.open(text)).isInstanceOf(IllegalStateException.class);
    }
    for (int length = 0; length < sealed.length; length++) {
      String text = Base64.getEncoder().encodeToString(java.util.Arrays.copyOf(sealed, length));
      assertThatThrownBy(() -> sealer.open(text)).isInstanceOf(IllegalStateException.class);
    }
    assertThatThrownBy(() -> sealer.open("not base 64!")).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void wantsAKeyOfTheRightLength() {
    assertThatThrownBy(() -> new LaunchEncryptor(new byte[16], new Random(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the ledger's key must have 32 bytes, has 16");
  }
}

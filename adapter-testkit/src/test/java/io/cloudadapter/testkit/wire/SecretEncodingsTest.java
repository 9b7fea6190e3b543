package io.cloudadapter.testkit.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class SecretEncodingsTest {
  private static final String SECRET = "pä?ss>w\"rd~1";

  private static boolean shows(String text) {
    return SecretEncodings.of(SECRET).stream().anyMatch(text::contains);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void a_secret_is_seen_in_base_64_wherever_it_begins_and_before_any_text() {
    for (String before : new String[] {"", "u", "us", "use", "user:"}) {
      for (String after : new String[] {"", "!", "!!", "!!!"}) {
        byte[] all = bytes(before + SECRET + after);

        assertThat(shows(Base64.getEncoder().encodeToString(all))).isTrue();
        assertThat(shows(Base64.getUrlEncoder().withoutPadding().encodeToString(all)))
            .isTrue();
      }
    }
  }

  @Test
  void a_secret_is_seen_as_it_is_escaped_and_in_hexadecimal_digits() {
    assertThat(shows("login with " + SECRET)).isTrue();
    assertThat(shows("{\"secret\":\"pä?ss>w\\\"rd~1\"}")).isTrue();
    assertThat(shows("?password=p%C3%A4%3Fss%3Ew%22rd%7E1")).isTrue();
    assertThat(shows(HexFormat.of().formatHex(bytes(SECRET)))).isTrue();
    assertThat(shows(HexFormat.of().withUpperCase().formatHex(bytes(SECRET)))).isTrue();
  }

  @Test
  void other_texts_show_nothing() {
    assertThat(shows(Base64.getEncoder().encodeToString(bytes("some other text"))))
        .isFalse();
    assertThat(shows("login with ***")).isFalse();
    assertThat(SecretEncodings.of("")).isEmpty();
  }

  @Test
  void what_is_short_is_sought_as_it_is_only() {
    assertThat(SecretEncodings.of("abc")).containsExactly("abc");
  }
}

package io.cloudadapter.core.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class LedgerInstantDeserializerTest {

  private static Instant read(String text) {
    return RecordCodec.read(
        "at", ('"' + text + '"').getBytes(StandardCharsets.UTF_8), Instant.class);
  }

  @Property
  void whatIsWrittenIsReadAsItWas(
      @ForAll @LongRange(min = -99_999_999_999L, max = 999_999_999_999L) long seconds,
      @ForAll @IntRange(max = 999_999_999) int nanos,
      @ForAll @IntRange(max = 9) int decimals) {
    int unit = (int) Math.pow(10, 9 - decimals);
    Instant at = Instant.ofEpochSecond(seconds, nanos / unit * unit);

    assertThat(RecordCodec.read("at", RecordCodec.write(at), Instant.class)).isEqualTo(at);
  }

  @Test
  void anyNumberOfDecimalsIsRead() {
    assertThat(read("2030-01-02T03:04:05Z")).isEqualTo(Instant.parse("2030-01-02T03:04:05Z"));
    assertThat(read("2030-01-02T03:04:05.1Z")).isEqualTo(Instant.parse("2030-01-02T03:04:05.1Z"));
    assertThat(read("2030-01-02T03:04:05.000000001Z"))
        .isEqualTo(Instant.parse("2030-01-02T03:04:05.000000001Z"));
  }

  @Test
  void otherFormsAreReadToo() {
    assertThat(read("2030-01-02T03:04:05+01:00")).isEqualTo(Instant.parse("2030-01-02T02:04:05Z"));
    assertThat(read("2030-01-02T03:04:05.Z")).isEqualTo(Instant.parse("2030-01-02T03:04:05Z"));
    assertThat(read("+12030-01-02T03:04:05Z")).isEqualTo(Instant.parse("+12030-01-02T03:04:05Z"));
  }

  @Test
  void whatIsNoMomentIsRefused() {
    for (String text : new String[] {
      "2030-13-01T00:00:00Z", "2030-01-01T00:00:0aZ", "2030-01-01 00:00:00Z", "yesterday", "Z"
    }) {
      assertThatThrownBy(() -> read(text))
          .as(text)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("at cannot be read");
    }
  }
}

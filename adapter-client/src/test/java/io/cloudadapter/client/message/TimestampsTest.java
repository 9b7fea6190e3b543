package io.cloudadapter.client.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class TimestampsTest {
  private static final DateTimeFormatter JDK = DateTimeFormatter.ofPattern(
          "uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
      .withZone(ZoneOffset.UTC);

  @Test
  void haveThreeDigitsOfFractionAlways() {
    assertThat(Timestamps.format(Instant.parse("2013-11-07T13:50:00Z")))
        .isEqualTo("2013-11-07T13:50:00.000Z");
    assertThat(Timestamps.format(Instant.parse("2013-11-07T13:50:00.1239Z")))
        .isEqualTo("2013-11-07T13:50:00.123Z");
    assertThat(Timestamps.format(Instant.parse("1969-12-31T23:59:59.999999Z")))
        .isEqualTo("1969-12-31T23:59:59.999Z");
  }

  @Property
  void areThoseOfTheJdk(
      @ForAll @LongRange(min = -70_000_000_000L, max = 300_000_000_000L) long second,
      @ForAll @IntRange(min = 0, max = 999_999_999) int nano) {
    Instant instant = Instant.ofEpochSecond(second, nano);

    assertThat(Timestamps.format(instant)).isEqualTo(JDK.format(instant));
  }
}

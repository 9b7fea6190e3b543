package io.cloudadapter.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimeSpanTest {

  @Test
  void writesWhatItReads() {
    for (String text :
        List.of("0s", "1ms", "250ms", "1500ms", "30s", "90s", "5m", "2h", "25h", "1d")) {
      assertThat(TimeSpan.text(TimeSpan.parse(text))).isEqualTo(text);
    }
    assertThat(TimeSpan.text(TimeSpan.parse("120s"))).isEqualTo("2m");
  }

  @Test
  void writesWhatNoConfigurationHas() {
    assertThat(TimeSpan.text(Duration.ofSeconds(-1))).isEqualTo("-1s");
    assertThat(TimeSpan.text(Duration.ofNanos(1_500_000))).isEqualTo("1.500000ms");
  }

  @Test
  void writesForPeopleInTwoUnitsAtMost() {
    assertThat(TimeSpan.rounded(Duration.parse("PT52M16.035856444S"))).isEqualTo("52m 17s");
    assertThat(TimeSpan.rounded(Duration.ofMinutes(200))).isEqualTo("3h 20m");
    assertThat(TimeSpan.rounded(Duration.ofHours(49))).isEqualTo("2d 1h");
    assertThat(TimeSpan.rounded(Duration.ofMinutes(5))).isEqualTo("5m");
    assertThat(TimeSpan.rounded(Duration.ofMillis(59_001))).isEqualTo("1m");
    assertThat(TimeSpan.rounded(Duration.ofHours(24).minusNanos(1))).isEqualTo("1d");
    assertThat(TimeSpan.rounded(Duration.ofNanos(250_000_001))).isEqualTo("251ms");
    assertThat(TimeSpan.rounded(Duration.ZERO)).isEqualTo("0s");
    assertThat(TimeSpan.rounded(Duration.ofSeconds(-90))).isEqualTo("-1m 30s");
  }

  @Test
  void endsAfterAHundredYears() {
    assertThat(TimeSpan.parse("36500d")).isEqualTo(TimeSpan.LONGEST);
    assertThatThrownBy(() -> TimeSpan.parse("36501d"))
        .hasMessage("must be a time span of at most 36500d, was 36501d");
  }
}

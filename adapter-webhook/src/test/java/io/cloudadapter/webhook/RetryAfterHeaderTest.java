package io.cloudadapter.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RetryAfterHeaderTest {
  private static final String DATE = "Thu, 25 Feb 2021 14:02:10 GMT";
  private static final Instant HOURS_LATER = Instant.parse("2021-02-25T17:00:00Z");

  @Test
  void readsSeconds() {
    assertThat(RetryAfterHeader.of("7", DATE, HOURS_LATER)).hasValue(Duration.ofSeconds(7));
    assertThat(RetryAfterHeader.of(" 0 ", DATE, HOURS_LATER)).hasValue(Duration.ZERO);
  }

  @Test
  void countsADateFromTheRepliesOwn() {
    assertThat(RetryAfterHeader.of("Thu, 25 Feb 2021 14:02:53 GMT", DATE, HOURS_LATER))
        .hasValue(Duration.ofSeconds(43));
    assertThat(RetryAfterHeader.of("Thu, 25 Feb 2021 14:00:00 GMT", DATE, HOURS_LATER))
        .hasValue(Duration.ZERO);
  }

  @Test
  void countsFromNowIfTheReplyHasNoDate() {
    String wish = "Thu, 25 Feb 2021 17:00:09 GMT";

    assertThat(RetryAfterHeader.of(wish, null, HOURS_LATER)).hasValue(Duration.ofSeconds(9));
    assertThat(RetryAfterHeader.of(wish, "yesterday", HOURS_LATER)).hasValue(Duration.ofSeconds(9));
  }

  @Test
  void leavesOutWhatItDoesNotUnderstand() {
    assertThat(RetryAfterHeader.of(null, DATE, HOURS_LATER)).isEmpty();
    assertThat(RetryAfterHeader.of("-7", DATE, HOURS_LATER)).isEmpty();
    assertThat(RetryAfterHeader.of("99999999999999999999", DATE, HOURS_LATER)).isEmpty();
    assertThat(RetryAfterHeader.of("soon", DATE, HOURS_LATER)).isEmpty();
  }
}

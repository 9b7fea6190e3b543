package io.cloudadapter.webhook;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** How long a receiver asks to be left alone. */
final class RetryAfterHeader {
  private static final Pattern SECONDS = Pattern.compile("[0-9]{1,9}");

  private RetryAfterHeader() {}

  /**
   * Reads the header, seconds or a date.
   *
   * @param wish the header {@code Retry-After}
   * @param date the header {@code Date} of the same reply: a receiver's clock may be wrong, but not against itself
   * @param now counts in place of a date that is not there
   * @return the pause, 0 or more; empty without a wish that is understood
   */
  static Optional<Duration> of(@Nullable String wish, @Nullable String date, Instant now) {
    if (wish == null) {
      return Optional.empty();
    }
    if (SECONDS.matcher(wish.strip()).matches()) {
      return Optional.of(Duration.ofSeconds(Long.parseLong(wish.strip())));
    }
    return instant(wish)
        .map(until -> Duration.between(instant(date).orElse(now), until))
        .map(pause -> pause.isNegative() ? Duration.ZERO : pause);
  }

  private static Optional<Instant> instant(@Nullable String text) {
    if (text == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(DateTimeFormatter.RFC_1123_DATE_TIME.parse(text.strip(), Instant::from));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}

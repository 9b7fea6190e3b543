package io.cloudadapter.testkit.trials;

import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.testkit.run.CallOutcome;
import io.cloudadapter.testkit.run.NotTestableException;
import io.cloudadapter.testkit.run.PreparedCalls;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.run.Trial;
import io.cloudadapter.testkit.time.SystemTime;
import io.cloudadapter.testkit.wire.ProxyReply;
import io.cloudadapter.testkit.wire.WireFault;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Chapter 5: how long errors ask to wait. */
public final class RetryAfterTrials {
  private RetryAfterTrials() {}

  public static List<Trial> all() {
    return List.of(Trial.of("MP-5.4", RetryAfterTrials::waits));
  }

  /** What the fault proxy asks for when it throttles. */
  private static final Duration WAIT = Duration.ofSeconds(7);

  private static final Duration LONGER = Duration.ofSeconds(95);

  private static final DateTimeFormatter HTTP_DATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH);

  private static void waits(TestBench bench) {
    PreparedCalls calls = new PreparedCalls(bench);
    boolean named = namesWaits(bench);
    for (RequestKind verb : List.of(RequestKind.READ, RequestKind.LAUNCH)) {
      CallOutcome throttled = calls.struck(verb, WireFault.THROTTLED);
      bench.require(
          throttled.is(Kind.THROTTLED), verb + " was throttled, and the error was " + throttled);
      bench.require(
          !named || waits(throttled, bench.wired() ? WAIT : null),
          verb + " was throttled for " + (bench.wired() ? WAIT : "a time")
              + ", and the error says to retry after " + wait(throttled) + ": " + throttled);
    }
    if (!named) {
      throw NotTestableException.notThere("the cloud's dialect names no wait when it throttles");
    }
    if (!bench.wired()) {
      bench.leavesOut("waits of another length", ErrorTrials.NO_WIRE);
      return;
    }
    ProxyReply reply = bench.cloud().dialect().throttled(LONGER);
    CallOutcome later = calls.answered(RequestKind.READ, reply);
    bench.require(
        waits(later, LONGER),
        "a list was throttled for " + LONGER + ", and the error says to retry after "
            + wait(later));
    if (reply.header("Retry-After").isPresent()) {
      CallOutcome down = calls.answered(
          RequestKind.READ, bench.cloud().dialect().unavailable().with("Retry-After", "11"));
      bench.require(
          waits(down, Duration.ofSeconds(11)),
          "an outage of 11 s was announced, and the error says to retry after " + wait(down));
      untilADate(bench, calls);
    } else {
      bench.leavesOut("outages of known length, and dates", "the dialect has no Retry-After");
    }
  }

  /** By whichever clock the adapter may have, the cloud's is an hour ahead. */
  private static void untilADate(TestBench bench, PreparedCalls calls) {
    Instant ours = bench.clock().instant();
    Instant real = SystemTime.instants().instant();
    ZonedDateTime now = (ours.isAfter(real) ? ours : real)
        .plus(Duration.ofHours(1))
        .truncatedTo(ChronoUnit.SECONDS)
        .atZone(ZoneOffset.UTC);
    Duration wait = Duration.ofSeconds(43);
    ProxyReply reply = bench
        .cloud()
        .dialect()
        .throttled(wait)
        .with("Date", HTTP_DATE.format(now))
        .with("Retry-After", HTTP_DATE.format(now.plus(wait)));
    CallOutcome dated = calls.answered(RequestKind.READ, reply);
    // A cloud that speaks of seconds only may have an adapter that reads no dates.
    bench.require(
        wait(dated).equals("no time") || waits(dated, wait),
        "a reply asked to wait for 43 s of its own date, an hour ahead of ours, and the error says to"
            + " retry after " + wait(dated));
  }

  /** Whether a throttle with another waiting time has another text. */
  private static boolean namesWaits(TestBench bench) {
    ProxyReply one = bench.cloud().dialect().throttled(WAIT);
    ProxyReply other = bench.cloud().dialect().throttled(LONGER);
    return !bench.wired()
        || !one.headers().equals(other.headers())
        || !Arrays.equals(one.body(), other.body());
  }

  private static boolean waits(CallOutcome attempt, @Nullable Duration wanted) {
    Optional<Duration> wait = attempt.error().flatMap(CloudException::retryAfter);
    return wanted == null ? wait.isPresent() : wait.equals(Optional.of(wanted));
  }

  private static String wait(CallOutcome attempt) {
    return attempt
        .error()
        .flatMap(CloudException::retryAfter)
        .map(Duration::toString)
        .orElse("no time");
  }
}

package io.cloudadapter.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.cloudadapter.api.Metric;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.RequestKind;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;

class CallMetricsTest {
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private final CallMetrics metrics = new CallMetrics("main");

  @Test
  void callsAreSummedUpByVerbAndOutcome() {
    metrics.ended(RequestKind.LAUNCH, Optional.empty(), SECOND);
    metrics.ended(RequestKind.LAUNCH, Optional.empty(), 2 * SECOND);
    metrics.ended(RequestKind.LAUNCH, Optional.of(throttled()), 3 * SECOND);
    metrics.ended(RequestKind.READ, Optional.empty(), 4 * SECOND);

    assertThat(metrics.metrics("aws"))
        .extracting(Metric::name, Metric::labels, Metric::value, Metric::count)
        .containsExactlyInAnyOrder(
            row("cloudadapter_cloud_call_seconds", labels("launch", "success"), 3.0, 2),
            row("cloudadapter_cloud_call_seconds", labels("launch", "throttled"), 3.0, 1),
            row("cloudadapter_cloud_call_seconds", labels("read", "success"), 4.0, 1));
  }

  @Test
  void waitsForTheRateLimitAreSummedUpByVerb() {
    metrics.waited(RequestKind.TERMINATE, SECOND / 2);
    metrics.waited(RequestKind.TERMINATE, SECOND);

    assertThat(metrics.metrics("aws"))
        .extracting(Metric::name, Metric::labels, Metric::value, Metric::count)
        .containsExactly(row(
            "cloudadapter_rate_limit_wait_seconds",
            Map.of("account", "main", "provider", "aws", "verb", "terminate"),
            1.5,
            2));
  }

  private static CloudException throttled() {
    return CloudException.of(CloudException.Kind.THROTTLED, CloudException.Effect.NONE, "slow")
        .build();
  }

  private static Map<String, String> labels(String verb, String outcome) {
    return Map.of("account", "main", "provider", "aws", "verb", verb, "outcome", outcome);
  }

  private static Tuple row(String name, Map<String, String> labels, double seconds, long count) {
    return tuple(name, labels, seconds, count);
  }
}

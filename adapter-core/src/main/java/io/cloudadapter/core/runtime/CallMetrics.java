package io.cloudadapter.core.runtime;

import io.cloudadapter.api.Metric;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.RequestKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Measures the calls to one account by verb and outcome, and the waits for its rate limit. Safe for many threads. */
final class CallMetrics {

  private record Key(RequestKind verb, String outcome) {}

  private static final class Sum {
    final LongAdder count = new LongAdder();
    final LongAdder nanos = new LongAdder();

    void add(long taken) {
      count.increment();
      nanos.add(taken);
    }

    Metric metric(String name, String help, Map<String, String> labels) {
      return Metric.timer(name, help, labels, nanos.sum(), count.sum());
    }
  }

  private final String account;
  private final Map<Key, Sum> calls = new ConcurrentHashMap<>();
  private final Map<RequestKind, Sum> waits = new ConcurrentHashMap<>();

  CallMetrics(String account) {
    this.account = account;
  }

  /** Counts a call that has ended. */
  void ended(RequestKind verb, Optional<CloudException> error, long nanos) {
    String outcome = error.map(e -> word(e.kind())).orElse("success");
    calls.computeIfAbsent(new Key(verb, outcome), k -> new Sum()).add(nanos);
  }

  /** Counts a request that has waited for the account's rate limit. */
  void waited(RequestKind verb, long nanos) {
    waits.computeIfAbsent(verb, k -> new Sum()).add(nanos);
  }

  /**
   * The calls that have ended, of all verbs and outcomes.
   *
   * @param calls how many
   * @param nanos how long they took together
   */
  record Totals(long calls, long nanos) {}

  Totals totals() {
    long count = 0;
    long nanos = 0;
    for (Sum sum : calls.values()) {
      count += sum.count.sum();
      nanos += sum.nanos.sum();
    }
    return new Totals(count, nanos);
  }

  List<Metric> metrics(String provider) {
    List<Metric> metrics = new ArrayList<>();
    calls.forEach((key, sum) -> metrics.add(sum.metric(
        "cloudadapter_cloud_call_seconds",
        "Calls to the cloud's adapter, by verb and outcome: success, or the kind of the error.",
        labels(provider, key.verb(), Map.of("outcome", key.outcome())))));
    waits.forEach((verb, sum) -> metrics.add(sum.metric(
        "cloudadapter_rate_limit_wait_seconds",
        "Requests to the cloud that waited for the account's rate limit.",
        labels(provider, verb, Map.of()))));
    return metrics;
  }

  private Map<String, String> labels(String provider, RequestKind verb, Map<String, String> more) {
    Map<String, String> labels = new TreeMap<>(more);
    labels.put("account", account);
    labels.put("provider", provider);
    labels.put("verb", word(verb));
    return labels;
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}

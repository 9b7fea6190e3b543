package io.cloudadapter.server.http;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.DoubleStream;

/**
 * Counts requests: their durations by method and route, and their answers by method and status. These are two small
 * families and not one of all combinations, so that the page of metrics stays small for all that clients send; unknown
 * routes and methods share a row.
 */
public final class RequestMetrics {
  static final String NO_ROUTE = "none";
  private static final Set<String> METHODS =
      Set.of("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS");
  private static final Duration[] BOUNDS = DoubleStream.of(
          0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10, 60)
      .mapToObj(seconds -> Duration.ofMillis((long) (seconds * 1000)))
      .toArray(Duration[]::new);

  private record Key(String method, String route) {}

  private record Answer(String method, int status) {}

  private final MeterRegistry registry;
  private final Map<Key, Timer> requests = new ConcurrentHashMap<>();
  private final Map<Answer, Counter> answers = new ConcurrentHashMap<>();

  /**
   * Counts no requests yet.
   *
   * @param registry gets the meters
   */
  public RequestMetrics(MeterRegistry registry) {
    this.registry = registry;
  }

  void count(String method, String route, int status, long nanos) {
    String known = method(method);
    requests
        .computeIfAbsent(new Key(known, route), this::timer)
        .record(nanos, TimeUnit.NANOSECONDS);
    answers.computeIfAbsent(new Answer(known, status), this::counter).increment();
  }

  /** A method that HTTP has, or other. */
  static String method(String method) {
    return METHODS.contains(method) ? method : "other";
  }

  private Timer timer(Key key) {
    return Timer.builder("cloudadapter.http.request")
        .description("How long requests took, by method and route.")
        .tags("method", key.method(), "route", key.route())
        .serviceLevelObjectives(BOUNDS)
        .register(registry);
  }

  private Counter counter(Answer answer) {
    return Counter.builder("cloudadapter.http.answers")
        .description("Answers to requests, by method and status.")
        .tags("method", answer.method(), "status", Integer.toString(answer.status()))
        .register(registry);
  }

  /**
   * Counts a request that the HTTP library refused before any handler.
   *
   * @param method its method, as far as it was understood
   * @param status the HTTP status
   */
  public void refusedByLibrary(String method, int status) {
    count(method, NO_ROUTE, status, 0);
  }
}

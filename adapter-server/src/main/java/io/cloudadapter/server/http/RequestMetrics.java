package io.cloudadapter.server.http;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;

/**
 * Counts requests: their durations by method and route, and their answers by method and status. Two small tables
 * and not one of
 * all combinations, so that the page of metrics stays small for all that clients send; unknown routes and methods
 * share a row.
 */
public final class RequestMetrics {
  static final String NO_ROUTE = "none";
  private static final Set<String> METHODS =
      Set.of("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS");
  private static final double[] BOUNDS = {0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10, 60};

  private final Map<Key, Row> rows = new ConcurrentHashMap<>();
  private final Map<Answer, LongAdder> answers = new ConcurrentHashMap<>();

  /** No requests yet. */
  public RequestMetrics() {}

  void count(String method, String route, int status, long nanos) {
    String known = METHODS.contains(method) ? method : "other";
    rows.computeIfAbsent(new Key(known, route), k -> new Row()).add(nanos);
    answers.computeIfAbsent(new Answer(known, status), k -> new LongAdder()).increment();
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

  /**
   * Shows all rows, in order.
   *
   * @param reader hears each row
   */
  public void forEach(BiConsumer<Key, Row> reader) {
    new TreeMap<>(rows).forEach(reader);
  }

  /**
   * Shows how often there was which answer, in order.
   *
   * @param reader hears each count
   */
  public void forEachAnswer(BiConsumer<Answer, Long> reader) {
    new TreeMap<>(answers).forEach((answer, count) -> reader.accept(answer, count.sum()));
  }

  /**
   * The key of a row.
   *
   * @param method the method, or {@code other}
   * @param route the template, or {@code none} if no handler was asked
   */
  public record Key(String method, String route) implements Comparable<Key> {
    @Override
    public int compareTo(Key other) {
      int byRoute = route.compareTo(other.route);
      return byRoute != 0 ? byRoute : method.compareTo(other.method);
    }
  }

  /**
   * A kind of answer.
   *
   * @param method the method, or {@code other}
   * @param status the HTTP status
   */
  public record Answer(String method, int status) implements Comparable<Answer> {
    @Override
    public int compareTo(Answer other) {
      int byMethod = method.compareTo(other.method);
      return byMethod != 0 ? byMethod : Integer.compare(status, other.status);
    }
  }

  /** The durations of one kind of request. */
  public static final class Row {
    private final LongAdder[] buckets = new LongAdder[BOUNDS.length + 1];
    private final LongAdder nanos = new LongAdder();

    Row() {
      for (int i = 0; i < buckets.length; i++) {
        buckets[i] = new LongAdder();
      }
    }

    void add(long taken) {
      double seconds = taken / 1e9;
      int i = 0;
      while (i < BOUNDS.length && seconds > BOUNDS[i]) {
        i++;
      }
      buckets[i].increment();
      nanos.add(taken);
    }

    /**
     * Shows the cumulative buckets.
     *
     * @param reader hears each upper bound, the last being infinite, and how many took at most that
     */
    public void buckets(BiConsumer<Double, Long> reader) {
      long sum = 0;
      for (int i = 0; i < buckets.length; i++) {
        sum += buckets[i].sum();
        reader.accept(i < BOUNDS.length ? BOUNDS[i] : Double.POSITIVE_INFINITY, sum);
      }
    }

    /**
     * The time of all requests.
     *
     * @return seconds
     */
    public double seconds() {
      return nanos.sum() / 1e9;
    }
  }
}

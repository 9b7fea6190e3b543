package io.cloudadapter.server.rest;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.server.http.Caller;
import io.cloudadapter.server.http.CallerBudgets;
import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.http.HttpReply;
import io.cloudadapter.server.http.HttpRequest;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * The streams of server-sent events of a server. One thread serves all of them, as long as there is one. Any number of
 * threads may open streams.
 */
final class SseStreams implements AutoCloseable {
  private static final long ROUND = TimeUnit.MILLISECONDS.toNanos(500);

  private final Predicate<Caller> stands;
  private final CallerBudgets budgets;
  private final int most;
  private final LongSupplier nanos;
  private final Set<SseStream> streams = ConcurrentHashMap.newKeySet();

  /** Guarded by this. */
  private boolean serving;

  private volatile boolean closed;

  SseStreams(Predicate<Caller> stands, CallerBudgets budgets, int most, LongSupplier nanos) {
    this.stands = stands;
    this.budgets = budgets;
    this.most = most;
    this.nanos = nanos;
  }

  /** Checks that one more may begin: each has a connection. */
  void requirePlace() {
    if (streams.size() >= most || closed) {
      throw HttpError.of(429, most + " watch already, which is the most allowed", "Ask again.");
    }
  }

  /** Answers a request by a stream, which ends at the latest when its caller has lost its rights. */
  HttpReply open(HttpRequest request, SseSource source) {
    SseStream stream = new SseStream(
        source,
        nanos,
        () -> stands.test(request.caller()),
        () -> budgets.endWatch(request.caller()));
    budgets.checkWatch(request);
    return HttpReply.stream("text/event-stream", wire -> {
      budgets.beginWatch(request.caller());
      streams.add(stream);
      stream.begin(wire);
      serve();
    });
  }

  private synchronized void serve() {
    if (!serving) {
      serving = true;
      Thread thread = new Thread(this::serveStreams, "adapter-events");
      thread.setDaemon(true);
      thread.start();
    }
  }

  private synchronized boolean needed() {
    serving = !streams.isEmpty();
    return serving;
  }

  private void serveStreams() {
    while (needed()) {
      for (SseStream stream : List.copyOf(streams)) {
        try {
          if (closed || !stream.mayGoOn()) {
            stream.end();
          }
          stream.pump();
        } catch (PoolException e) {
          stream.end();
        }
        if (stream.isOver()) {
          streams.remove(stream);
          stream.left();
        }
      }
      LockSupport.parkNanos(this, ROUND);
    }
  }

  /** Ends all streams. */
  @Override
  public void close() {
    closed = true;
  }
}

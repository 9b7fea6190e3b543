package io.cloudadapter.core.runtime;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.CommandResult;
import io.cloudadapter.core.protocol.CommandSender;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.core.protocol.StepResult;
import io.cloudadapter.spi.trace.TraceSpan;
import io.cloudadapter.spi.trace.Tracing;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Shows the work of one pool as spans: each command, the commit that makes it durable, and the time from there until a
 * machine runs. {@link CallTracer} adds the calls to the cloud.
 */
final class PoolTracer {
  private final Tracing tracing;
  private final PoolName pool;

  PoolTracer(Tracing tracing, PoolName pool) {
    this.tracing = tracing;
    this.pool = pool;
  }

  /**
   * Sends a command within a span. What follows from the command continues it.
   *
   * @param send sends the command for a caller
   * @return the answer, once the span has ended
   */
  CompletableFuture<CommandResult> command(
      Command command, CommandSender sender, Consumer<CommandSender> send) {
    TraceSpan span = tracing.begin(
        TraceSpan.Kind.INTERNAL,
        "pool " + command.getClass().getSimpleName(),
        Optional.empty(),
        attributes());
    CompletableFuture<CommandResult> answer = new CompletableFuture<>();
    var unused = sender.answer().whenComplete((result, error) -> {
      if (error == null) {
        span.end();
        answer.complete(result);
      } else {
        span.error(errorType(error));
        span.end();
        answer.completeExceptionally(error);
      }
    });
    send.accept(sender.traced(span.traceparent()));
    return answer;
  }

  private static String errorType(Throwable error) {
    return error instanceof PoolException refusal
        ? refusal.reason().name()
        : error.getClass().getName();
  }

  /** Takes a step, and has what it logs be part of the first traced request that it handles. */
  void step(List<Event> events, Runnable step) {
    requests(events).stream()
        .findFirst()
        .ifPresentOrElse(request -> tracing.run(request, step), step);
  }

  /** Commits a step within a span, if the step handles traced requests. They share the commit. */
  void commit(List<Event> events, Runnable commit) {
    List<String> requests = requests(events);
    if (requests.isEmpty()) {
      commit.run();
      return;
    }
    TraceSpan span = tracing.begin(
        TraceSpan.Kind.INTERNAL, "ledger commit", Optional.of(requests.get(0)), attributes());
    requests.forEach(span::link);
    try {
      span.run(commit);
    } catch (RuntimeException | Error e) {
      // Any failure gives the step up: the span shows it, and the actor gets it.
      span.error(e.getClass().getName());
      throw e;
    } finally {
      span.end();
    }
  }

  private static List<String> requests(List<Event> events) {
    return events.stream()
        .filter(Event.Asked.class::isInstance)
        .flatMap(event -> ((Event.Asked) event).caller().trace().stream())
        .distinct()
        .toList();
  }

  /** Records for each machine how long it took from the plan until it ran. */
  void running(List<StepResult.Arrival> arrivals, Instant now) {
    for (StepResult.Arrival arrival : arrivals) {
      tracing.record(
          "machine start",
          arrival.trace(),
          Map.of(
              "cloudadapter.pool", pool.value(),
              "cloudadapter.machine", arrival.machine().value(),
              "cloudadapter.launch.key", arrival.key()),
          arrival.plannedAt(),
          now);
    }
  }

  private Map<String, String> attributes() {
    return Map.of("cloudadapter.pool", pool.value());
  }
}

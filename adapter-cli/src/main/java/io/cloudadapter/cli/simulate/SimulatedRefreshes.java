package io.cloudadapter.cli.simulate;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.WriteOptions;
import io.cloudadapter.api.refresh.RefreshCause;
import io.cloudadapter.api.refresh.RefreshRequest;
import io.cloudadapter.api.refresh.RefreshState;
import io.cloudadapter.api.refresh.RefreshStatus;
import io.cloudadapter.cli.terminal.JsonOutput;
import io.cloudadapter.simulation.SimulatedPool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * The user of a simulated pool who starts refreshes, and notes of each one, also of those that start by themselves, how
 * long it took and what it made unavailable. It looks once a minute.
 */
final class SimulatedRefreshes implements Consumer<SimulatedPool> {
  static final Duration EVERY = Duration.ofMinutes(1);
  private static final int MOST_SHOWN = 20;

  /** One refresh, as it was seen last. */
  record Seen(RefreshStatus status, Duration from, Duration until, int unavailable) {
    Duration took() {
      return until.minus(from);
    }
  }

  private final Optional<Duration> starts;
  private final RefreshRequest request;
  private final Map<UUID, Seen> seen = new LinkedHashMap<>();
  private Duration last = Duration.ZERO;
  private boolean started;
  private Optional<String> refusal = Optional.empty();

  /**
   * A user who starts a refresh.
   *
   * @param starts when, since the beginning; empty if they start none
   * @param request how it replaces machines
   */
  SimulatedRefreshes(Optional<Duration> starts, RefreshRequest request) {
    this.starts = starts;
    this.request = request;
  }

  @Override
  public void accept(SimulatedPool pool) {
    if (pool.now().compareTo(last) < 0) { // The story of a broken rule is played once more.
      seen.clear();
      started = false;
      refusal = Optional.empty();
    }
    last = pool.now();
    note(pool);
    if (!started && starts.filter(at -> last.compareTo(at) >= 0).isPresent()) {
      // A refusal or a lost answer ends this turn, and the next one asks again, under the same key.
      try {
        pool.refresh(request, WriteOptions.none().idempotencyKey("simulate-refresh"));
      } catch (PoolException e) {
        refusal = Optional.of(e.getMessage() + ". " + e.detail());
        throw e;
      }
      started = true;
      refusal = Optional.empty();
      note(pool);
    }
  }

  private void note(SimulatedPool pool) {
    pool.refreshStatus().ifPresent(status -> {
      Seen before = seen.get(status.id());
      if (before != null && !before.status().state().active()) {
        return;
      }
      int unavailable = pool.disruption().unavailable();
      seen.put(
          status.id(),
          before == null
              ? new Seen(status, pool.now(), pool.now(), unavailable)
              : new Seen(
                  status, before.from(), pool.now(), Math.max(before.unavailable(), unavailable)));
    });
  }

  /** Why the refresh that the user asked for was not started until the end; empty if it was, or there was none. */
  Optional<String> refusal() {
    return refusal;
  }

  /** Of each refresh a line. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    seen.values().stream().limit(MOST_SHOWN).forEach(one -> lines.add(line(one)));
    if (seen.size() > MOST_SHOWN) {
      lines.add("and " + (seen.size() - MOST_SHOWN) + " more");
    }
    return lines;
  }

  private static String line(Seen one) {
    RefreshStatus status = one.status();
    String cause = status.cause() == RefreshCause.REQUEST
        ? ""
        : "for " + status.cause().name().toLowerCase(Locale.ROOT) + " ";
    String end = status.state().active()
        ? status.state() + " at the end, after " + text(one.took()) + ", " + status.remaining()
            + " of " + machines(status.machines()) + " left"
        : status.state() + " after " + text(one.took()) + ", " + machines(status.machines());
    return cause + "from " + text(one.from()) + ": " + end + ", at most " + one.unavailable()
        + " unavailable" + reason(status);
  }

  private static String reason(RefreshStatus status) {
    return status.state() == RefreshState.SUCCEEDED
        ? ""
        : status.reason().or(status::waitsFor).map(why -> "; " + why).orElse("");
  }

  private static String machines(int number) {
    return number == 1 ? "1 machine" : number + " machines";
  }

  /** In whole minutes: it looks no more often. */
  private static String text(Duration span) {
    long hours = span.toHours();
    return (hours == 0 ? "" : hours + " h ") + span.toMinutesPart() + " min";
  }

  /** Of each refresh an object, for programs. */
  List<Map<String, Object>> fields() {
    return seen.values().stream()
        .map(one -> JsonOutput.fields(
            "cause", one.status().cause().name(),
            "state", one.status().state().name(),
            "fromMinutes", one.from().toMinutes(),
            "tookMinutes", one.took().toMinutes(),
            "machines", one.status().machines(),
            "remaining", one.status().remaining(),
            "mostUnavailable", one.unavailable()))
        .toList();
  }
}

package io.cloudadapter.simulated.notice;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.hook.LifecycleTransition;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The machines that groups hold until they may go on, or for too long. Not kept in a file. Guarded
 * by the cloud's lock.
 */
public final class GroupHookWaits {

  /** A machine that waits, in one of its changes. */
  public record Hold(MachineId machine, LifecycleTransition transition) {}

  /**
   * Who waits and until when.
   *
   * @param pool whose group holds it
   * @param hold who
   * @param until by the cloud's clock
   */
  public record Waiting(String pool, Hold hold, long until) {}

  private final Map<Hold, Waiting> waiting = new LinkedHashMap<>();
  private Duration span = Duration.ZERO;

  /** From now on every machine that is about to enter service or to end waits this long; zero ends all waits. */
  public void begin(Duration time) {
    span = time;
  }

  /** Ends all waits, present and future. */
  public void end() {
    span = Duration.ZERO;
    waiting.clear();
  }

  public boolean on() {
    return !span.isZero();
  }

  /** How long a machine waits without an extension. */
  public Duration span() {
    return span;
  }

  public void put(Waiting one) {
    waiting.put(one.hold(), one);
  }

  public Optional<Waiting> find(Hold hold) {
    return Optional.ofNullable(waiting.get(hold));
  }

  public boolean remove(Hold hold) {
    return waiting.remove(hold) != null;
  }

  public List<Waiting> all() {
    return List.copyOf(waiting.values());
  }
}

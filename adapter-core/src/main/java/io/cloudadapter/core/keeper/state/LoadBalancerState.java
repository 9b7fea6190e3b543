package io.cloudadapter.core.keeper.state;

import io.cloudadapter.api.cloud.LoadBalancerName;
import io.cloudadapter.core.protocol.Moment;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The state in memory of one load balancer: the machines behind it as last listed, and the requests that were sent.
 * Nothing of it is recorded: a new process lists, and sends the requests once more.
 */
public final class LoadBalancerState {
  /** A machine that still drains is deregistered again after this time, in case the first request was lost. */
  private static final Duration REPEAT = Duration.ofMinutes(1);

  /** How long the cloud has to say that there is no such load balancer until it is gone for good. */
  public static final Duration GONE_AFTER = Duration.ofMinutes(30);

  public final LoadBalancerName balancer;

  /** When to look again after looks that failed. */
  public final RetryBackoff looks = new RetryBackoff();

  /** When to change something again after changes that failed. */
  public final RetryBackoff changes = new RetryBackoff();

  public boolean calling;

  /** Whether the cloud has said that there is no such load balancer. */
  public boolean absent;

  /** Since when the cloud has answered so, without a look that found it; null if it does not. */
  private @Nullable Moment absentSince;

  private @Nullable Set<String> behind;
  private long lookedAt;

  /** When machines were last told to go, with success. */
  private final Map<String, Long> told = new HashMap<>();

  /** Until when a call with unknown outcome may still register a machine. */
  private final Map<String, Long> doubtful = new HashMap<>();

  public LoadBalancerState(LoadBalancerName balancer) {
    this.balancer = balancer;
  }

  public void looked(Moment started, Set<String> found) {
    absent = false;
    absentSince = null;
    behind = new HashSet<>(found);
    lookedAt = started.nanos();
  }

  public void isAbsent(Moment started) {
    Moment since = absentSince;
    looked(started, Set.of());
    absent = true;
    absentSince = since == null ? started : since;
  }

  /** A look got another answer, or none: whether it is still absent is not known, and the time begins again. */
  public void answersOtherwise() {
    absentSince = null;
  }

  /** From when on it is gone for good: no machine serves through it, and none has to be behind it. */
  public Optional<Moment> goneFrom() {
    Moment since = absentSince;
    return since == null
        ? Optional.empty()
        : Optional.of(
            new Moment(since.wall().plus(GONE_AFTER), since.nanos() + GONE_AFTER.toNanos()));
  }

  /** Whether it is gone for good. */
  public boolean isGone(Moment now) {
    return goneFrom().filter(from -> now.reached(from.nanos())).isPresent();
  }

  /** The next thing to do is to look. */
  void forgetWhoIsBehind() {
    behind = null;
  }

  public boolean known() {
    return behind != null;
  }

  public long lookedAt() {
    return lookedAt;
  }

  public Set<String> behind() {
    return behind == null ? Set.of() : behind;
  }

  public void put(Set<String> machines) {
    if (behind != null) {
      behind.addAll(machines);
    }
  }

  public void mayBePut(Set<String> machines, long until) {
    machines.forEach(id -> doubtful.put(id, until));
    forgetWhoIsBehind();
  }

  public void told(Set<String> machines, Moment now) {
    machines.forEach(id -> told.put(id, now.nanos()));
    forgetWhoIsBehind();
  }

  /** Whether it is time to deregister a machine. */
  public boolean toTell(String id, Moment now) {
    Long before = told.get(id);
    return before == null || now.reached(before + REPEAT.toNanos());
  }

  /** Whether a machine was deregistered, and a later list has shown that it is out. */
  public boolean out(String id) {
    Long at = told.get(id);
    Long until = doubtful.get(id);
    return absent
        || (behind != null
            && !behind.contains(id)
            && at != null
            && lookedAt - at >= 0
            && (until == null || lookedAt - until >= 0));
  }

  /** Forgets machines that are of no interest any more. */
  public void keepOnly(Set<String> leaving) {
    told.keySet().removeIf(id -> !leaving.contains(id) && !behind().contains(id));
  }

  public void settle(Moment now) {
    doubtful.values().removeIf(until -> now.reached(until) && lookedAt - until >= 0);
  }
}

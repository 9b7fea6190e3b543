package io.cloudadapter.kubernetes;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.hook.WaitingHook;
import io.cloudadapter.spi.Ticker;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Heartbeats for hooks whose cluster cannot be asked, so that no machine ends because of the outage. The time-out of a
 * new machine's hook stands still that way; a drain waits until its own time limit. The limit of each hook still ends
 * its wait. One thread at a time may use it.
 */
final class OutageHeartbeats {
  private static final Logger LOG = LoggerFactory.getLogger(OutageHeartbeats.class);

  /**
   * The hooks of one pool that lead to one cluster.
   *
   * @param pool the pool
   * @param hooks the settings of its hooks by their names
   * @param trouble what hinders the cluster at present; empty if it answers
   */
  record ClusterHooks(PoolHooks pool, Map<String, HookSetting> hooks, Optional<String> trouble) {}

  /**
   * What the configuration has of one hook.
   *
   * @param timeout the time-out of hooks that begin now; one that waits may have another one
   * @param drainLimit how long a drain may last; empty for as long as the hook may
   */
  record HookSetting(Duration timeout, Optional<Duration> drainLimit) {}

  /** A hook that waits: the moment of the ticker at which it began, and when its next heartbeat is due. */
  private record Wait(long since, HeartbeatTime beats) {}

  private final Ticker ticker;
  private final InstantSource wall;
  private final Map<UUID, Wait> waits = new HashMap<>();

  /** The hooks whose trouble the alarm shows because of this object, with that trouble. */
  private final Map<UUID, String> reported = new HashMap<>();

  OutageHeartbeats(Ticker ticker, InstantSource wall) {
    this.ticker = ticker;
    this.wall = wall;
  }

  /**
   * Sends the heartbeats that are due.
   *
   * @param all the hooks of all pools
   * @param working the tokens of hooks whose messages are worked on; that work reports trouble by itself
   */
  void beat(Collection<ClusterHooks> all, Set<UUID> working) {
    Set<UUID> waiting = new HashSet<>();
    boolean complete = true;
    for (ClusterHooks each : all) {
      try {
        for (WaitingHook hook : each.pool().hooks()) {
          HookSetting setting = each.hooks().get(hook.hook());
          if (setting != null) {
            waiting.add(hook.token());
            look(each, hook, setting, working.contains(hook.token()));
          }
        }
      } catch (PoolException e) {
        complete = false;
        LOG.debug("a pool does not answer about hooks whose cluster cannot be asked", e);
      }
    }
    if (complete) {
      waits.keySet().retainAll(waiting);
      reported.keySet().retainAll(waiting);
    }
  }

  private void look(ClusterHooks each, WaitingHook hook, HookSetting setting, boolean working) {
    Wait wait = waits.computeIfAbsent(hook.token(), unseen -> begin(hook));
    wait.beats().shown(hook.deadline(), setting.timeout());
    report(each, hook, working);
    if (each.trouble().isEmpty() && hook.told()) {
      return;
    }
    if (!isOver(hook, wait, setting)) {
      if (wait.beats().isDue()) {
        each.pool().heartbeat(hook.token()).ifPresent(wait.beats()::granted);
      }
    } else if (!working) {
      String why = each.trouble().orElse("the cluster has not got the message");
      each.pool().completeAtLimit(hook.token(), why);
    }
  }

  /** The core itself reports a message that does not arrive. */
  private void report(ClusterHooks each, WaitingHook hook, boolean working) {
    Optional<String> now = hook.told() && !working ? each.trouble() : Optional.empty();
    if (now.equals(Optional.ofNullable(reported.get(hook.token())))) {
      return;
    }
    if (!working) {
      each.pool().report(hook.token(), now);
    }
    now.ifPresentOrElse(
        text -> reported.put(hook.token(), text), () -> reported.remove(hook.token()));
  }

  /** A hook at first sight. The wall clock may have leapt back since it began. */
  private Wait begin(WaitingHook hook) {
    Duration passed = Duration.between(hook.since(), wall.instant());
    long since = ticker.nanos() - (passed.isNegative() ? 0 : passed.toNanos());
    return new Wait(since, new HeartbeatTime(ticker, wall));
  }

  /** The tokens of the hooks that wait. */
  Set<UUID> waiting() {
    return Set.copyOf(waits.keySet());
  }

  /** Whether the time limit of a drain is over. A new machine has none but the hook's own. */
  private boolean isOver(WaitingHook hook, Wait wait, HookSetting setting) {
    return NodeTarget.isOfDrain(hook.transition())
        && setting
            .drainLimit()
            .filter(limit -> ticker.nanos() - wait.since() >= limit.toNanos())
            .isPresent();
  }
}

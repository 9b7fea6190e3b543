package io.cloudadapter.kubernetes;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.hook.WaitingHook;
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
   * @param timeout the time-out, which a heartbeat grants again
   * @param drainLimit how long a drain may last; empty for as long as the hook may
   */
  record HookSetting(Duration timeout, Optional<Duration> drainLimit) {}

  private final InstantSource wall;

  /** The hooks whose trouble the alarm shows because of this object, with that trouble. */
  private final Map<UUID, String> reported = new HashMap<>();

  OutageHeartbeats(InstantSource wall) {
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
        LOG.debug("a pool does not answer about hooks whose cluster cannot be asked", e);
      }
    }
    reported.keySet().retainAll(waiting);
  }

  private void look(ClusterHooks each, WaitingHook hook, HookSetting setting, boolean working) {
    report(each, hook, working);
    if (each.trouble().isEmpty() && hook.told()) {
      return;
    }
    if (!isOver(hook, setting)) {
      if (isDue(hook, setting)) {
        each.pool().heartbeat(hook.token());
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

  /** Whether the time limit of a drain is over. A new machine has none but the hook's own. */
  private boolean isOver(WaitingHook hook, HookSetting setting) {
    return NodeTarget.isOfDrain(hook.transition())
        && setting
            .drainLimit()
            .filter(limit -> !wall.instant().isBefore(hook.since().plus(limit)))
            .isPresent();
  }

  /** After a third of the time-out, so that one that is lost does no harm. */
  private boolean isDue(WaitingHook hook, HookSetting setting) {
    Duration left = Duration.between(wall.instant(), hook.deadline());
    return hook.deadline().isBefore(hook.limit())
        && left.compareTo(setting.timeout().multipliedBy(2).dividedBy(3)) <= 0;
  }
}

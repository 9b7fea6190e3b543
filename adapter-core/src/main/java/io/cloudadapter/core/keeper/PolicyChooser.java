package io.cloudadapter.core.keeper;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.TimeSpan;
import io.cloudadapter.api.scaling.AdjustmentPolicy;
import io.cloudadapter.api.scaling.Cooldowns;
import io.cloudadapter.api.scaling.MetricPolicy;
import io.cloudadapter.api.scaling.Policy;
import io.cloudadapter.api.scaling.PolicySelector;
import io.cloudadapter.api.scaling.ScalingDecision;
import io.cloudadapter.api.scaling.ScalingPolicy;
import io.cloudadapter.api.scaling.ScalingRequest;
import io.cloudadapter.core.keeper.state.CooldownTracker;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.protocol.KeeperConfig;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Chooses the policies of a pool that decide about a request to scale; in its cooldown, a policy refuses. */
final class PolicyChooser {
  /** A policy that decides, by its name; empty for the one that decides where none is configured. */
  record Chosen(Optional<String> name, ScalingPolicy policy) {}

  private final KeeperConfig settings;
  private final Ledger ledger;
  private final CooldownTracker cooldowns;

  PolicyChooser(KeeperConfig settings, Ledger ledger, CooldownTracker cooldowns) {
    this.settings = settings;
    this.ledger = ledger;
    this.cooldowns = cooldowns;
  }

  /** Returns the policies that decide, with a refusal in place of each policy in its cooldown. */
  List<Chosen> chosen(PolicySelector by, ScalingRequest request) {
    Map<String, Policy> known = settings.config().scaling().policies();
    if (by instanceof PolicySelector.Given given) {
      return List.of(awake(given.name(), given.policy()));
    }
    if (by instanceof PolicySelector.Named named) {
      Policy policy = known.get(named.name());
      if (policy == null) {
        throw new PoolException(
            Reason.NOT_FOUND,
            "pool " + settings.config().name() + " has no policy " + named,
            "It has " + (known.isEmpty() ? "none" : String.join(", ", known.keySet())) + ".");
      }
      if (!(policy instanceof ScalingPolicy scaling)) {
        throw new PoolException(
            Reason.INVALID,
            "policy " + named + " does not scale, it is a " + policy.getClass().getSimpleName(),
            "It applies to all scaling of the pool and cannot be selected.");
      }
      return List.of(awake(named.name(), scaling));
    }
    List<Chosen> own = new ArrayList<>();
    known.forEach((name, policy) -> {
      if (policy instanceof ScalingPolicy scaling && isFor(request, name, scaling)) {
        own.add(awake(name, scaling));
      }
    });
    if (own.isEmpty() && request instanceof ScalingRequest.Measured measured) {
      measured.metric().ifPresent(metric -> refuseUnwatched(metric, known));
    }
    return own.isEmpty() ? List.of(new Chosen(Optional.empty(), ScalingPolicy.none())) : own;
  }

  private static boolean isFor(ScalingRequest request, String name, ScalingPolicy policy) {
    if (policy instanceof MetricPolicy watcher) {
      return request instanceof ScalingRequest.Measured measured
          && measured.metric().map(metric -> watcher.watches(name, metric)).orElse(true);
    }
    return policy instanceof AdjustmentPolicy adjustment
        && request instanceof ScalingRequest.Scale scale
        && scale.event() == adjustment.event();
  }

  private void refuseUnwatched(String metric, Map<String, Policy> known) {
    Set<String> watched = new TreeSet<>();
    known.forEach((name, policy) -> {
      if (policy instanceof MetricPolicy watcher) {
        watched.add(watcher.metric().orElse(name));
      }
    });
    throw new PoolException(
        Reason.NOT_FOUND,
        "no policy of pool " + settings.config().name() + " watches the metric " + metric,
        "Watched are " + (watched.isEmpty() ? "none" : String.join(", ", watched)) + ".");
  }

  /** What could not be done later either is refused for what is wrong with it, and not for the cooldown. */
  private Chosen awake(String name, ScalingPolicy policy) {
    ScalingPolicy awake =
        policy instanceof AdjustmentPolicy adjustment && cooldowns.inCooldown(adjustment)
            ? (request, view) -> {
              ScalingDecision later = policy.decide(request, view);
              return later.ok() ? cooling(name, adjustment).decide(request, view) : later;
            }
            : policy;
    return new Chosen(Optional.of(name), awake);
  }

  private RefusingPolicy cooling(String name, AdjustmentPolicy policy) {
    Duration whole = cooldowns.left(policy).plusNanos(999_999_999).truncatedTo(ChronoUnit.SECONDS);
    String left = TimeSpan.text(whole);
    boolean waits = ledger.pool().scale().moves(policy.event());
    return new RefusingPolicy(
        Cooldowns.refusal(name),
        List.of(
            waits
                ? "its cooldown of " + left + " begins when the pool has come to its size"
                : left + " of its cooldown are left"));
  }
}

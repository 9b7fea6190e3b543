package io.cloudadapter.simulation.process;

import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.StepResult;
import io.cloudadapter.simulation.fault.FaultOccurrence;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A number that two runs of one simulation have in common: over each step with its time, its effects and how much it
 * writes, and over each fault that strikes. It depends on no name in the code, so that it is the same before and after
 * a type is renamed.
 */
public final class StoryHash {
  private static final Map<Class<? extends Effect>, String> EFFECTS = Map.ofEntries(
      Map.entry(Effect.Identify.class, "identify"),
      Map.entry(Effect.ListPool.class, "list-pool"),
      Map.entry(Effect.EndThrottle.class, "end-throttle"),
      Map.entry(Effect.Describe.class, "describe"),
      Map.entry(Effect.ResolveImage.class, "resolve-image"),
      Map.entry(Effect.Prepare.class, "prepare"),
      Map.entry(Effect.Launch.class, "launch"),
      Map.entry(Effect.Check.class, "check"),
      Map.entry(Effect.Complete.class, "complete"),
      Map.entry(Effect.ListResources.class, "list-resources"),
      Map.entry(Effect.Release.class, "release"),
      Map.entry(Effect.Terminate.class, "terminate"),
      Map.entry(Effect.Mark.class, "mark"),
      Map.entry(Effect.Unmark.class, "unmark"),
      Map.entry(Effect.LookBehind.class, "list-registered"),
      Map.entry(Effect.ReadLoadBalancerHealth.class, "read-load-balancer-health"),
      Map.entry(Effect.ReadInstanceStatus.class, "read-instance-status"),
      Map.entry(Effect.Register.class, "register"),
      Map.entry(Effect.Label.class, "label"),
      Map.entry(Effect.Act.class, "act"),
      Map.entry(Effect.Power.class, "power"),
      Map.entry(Effect.Probe.class, "probe"),
      Map.entry(Effect.Tell.class, "notify"));

  private long value;

  /** The name of an effect, which stays when its type is renamed. */
  public static String name(Class<? extends Effect> effect) {
    return Objects.requireNonNull(EFFECTS.get(effect), effect::getName);
  }

  void step(long nanos, StepResult step) {
    value = 31 * value + nanos + 7L * step.atoms().size() + step.effects().size();
    for (Effect effect : step.effects()) {
      value = 31 * value + name(effect.getClass()).hashCode();
    }
  }

  /** The number so far, with the faults that have struck: by their place among all, as seeds draw them. */
  @SuppressWarnings("EnumOrdinal") // a seed draws the place, not the name
  long value(List<FaultOccurrence> strikes) {
    long all = value;
    for (FaultOccurrence strike : strikes) {
      all = 31 * all + 1_000 * strike.at() + strike.kind().ordinal();
    }
    return all;
  }
}

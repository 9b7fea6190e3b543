package io.cloudadapter.core.runtime;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.action.Action;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.core.protocol.ActionTypes;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.action.ActionHandler;
import io.cloudadapter.spi.action.ActionToken;
import io.cloudadapter.spi.action.ActionTraits.Repeat;
import io.cloudadapter.spi.feature.ActionFeature;
import io.cloudadapter.spi.feature.Reboot;
import io.cloudadapter.spi.feature.Snapshots;
import io.cloudadapter.spi.feature.StartStop;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Finds the code that runs an action: a feature of the cloud's adapter, or a handler. */
public final class ActionDispatcher {
  private final MachineProvider provider;
  private final Map<String, ActionHandler> handlers;

  ActionDispatcher(MachineProvider provider, Map<String, ActionHandler> handlers) {
    this.provider = provider;
    this.handlers = Map.copyOf(handlers);
  }

  /**
   * Returns the types of actions that machines of a cloud support.
   *
   * @param provider the cloud's adapter
   * @param handlers do those that are not built in, by type
   * @return built-in ones that the adapter has the features for, and all others
   */
  public static ActionTypes types(MachineProvider provider, Map<String, ActionHandler> handlers) {
    Map<String, ActionTypes.Type> types = new HashMap<>(ActionTypes.builtIn(
        provider.feature(Reboot.class).map(ActionDispatcher::repeat),
        provider.feature(Snapshots.class).map(ActionDispatcher::repeat),
        provider.feature(StartStop.class).isPresent()));
    handlers.forEach((name, handler) -> types.put(
        name,
        new ActionTypes.Type(handler.traits(), action -> handler.check((Action.Custom) action))));
    return new ActionTypes(types);
  }

  private static Repeat repeat(ActionFeature feature) {
    return feature.traceable() ? Repeat.TRACEABLE : Repeat.ONCE;
  }

  private static void requireInTime(long notAfter, long now) {
    if (now - notAfter > 0) {
      throw CloudException.of(
              CloudException.Kind.CANCELLED,
              CloudException.Effect.NONE,
              "its lease was over before the call began")
          .build();
    }
  }

  /** Starts or stops a machine of the warm pool, unless it is too late to begin. */
  ActionProgress run(Effect.Power power, long now, CallContext call) {
    requireInTime(power.notAfter(), now);
    StartStop feature = feature(StartStop.class);
    return power.on()
        ? feature.start(power.machine(), power.token(), call)
        : feature.stop(power.machine(), power.token(), call);
  }

  /** Does it, unless it is too late to begin. */
  ActionProgress run(Effect.Act act, long now, CallContext call) {
    requireInTime(act.notAfter(), now);
    MachineId machine = act.machine();
    ActionToken token = act.token();
    Action action = act.action();
    if (action instanceof Action.Reboot reboot) {
      return feature(Reboot.class).reboot(machine, reboot.mode(), token, call);
    } else if (action instanceof Action.Snapshot snapshot) {
      return feature(Snapshots.class).snapshot(machine, snapshot.name(), token, call);
    } else if (action instanceof Action.Restore restore) {
      return feature(Snapshots.class).restore(machine, restore.snapshot(), token, call);
    } else if (action instanceof Action.Start) {
      return feature(StartStop.class).start(machine, token, call);
    } else if (action instanceof Action.Stop) {
      return feature(StartStop.class).stop(machine, token, call);
    }
    Action.Custom custom = (Action.Custom) action;
    return handler(custom.type()).run(machine, custom, token, provider, call);
  }

  /** Looks what became of it. */
  ActionProgress probe(Effect.Probe probe, CallContext call) {
    MachineId machine = probe.machine();
    ActionToken token = probe.token();
    if (probe.action() instanceof Action.Custom custom) {
      return handler(custom.type()).progress(machine, custom, token, provider, call);
    }
    ActionFeature feature = probe.action() instanceof Action.Reboot
        ? feature(Reboot.class)
        : probe.action() instanceof Action.Snapshot || probe.action() instanceof Action.Restore
            ? feature(Snapshots.class)
            : feature(StartStop.class);
    return feature.progress(machine, token, call);
  }

  private <F> F feature(Class<F> type) {
    return provider.feature(type).orElseThrow(() -> lacking("the feature " + type.getSimpleName()));
  }

  private ActionHandler handler(String type) {
    return Optional.ofNullable(handlers.get(type))
        .orElseThrow(() -> lacking("a handler of " + type));
  }

  private static CloudException lacking(String what) {
    return CloudException.of(
            CloudException.Kind.UNSUPPORTED, CloudException.Effect.NONE, "there is no more " + what)
        .build();
  }
}

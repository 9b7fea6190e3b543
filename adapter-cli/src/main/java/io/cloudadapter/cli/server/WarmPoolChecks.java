package io.cloudadapter.cli.server;

import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.server.config.AdapterConfig;
import java.util.List;

/** Warns of launch hooks that do not run for the machines of a warm pool, with nothing in their place. */
final class WarmPoolChecks {
  private final DoctorReport findings;

  WarmPoolChecks(DoctorReport findings) {
    this.findings = findings;
  }

  void check(AdapterConfig config) {
    for (PoolConfig pool : config.pools()) {
      List<String> launch = names(pool, LifecycleTransition.LAUNCH);
      if (pool.warm().enabled()
          && !launch.isEmpty()
          && names(pool, LifecycleTransition.WAKE).isEmpty()) {
        findings.warn("pools." + pool.name()
            + ".hooks: machines of the warm pool enter service without the launch" + " hooks "
            + launch
            + "; add a hook with on: wake for what has to happen before each machine serves");
      }
    }
  }

  private static List<String> names(PoolConfig pool, LifecycleTransition transition) {
    return pool.hooks().stream()
        .filter(hook -> hook.transition() == transition)
        .map(LifecycleHook::name)
        .toList();
  }
}

package io.cloudadapter.core.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.hook.HookMessage;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.core.ImmediateCloud;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.HookChannel;
import io.cloudadapter.spi.config.ConfigError;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HookChannelRegistryTest {
  private final ImmediateCloud cloud = new ImmediateCloud();

  /** One that takes every target. */
  private record Named(String channel) implements HookChannel {
    @Override
    public void check(HookTarget target) {}

    @Override
    public void send(HookMessage message, HookTarget target, CallContext call) {}
  }

  private List<ConfigError> faults(String channel) {
    LifecycleHook hook = LifecycleHook.onTerminate(
        "drain", Duration.ofMinutes(1), new HookTarget(channel, Map.of(), Optional.empty()));
    PoolConfig pool = PoolConfig.named("web", "here", 1).hook(hook).build();
    return new HookChannelRegistry(Map.of()).faults(pool, cloud.provider());
  }

  @Test
  void hooksMayUseAnyOfAnAccountsChannels() {
    cloud.channels = List.of(new Named("queue"), new Named("topic"));

    assertThat(faults("queue")).isEmpty();
    assertThat(faults("topic")).isEmpty();
  }

  @Test
  void aChannelThatTheAccountLacksIsToldBesideThoseThatItHas() {
    cloud.channels = List.of(new Named("queue"), new Named("topic"));

    assertThat(faults("pigeon"))
        .singleElement()
        .satisfies(fault -> assertThat(fault.toString())
            .contains("pools.web.hooks.drain.target")
            .contains("was pigeon")
            .contains("queue, topic"));
  }
}

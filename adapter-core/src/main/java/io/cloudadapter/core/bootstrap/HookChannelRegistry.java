package io.cloudadapter.core.bootstrap;

import io.cloudadapter.api.hook.HookListener;
import io.cloudadapter.api.hook.HookMessage;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.HookChannel;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.config.ConfigError;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.TreeMap;

/** The channels by which hook messages of pools may reach their receivers. */
public final class HookChannelRegistry {

  /** Delivers messages to a listener of this process. */
  private record Direct(HookListener listener) implements HookChannel {
    @Override
    public String channel() {
      return HookTarget.LISTENER;
    }

    @Override
    public void check(HookTarget target) {
      if (!target.parameters().isEmpty()) {
        throw new IllegalArgumentException(
            "a listener takes no parameters, were " + target.parameters().keySet());
      }
    }

    @Override
    public void send(HookMessage message, HookTarget target, CallContext call) {
      listener.paused(message);
    }
  }

  private final Map<String, HookListener> listeners;
  private final List<HookChannel> found = new ArrayList<>();
  private final Map<String, String> refused = new TreeMap<>();

  /** Those that libraries bring along, and the listeners by the names of their pools. */
  HookChannelRegistry(Map<String, HookListener> listeners) {
    this.listeners = Map.copyOf(listeners);
    ServiceLoader.load(HookChannel.class).forEach(this::add);
  }

  private void add(HookChannel channel) {
    Optional<String> problem = SpiVersionCheck.problem("the channel " + channel.channel(), channel);
    if (problem.isPresent()) {
      refused.put(channel.channel(), problem.get());
      channel.close();
    } else {
      found.add(channel);
    }
  }

  /** By name, those that a pool may use. */
  public Map<String, HookChannel> of(PoolConfig pool, MachineProvider provider) {
    Map<String, HookChannel> channels = new TreeMap<>();
    provider.channels().forEach(own -> channels.put(own.channel(), own));
    found.forEach(channel -> channels.put(channel.channel(), channel));
    HookListener listener = listeners.get(pool.name().value());
    if (listener != null) {
      channels.put(HookTarget.LISTENER, new Direct(listener));
    }
    return channels;
  }

  /** Whether a hook of a pool has its channel make values for each launch. */
  public boolean makesLaunchData(PoolConfig pool, MachineProvider provider) {
    return new LaunchDataCheck(pool, of(pool, provider)).asks();
  }

  /** Closes those that libraries bring along; a provider closes its own. */
  public void close() {
    found.forEach(HookChannel::close);
  }

  /** What is wrong with the hooks of a pool. */
  public List<ConfigError> faults(PoolConfig pool, MachineProvider provider) {
    Map<String, HookChannel> channels = of(pool, provider);
    List<ConfigError> faults = new ArrayList<>();
    for (LifecycleHook hook : pool.hooks()) {
      fault(hook, channels)
          .ifPresent(problem -> faults.add(new ConfigError(
              "pools." + pool.name() + ".hooks." + hook.name() + ".target", problem)));
    }
    if (faults.isEmpty()) {
      faults.addAll(new LaunchDataCheck(pool, channels).faults());
    }
    return faults;
  }

  private Optional<String> fault(LifecycleHook hook, Map<String, HookChannel> channels) {
    HookTarget target = hook.target();
    HookChannel channel = channels.get(target.channel());
    if (channel == null && target.channel().equals(HookTarget.LISTENER)) {
      return Optional.of("must be one that is there: this pool has no listener in this process");
    }
    if (channel == null && refused.containsKey(target.channel())) {
      return Optional.of("must be one that this library can use: "
          + Objects.requireNonNull(refused.get(target.channel())));
    }
    if (channel == null) {
      return Optional.of("must be one that is there, was " + target.channel() + "; there are "
          + (channels.isEmpty() ? "none" : String.join(", ", channels.keySet())));
    }
    try {
      channel.checkHook(hook);
      return Optional.empty();
    } catch (IllegalArgumentException wrong) {
      return Optional.of(String.valueOf(wrong.getMessage()));
    }
  }
}

package io.cloudadapter.core.bootstrap;

import io.cloudadapter.api.Secret;
import io.cloudadapter.api.hook.HookListener;
import io.cloudadapter.api.hook.HookMessage;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.spi.BootstrapSource;
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
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

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
    Map<String, HookChannel> channels = of(pool, provider);
    return pool.hooks().stream().anyMatch(hook -> !placeholders(hook, channels).isEmpty());
  }

  private static Set<String> placeholders(LifecycleHook hook, Map<String, HookChannel> channels) {
    try {
      return Optional.ofNullable(channels.get(hook.target().channel()))
          .flatMap(HookChannel::bootstrap)
          .map(source -> source.placeholders(hook))
          .orElse(Set.of());
    } catch (IllegalArgumentException wrong) {
      return Set.of(); // The check of the hook names what is wrong.
    }
  }

  /** Values of launches that stand nowhere in the user data. */
  private static Optional<String> unused(
      PoolConfig pool, LifecycleHook hook, Map<String, HookChannel> channels) {
    Set<String> names = new TreeSet<>(placeholders(hook, channels));
    String data = pool.launch().userData().map(Secret::reveal).orElse("");
    boolean isUsed =
        names.stream().anyMatch(name -> data.contains(BootstrapSource.placeholder(name)));
    return names.isEmpty() || isUsed
        ? Optional.empty()
        : Optional.of("asks for values of each launch, and the pool's userData has none of their"
            + " placeholders; it must have one or more of "
            + names.stream().map(BootstrapSource::placeholder).collect(Collectors.joining(", ")));
  }

  /**
   * Values of launches for which an earlier hook asks: the user data has one place for them.
   *
   * @param asking the hooks that ask so far, by placeholder; this one is added
   */
  private static Optional<String> askedTwice(
      LifecycleHook hook, Map<String, HookChannel> channels, Map<String, String> asking) {
    for (String name : new TreeSet<>(placeholders(hook, channels))) {
      String earlier = asking.putIfAbsent(name, hook.name());
      if (earlier != null) {
        return Optional.of("asks for values of each launch, as hook " + earlier
            + " does; only one hook of a pool may have " + BootstrapSource.placeholder(name));
      }
    }
    return Optional.empty();
  }

  /** Closes those that libraries bring along; a provider closes its own. */
  public void close() {
    found.forEach(HookChannel::close);
  }

  /** What is wrong with the hooks of a pool. */
  public List<ConfigError> faults(PoolConfig pool, MachineProvider provider) {
    Map<String, HookChannel> channels = of(pool, provider);
    List<ConfigError> faults = new ArrayList<>();
    Map<String, String> asking = new TreeMap<>();
    for (LifecycleHook hook : pool.hooks()) {
      fault(pool, hook, channels)
          .or(() -> askedTwice(hook, channels, asking))
          .ifPresent(problem -> faults.add(new ConfigError(
              "pools." + pool.name() + ".hooks." + hook.name() + ".target", problem)));
    }
    return faults;
  }

  private Optional<String> fault(
      PoolConfig pool, LifecycleHook hook, Map<String, HookChannel> channels) {
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
      return unused(pool, hook, channels);
    } catch (IllegalArgumentException wrong) {
      return Optional.of(String.valueOf(wrong.getMessage()));
    }
  }
}

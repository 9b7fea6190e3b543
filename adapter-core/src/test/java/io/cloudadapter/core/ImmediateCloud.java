package io.cloudadapter.core;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.Secret;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.HookChannel;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchKeySupport;
import io.cloudadapter.spi.LaunchResult;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.ListResult;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.MachineProviderFactory;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.PoolIncarnation;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.spi.ProviderEnvironment;
import io.cloudadapter.spi.ProviderProfile;
import io.cloudadapter.spi.config.ConfigError;
import io.cloudadapter.spi.config.ConfigException;
import io.cloudadapter.spi.config.ConfigSpec;
import io.cloudadapter.spi.config.ProviderConfig;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** The plainest cloud there can be: everything at once, nothing ever fails. */
public final class ImmediateCloud implements MachineProviderFactory {
  private final Map<String, MachineSighting> machines = new TreeMap<>();
  private final Map<String, List<MachineSighting>> byKey = new TreeMap<>();

  volatile boolean closed;
  volatile boolean picky;
  volatile boolean clumsy;
  public volatile List<HookChannel> channels = List.of();

  /** A launch that has arrived, with the user data in its request. */
  record Arrived(LaunchKey key, int count, String userData) {}

  final List<Arrived> arrived = new CopyOnWriteArrayList<>();

  /** Has replies of launches be lost. */
  volatile boolean losesReplies;

  synchronized int running() {
    return machines.size();
  }

  @Override
  public String name() {
    return "plain";
  }

  @Override
  public ConfigSpec config() {
    return ConfigSpec.none();
  }

  @Override
  public MachineProvider open(ProviderConfig config, ProviderEnvironment environment) {
    if (picky) {
      throw new ConfigException(List.of(new ConfigError("mood", "must be better")));
    }
    return provider();
  }

  public MachineProvider provider() {
    return new Provider();
  }

  private final class Provider implements MachineProvider {
    @Override
    public List<HookChannel> channels() {
      return channels;
    }

    @Override
    public void close() {
      if (clumsy) {
        throw new IllegalStateException("cannot close");
      }
    }

    @Override
    public ProviderProfile profile() {
      return ProviderProfile.builder()
          .keySupport(LaunchKeySupport.token(Duration.ofDays(1)))
          .lateAcceptance(Duration.ZERO)
          .visibleWithin(Duration.ZERO)
          .goneWithin(Duration.ZERO)
          .build();
    }

    @Override
    public String identity(CallContext call) {
      if (closed) {
        throw CloudException.of(
                CloudException.Kind.UNAVAILABLE, CloudException.Effect.NONE, "closed for lunch")
            .build();
      }
      return "plain-account";
    }

    @Override
    public PreparedLaunch prepare(LaunchSpec spec, CallContext call) {
      String text = spec.pool() + " " + spec.incarnation() + " "
          + spec.userData().map(Secret::reveal).orElse("");
      return PreparedLaunch.of(text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public LaunchResult launch(PreparedLaunch request, LaunchKey key, int count, CallContext call) {
      String text = new String(request.bytes(), StandardCharsets.UTF_8);
      arrived.add(new Arrived(key, count, text.split(" ", 3)[2]));
      if (losesReplies) {
        throw CloudException.of(
                CloudException.Kind.TIMEOUT, CloudException.Effect.UNKNOWN, "no reply")
            .build();
      }
      synchronized (ImmediateCloud.this) {
        return LaunchResult.of(byKey.computeIfAbsent(key.value(), k -> make(request, key, count)));
      }
    }

    private List<MachineSighting> make(PreparedLaunch request, LaunchKey key, int count) {
      String[] parts = new String(request.bytes(), StandardCharsets.UTF_8).split(" ", -1);
      List<MachineSighting> made = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        MachineSighting machine = MachineSighting.of(
                new MachineId("m-" + key.value().substring(0, 8) + "-" + i), MachineState.RUNNING)
            .marks(new OwnershipMarks(
                new PoolName(parts[0]), new PoolIncarnation(parts[1]), Optional.of(key)))
            .build();
        machines.put(machine.id().value(), machine);
        made.add(machine);
      }
      return made;
    }

    @Override
    public ListResult list(
        ListQuery query, Consumer<? super MachineSighting> sink, CallContext call) {
      synchronized (ImmediateCloud.this) {
        machines.values().forEach(sink);
      }
      return ListResult.all();
    }

    @Override
    public void terminate(MachineId machine, CallContext call) {
      synchronized (ImmediateCloud.this) {
        machines.remove(machine.value());
      }
    }
  }
}

package com.example.birch;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.spi.CallContext;
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
import io.cloudadapter.spi.SpiVersion;
import io.cloudadapter.spi.config.ConfigSpec;
import io.cloudadapter.spi.config.ProviderConfig;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;

/** An adapter of another project, for a cloud in memory: the jars beside the tests are made of it. */
@SpiVersion(SpiVersion.CURRENT)
public final class BirchProviderFactory implements MachineProviderFactory {

  @Override
  public String name() {
    return "birch";
  }

  @Override
  public ConfigSpec config() {
    return ConfigSpec.none();
  }

  @Override
  public MachineProvider open(ProviderConfig config, ProviderEnvironment environment) {
    return new Birch();
  }

  private static final class Birch implements MachineProvider {
    private final Map<String, MachineSighting> machines = new ConcurrentSkipListMap<>();

    @Override
    public ProviderProfile profile() {
      return ProviderProfile.builder()
          .keySupport(LaunchKeySupport.token(Duration.ofDays(1)))
          .callTimeout(Duration.ofSeconds(10))
          .build();
    }

    @Override
    public String identity(CallContext call) {
      return "birch";
    }

    @Override
    public PreparedLaunch prepare(LaunchSpec spec, CallContext call) {
      String text = spec.pool().value() + " " + spec.incarnation().value();
      return PreparedLaunch.of(text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public LaunchResult launch(PreparedLaunch request, LaunchKey key, int count, CallContext call) {
      String[] owner = new String(request.bytes(), StandardCharsets.UTF_8).split(" ");
      OwnershipMarks marks = new OwnershipMarks(
          new PoolName(owner[0]), new PoolIncarnation(owner[1]), Optional.of(key));
      return LaunchResult.of(List.of(machines.computeIfAbsent(
          key.value(),
          id -> MachineSighting.of(new MachineId(id), MachineState.RUNNING).marks(marks).build())));
    }

    @Override
    public ListResult list(
        ListQuery query, Consumer<? super MachineSighting> sink, CallContext call) {
      machines.values().forEach(sink);
      return ListResult.all();
    }

    @Override
    public void terminate(MachineId machine, CallContext call) {
      machines.remove(machine.value());
    }
  }
}

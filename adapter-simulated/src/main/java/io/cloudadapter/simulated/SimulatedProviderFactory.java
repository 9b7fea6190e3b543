package io.cloudadapter.simulated;

import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.MachineProviderFactory;
import io.cloudadapter.spi.ProviderEnvironment;
import io.cloudadapter.spi.SpiVersion;
import io.cloudadapter.spi.config.ConfigError;
import io.cloudadapter.spi.config.ConfigException;
import io.cloudadapter.spi.config.ConfigKey;
import io.cloudadapter.spi.config.ConfigSpec;
import io.cloudadapter.spi.config.ProviderConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

/**
 * Opens simulated clouds from configuration: provider {@code simulated}. They use the environment's clock; if that is
 * a {@link SimulatedClock}, calls wait on it. With the key {@code file} the cloud is stored in that file, shared by
 * all accounts of this process that name it, and closed when the last of them is. Without the key it is stored in
 * {@code cloud-ACCOUNT} in the data directory; a program without a data directory has it in memory.
 * {@code feature(SimulatedCloud.class)} of the provider, or {@link SimulatedCloud#opened}, returns its console.
 */
@SpiVersion(SpiVersion.CURRENT)
public final class SimulatedProviderFactory implements MachineProviderFactory {
  private static final ConfigSpec CONFIG = ConfigSpec.builder()
      .optional(
          "file",
          ConfigKey.Type.TEXT,
          "The file that keeps the cloud; without, it is cloud-ACCOUNT in the data directory.")
      .optional(
          "seed",
          ConfigKey.Type.TEXT,
          "A whole number that decides all chance; without, each start differs.")
      .optional("zones", ConfigKey.Type.LIST, "a,b,c", "The zones.")
      .optional(
          "sizes",
          ConfigKey.Type.LIST,
          "small,medium,large",
          "The machine sizes, the usual one first.")
      .optional(
          "capacity",
          ConfigKey.Type.INTEGER,
          "1000",
          0,
          1e9,
          "Machines of one size in one zone, at most.")
      .optional(
          "quota", ConfigKey.Type.INTEGER, "1000", 0, 1e9, "Machines in the account, at most.")
      .optional("queueTime", ConfigKey.Type.DURATION, "0s", "How long machines are REQUESTED.")
      .optional(
          "launchOperations",
          ConfigKey.Type.BOOLEAN,
          "false",
          "Whether launches are operations that take queueTime, and fail without a row.")
      .optional(
          "machineResources",
          ConfigKey.Type.BOOLEAN,
          "false",
          "Whether machines need two disks and an address beside them, each made by a request.")
      .optional("bootTime", ConfigKey.Type.DURATION, "3s", "How long machines are PENDING.")
      .optional("endTime", ConfigKey.Type.DURATION, "2s", "How long machines are TERMINATING.")
      .optional(
          "shownAfterEnd",
          ConfigKey.Type.DURATION,
          "1m",
          "How long ended machines are still listed.")
      .optional(
          "latency",
          ConfigKey.Type.DURATION,
          "50ms",
          "What a request takes at most; at least a fifth of it.")
      .optional("listLag", ConfigKey.Type.DURATION, "1s", "How far lists lag behind at most.")
      .optional(
          "pageSize", ConfigKey.Type.INTEGER, "100", 1, 1e6, "Machines in one page of a list.")
      .choice(
          "keys",
          List.of("token", "name", "none", "target"),
          "How the cloud recognises launch keys: token, name or none; target: it sizes groups.")
      .timeAboveZero("keyLifetime", "1d", "For how long it remembers them; above 0.")
      .optional(
          "maxPerKey", ConfigKey.Type.INTEGER, "1", 1, 1e6, "Machines in one launch, at most.")
      .optional(
          "groupMax",
          ConfigKey.Type.INTEGER,
          "1000",
          1,
          1e6,
          "Machines in a group, at most, with keys target.")
      .timeAboveZero("callTimeout", "10s", "What a call takes at most; above 0.")
      .optional(
          "lateAcceptance",
          ConfigKey.Type.DURATION,
          "5s",
          "How late after a failed call it may take effect.")
      .optional(
          "rate.read",
          ConfigKey.Type.DECIMAL,
          "0",
          "Lists and look-ups a second; 0 is without limit.")
      .optional(
          "rate.launch", ConfigKey.Type.DECIMAL, "0", "Launches a second; 0 is without limit.")
      .optional(
          "rate.terminate",
          ConfigKey.Type.DECIMAL,
          "0",
          "Terminations a second; 0 is without limit.")
      .optional(
          "rate.mark",
          ConfigKey.Type.DECIMAL,
          "0",
          "Changes of marks a second; 0 is without limit.")
      .optional(
          "rate.act",
          ConfigKey.Type.DECIMAL,
          "0",
          "Actions of machines a second; 0 is without limit.")
      .optional(
          "burst",
          ConfigKey.Type.INTEGER,
          "20",
          1,
          1e6,
          "How many requests at once, where there is a rate.")
      .optional(
          "machineRate.launch",
          ConfigKey.Type.DECIMAL,
          "0",
          "Machines that launches make a second; 0 is without limit.")
      .optional(
          "machineRate.terminate",
          ConfigKey.Type.DECIMAL,
          "0",
          "Machines that terminations end a second; 0 is without limit.")
      .optional(
          "machineBurst",
          ConfigKey.Type.INTEGER,
          "1000",
          1,
          1e6,
          "How many machines at once, where there is a rate of machines; maxPerKey or more.")
      .optional(
          "adoption",
          ConfigKey.Type.BOOLEAN,
          "true",
          "Whether machines can be attached and detached.")
      .optional("relabel", ConfigKey.Type.BOOLEAN, "true", "Whether machines can be labelled.")
      .optional(
          "maxPerEnd",
          ConfigKey.Type.INTEGER,
          "100",
          1,
          CloudSettings.MOST_PER_END,
          "Machines that end by one request, at most; 1 if only one by one.")
      .optional(
          "actions",
          ConfigKey.Type.BOOLEAN,
          "true",
          "Whether machines can be rebooted, snapshot, stopped and started.")
      .optional(
          "traceable",
          ConfigKey.Type.BOOLEAN,
          "true",
          "Whether the cloud can find out what became of an action.")
      .optional("actionTime", ConfigKey.Type.DURATION, "0s", "How long an action takes.")
      .optional(
          "services",
          ConfigKey.Type.BOOLEAN,
          "true",
          "Whether it lists instances, zones and clusters, and has load balancers and routes.")
      .optional("region", ConfigKey.Type.TEXT, "simulated", "The region that all zones are in.")
      .optional("clusters", ConfigKey.Type.LIST, "simulated", "The clusters of the cloud.")
      .optional(
          "udp", ConfigKey.Type.BOOLEAN, "true", "Whether load balancers speak UDP beside TCP.")
      .optional(
          "deathsPerHour",
          ConfigKey.Type.DECIMAL,
          "0",
          "How often each machine ends without a request in an hour.")
      .optional(
          "stopsPerHour",
          ConfigKey.Type.DECIMAL,
          "0",
          "How often each machine stops without a request in an hour.")
      .build();

  /** A factory; does nothing yet. */
  public SimulatedProviderFactory() {}

  @Override
  public String name() {
    return "simulated";
  }

  @Override
  public ConfigSpec config() {
    return CONFIG;
  }

  @Override
  public List<String> zones(ProviderConfig config) {
    boolean placesByItself = config.text("keys").equals("target");
    return placesByItself ? List.of() : config.list("zones");
  }

  @Override
  public MachineProvider open(ProviderConfig config, ProviderEnvironment environment) {
    SimulatedCloudConfig read = SimulatedCloudConfig.read(config)
        .orKeptIn(environment
            .dataDirectory()
            .map(data -> data.resolve("cloud-" + environment.account())));
    SimulatedClock clock = clock(environment);
    Supplier<SimulatedCloud> maker = () -> {
      SimulatedCloud cloud = read.builder(
              read.seed().orElseGet(() -> environment.random().nextLong()), clock)
          .build();
      cloud.faults().perHour(CloudFault.MACHINE_DIES, config.decimal("deathsPerHour"));
      cloud.faults().perHour(CloudFault.MACHINE_STOPS, config.decimal("stopsPerHour"));
      return cloud;
    };
    if (read.file().isEmpty()) {
      SimulatedCloud cloud = maker.get();
      return cloud.provider(clock.waiting(), cloud::close);
    }
    Path file = read.file().get();
    SimulatedCloud cloud = OpenCloudFiles.take(file, maker);
    if (!cloud.settings().equals(read.builder(0, clock).settings())) {
      OpenCloudFiles.give(file);
      throw new ConfigException(List.of(
          new ConfigError("file", "is open in this process with other settings, was " + file)));
    }
    return cloud.provider(clock.waiting(), () -> OpenCloudFiles.give(file));
  }

  /** A program that runs on simulated time has its clouds on the same. */
  private static SimulatedClock clock(ProviderEnvironment environment) {
    return environment.clock() instanceof SimulatedClock simulated
        ? simulated
        : SimulatedClock.wall(environment.clock(), environment.ticker());
  }
}

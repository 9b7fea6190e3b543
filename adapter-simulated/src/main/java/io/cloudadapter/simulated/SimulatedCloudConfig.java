package io.cloudadapter.simulated;

import io.cloudadapter.spi.LaunchKeySupport;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.TokenBucket;
import io.cloudadapter.spi.config.ConfigError;
import io.cloudadapter.spi.config.ConfigException;
import io.cloudadapter.spi.config.ProviderConfig;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/** An account's configuration, understood. */
record SimulatedCloudConfig(ProviderConfig config, Optional<Path> file, Optional<Long> seed) {

  /**
   * Reads a configuration.
   *
   * @throws ConfigException with everything that is wrong with it
   */
  static SimulatedCloudConfig read(ProviderConfig config) {
    List<ConfigError> faults = new ArrayList<>();
    Optional<Path> file = Optional.empty();
    Optional<Long> seed = Optional.empty();
    try {
      file = config.has("file") ? Optional.of(Path.of(config.text("file"))) : file;
    } catch (InvalidPathException e) {
      faults.add(new ConfigError("file", "must be the path of a file, was " + config.text("file")));
    }
    try {
      seed = config.has("seed") ? Optional.of(Long.valueOf(config.text("seed"))) : seed;
    } catch (NumberFormatException e) {
      faults.add(new ConfigError("seed", "must be a whole number, was " + config.text("seed")));
    }
    names(config, "zones", faults);
    names(config, "sizes", faults);
    if (config.text("keys").equals("name") && config.integer("maxPerKey") > 1) {
      faults.add(new ConfigError(
          "maxPerKey", "must be 1 where keys are names, was " + config.integer("maxPerKey")));
    }
    if (config.flag("launchOperations") && config.duration("queueTime").isZero()) {
      faults.add(
          new ConfigError("queueTime", "must be above 0 where launches are operations, was 0s"));
    }
    if (config.flag("launchOperations") && config.text("keys").equals("target")) {
      faults.add(
          new ConfigError("launchOperations", "must be off where keys are target, was true"));
    }
    if (config.flag("machineResources") && config.text("keys").equals("target")) {
      faults.add(
          new ConfigError("machineResources", "must be off where keys are target, was true"));
    }
    if (config.decimal("machineRate.launch") > 0
        && config.integer("machineBurst") < config.integer("maxPerKey")) {
      faults.add(new ConfigError(
          "machineBurst", "must be maxPerKey or more, was " + config.integer("machineBurst")));
    }
    SimulatedCloudBuilder trial =
        SimulatedCloud.builder(0, SimulatedClock.startingAt(Instant.EPOCH));
    attempt("region", () -> trial.region(config.text("region")), faults);
    attempt("clusters", () -> trial.clusters(config.list("clusters")), faults);
    if (!faults.isEmpty()) {
      throw new ConfigException(faults);
    }
    return new SimulatedCloudConfig(config, file, seed);
  }

  private static void attempt(
      String key, Supplier<SimulatedCloudBuilder> setting, List<ConfigError> faults) {
    try {
      SimulatedCloudBuilder unused = setting.get();
    } catch (IllegalArgumentException e) {
      faults.add(new ConfigError(key, "is refused: " + e.getMessage()));
    }
  }

  private static void names(ProviderConfig config, String key, List<ConfigError> faults) {
    List<String> names = config.list(key);
    if (names.isEmpty() || new HashSet<>(names).size() < names.size()) {
      faults.add(new ConfigError(key, "must be one or more different names, was " + names));
    }
  }

  /** The same with a file where it names none. */
  SimulatedCloudConfig orKeptIn(Optional<Path> usual) {
    return new SimulatedCloudConfig(config, file.or(() -> usual), seed);
  }

  SimulatedCloudBuilder builder(long chosenSeed, SimulatedClock clock) {
    SimulatedCloudBuilder cloud = SimulatedCloud.builder(chosenSeed, clock)
        .zones(config.list("zones"))
        .sizes(config.list("sizes"))
        .capacity(config.integer("capacity"))
        .quota(config.integer("quota"))
        .queueTime(config.duration("queueTime"))
        .bootTime(config.duration("bootTime"))
        .endTime(config.duration("endTime"))
        .shownAfterEnd(config.duration("shownAfterEnd"))
        .latency(config.duration("latency").dividedBy(5), config.duration("latency"))
        .listLag(config.duration("listLag"))
        .pageSize(config.integer("pageSize"))
        .keys(keys())
        .maxPerKey(config.integer("maxPerKey"))
        .groupMax(config.integer("groupMax"))
        .callTimeout(config.duration("callTimeout"))
        .lateAcceptance(config.duration("lateAcceptance"))
        .adoption(config.flag("adoption"))
        .relabel(config.flag("relabel"))
        .maxPerEnd(config.integer("maxPerEnd"))
        .actions(config.flag("actions"))
        .traceable(config.flag("traceable"))
        .actionTime(config.duration("actionTime"))
        .services(config.flag("services"))
        .region(config.text("region"))
        .clusters(config.list("clusters"))
        .udp(config.flag("udp"))
        .launchOperations(config.flag("launchOperations"))
        .machineResources(config.flag("machineResources"));
    for (RequestKind verb : RequestKind.values()) {
      double rate = config.decimal("rate." + verb.name().toLowerCase(Locale.ROOT));
      if (rate > 0) {
        cloud.bucket(verb, new TokenBucket(config.integer("burst"), rate));
      }
    }
    for (RequestKind verb : List.of(RequestKind.LAUNCH, RequestKind.TERMINATE)) {
      double rate = config.decimal("machineRate." + verb.name().toLowerCase(Locale.ROOT));
      if (rate > 0) {
        cloud.machineBucket(verb, new TokenBucket(config.integer("machineBurst"), rate));
      }
    }
    file.ifPresent(cloud::file);
    return cloud;
  }

  private LaunchKeySupport keys() {
    Duration lifetime = config.duration("keyLifetime");
    return switch (config.text("keys")) {
      case "token" -> LaunchKeySupport.token(lifetime);
      case "name" -> LaunchKeySupport.name(lifetime);
      case "target" -> LaunchKeySupport.target();
      default -> LaunchKeySupport.none();
    };
  }
}

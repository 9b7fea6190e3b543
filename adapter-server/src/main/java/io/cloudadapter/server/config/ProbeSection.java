package io.cloudadapter.server.config;

import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.config.ProbeKind;
import io.cloudadapter.health.ProbeCommands;
import io.cloudadapter.server.config.ConfigSchema.Part;
import io.cloudadapter.spi.config.ConfigKey;
import io.cloudadapter.spi.config.ConfigSpec;
import io.cloudadapter.spi.config.ProviderConfig;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** Reads the section {@code healthCommands}: what health probes may run. No API changes it. */
final class ProbeSection {
  private static final String NAME = "healthCommands";

  static final Part COMMAND = new Part(
      "healthCommands.<name>",
      ConfigSpec.builder()
          .add(new ConfigKey(
              "run",
              ConfigKey.Type.LIST,
              true,
              Optional.empty(),
              List.of(),
              0,
              0,
              "The program and its arguments; the machine's address follows as the last one. Exit code 0 is well, 3 "
                  + "cannot tell, any other is not well."))
          .build(),
      Map.of());

  private final ConfigErrors faults;

  ProbeSection(ConfigErrors faults) {
    this.faults = faults;
  }

  /** Reads the commands, and refuses pools that name another one. */
  ProbeCommands read(YamlNode.Mapping root, List<PoolConfig> pools) {
    Map<String, List<String>> commands = new LinkedHashMap<>();
    YamlMappings.named(NAME, root.entries().get(NAME), faults).forEach((name, mapping) -> {
      ProviderConfig values = ConfigSection.read(
              NAME + "." + name, mapping, COMMAND.spec(), COMMAND.asideNames(), faults)
          .values();
      if (values.has("run")) {
        commands.put(name, values.list("run"));
      }
    });
    ProbeCommands read = new ProbeCommands(commands);
    pools.forEach(pool -> check(pool, read, root.line()));
    return read;
  }

  /** Refuses a pool whose probe names a command that there is not. */
  void check(PoolConfig pool, ProbeCommands commands, int line) {
    Optional<String> command = pool.health().probe().command();
    boolean lacks = pool.health().probe().kind() == ProbeKind.COMMAND
        && command.filter(name -> !commands.names().contains(name)).isPresent();
    if (lacks) {
      faults.add(
          "pools." + pool.name() + ".health.command",
          "must be a command of healthCommands in the server's file, was " + command.get()
              + (commands.names().isEmpty()
                  ? "; there are none"
                  : "; there are " + String.join(", ", new TreeSet<>(commands.names()))),
          line);
    }
  }
}

package io.cloudadapter.server.config;

import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.config.ProbeConfig;
import io.cloudadapter.core.config.ProbeKind;
import io.cloudadapter.core.config.ProbeMethod;
import io.cloudadapter.health.ProbeCommands;
import io.cloudadapter.health.ProbeHosts;
import io.cloudadapter.health.ResponsePatterns;
import io.cloudadapter.server.config.ConfigSchema.Part;
import io.cloudadapter.spi.config.ConfigKey;
import io.cloudadapter.spi.config.ConfigSpec;
import io.cloudadapter.spi.config.ProviderConfig;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** Reads what health probes may run and reach: {@code healthCommands} and {@code healthHosts}. No API changes it. */
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

  /** What probes may run and reach. */
  record Read(ProbeCommands commands, ProbeHosts hosts) {}

  private final ConfigErrors faults;

  ProbeSection(ConfigErrors faults) {
    this.faults = faults;
  }

  /** Reads both, and refuses pools that name another command or host. */
  Read read(YamlNode.Mapping root, ProviderConfig top, List<PoolConfig> pools) {
    Map<String, List<String>> commands = new LinkedHashMap<>();
    YamlMappings.named(NAME, root.entries().get(NAME), faults).forEach((name, mapping) -> {
      ProviderConfig values = ConfigSection.read(
              NAME + "." + name, mapping, COMMAND.spec(), COMMAND.asideNames(), faults)
          .values();
      if (values.has("run")) {
        commands.put(name, values.list("run"));
      }
    });
    Read read = new Read(new ProbeCommands(commands), hosts(root, top));
    pools.forEach(pool -> check(pool, read, root.line()));
    return read;
  }

  private ProbeHosts hosts(YamlNode.Mapping root, ProviderConfig top) {
    if (!top.has("healthHosts")) {
      return ProbeHosts.none();
    }
    try {
      return new ProbeHosts(new TreeSet<>(top.list("healthHosts")));
    } catch (IllegalArgumentException e) {
      faults.add("healthHosts", String.valueOf(e.getMessage()), root.line());
      return ProbeHosts.none();
    }
  }

  /** Refuses a pool whose probe names a command or a host that there is not. */
  void check(PoolConfig pool, Read known, int line) {
    ProbeCommands commands = known.commands();
    checkReply(pool, known.hosts(), line);
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

  private void checkReply(PoolConfig pool, ProbeHosts hosts, int line) {
    ProbeConfig probe = pool.health().probe();
    String at = "pools." + pool.name() + ".health.";
    probe
        .host()
        .filter(host -> !hosts.allows(host, probe.portOrUsual()))
        .ifPresent(host -> faults.add(
            at + "host",
            "must be one of healthHosts in the server's file, was " + host + " with port "
                + probe.portOrUsual() + "; " + hosts.shown(),
            line));
    probe
        .response()
        .flatMap(ResponsePatterns::fault)
        .ifPresent(fault -> faults.add(
            at + "response",
            "must be a regular expression of RE2, was " + probe.response().get() + ": " + fault,
            line));
    if (probe.response().isPresent() && probe.method() == ProbeMethod.HEAD) {
      faults.add(
          at + "method", "must be get with health.response, as replies to head have no body", line);
    }
  }
}

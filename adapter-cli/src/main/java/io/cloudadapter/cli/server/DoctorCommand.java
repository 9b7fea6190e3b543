package io.cloudadapter.cli.server;

import io.cloudadapter.api.TimeSpan;
import io.cloudadapter.cli.terminal.ErrorReporter;
import io.cloudadapter.cli.terminal.PrintableText;
import io.cloudadapter.cli.terminal.Terminal;
import io.cloudadapter.core.SharedStoreCheck;
import io.cloudadapter.kubernetes.ClusterCheck;
import io.cloudadapter.server.config.AdapterConfig;
import io.cloudadapter.server.config.PartialConfig;
import io.cloudadapter.server.config.StoreConfig;
import io.cloudadapter.spi.Ticker;
import io.cloudadapter.spi.config.ConfigError;
import io.cloudadapter.spi.config.ConfigException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Says what is wrong before anything starts. */
@Command(
    name = "doctor",
    sortOptions = false,
    description = "Checks a configuration, its files and its data directory. Reports everything "
        + "for which serve would refuse them, and other likely problems. Starts and "
        + "changes nothing, and contacts clouds and clusters only with --ask.")
public final class DoctorCommand implements Callable<Integer> {
  private static final Duration SHORT = Duration.ofSeconds(5);

  private final Terminal terminal;

  @Mixin
  private ServeOptions options = new ServeOptions();

  @Option(
      names = "--ask",
      description =
          "Also asks the clouds whether what the pools name exists, and whether the quotas "
              + "have room for all pools at maxSize; and the clusters of Kubernetes to which "
              + "hooks lead, whether they answer and allow what the hooks need.")
  private boolean ask;

  public DoctorCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    DoctorReport findings = new DoctorReport();
    try {
      look(options.draft(terminal.environment()), findings);
    } catch (ConfigException e) {
      e.faults().forEach(findings::fault);
    }
    findings.lines().forEach(line -> terminal.out().println(PrintableText.line(line)));
    if (findings.anyFault()) {
      terminal.out().println("see    " + StartErrors.hint(findings.faults()));
    }
    return findings.anyFault() ? ErrorReporter.code(findings.faults()) : 0;
  }

  private void look(PartialConfig draft, DoctorReport findings) {
    AdapterConfig config = draft.config();
    ConfigCheck checkup = new ConfigCheck(draft);
    checkup.faults().forEach(findings::fault);
    checkup.doubts().forEach(findings::warn);
    if (draft.faults().isEmpty()) {
      String source = options.file().map(file -> file + ": ").orElse("the demo: ");
      findings.ok(source + count(config.pools().size(), "pool") + " in "
          + count(config.accounts().size(), "account"));
    }
    if (ask && !findings.anyFault()) {
      ask(config, findings);
    }
    new ScheduleChecks(findings, terminal.clock().instant()).check(config);
    new WarmPoolChecks(findings).check(config);
    new FileChecks(findings, terminal.clock().instant()).check(config);
    new HostChecks(findings, terminal.clock().instant()).check(config);
    if (!findings.blames("store") && !findings.blames("etcd")) {
      config.store().ifPresent(store -> store(store, findings));
    }
  }

  /** Asks the servers of the store, which takes seconds if they do not answer. */
  private static void store(StoreConfig store, DoctorReport findings) {
    try {
      SharedStoreCheck found = SharedStoreCheck.of(store.address());
      found.well().forEach(what -> findings.ok("store: " + what));
      found.warnings().forEach(what -> findings.warn("store: " + what));
      found.fault().ifPresent(what -> findings.fault(new ConfigError("store", what)));
    } catch (ConfigException e) {
      e.faults().forEach(findings::fault);
    }
    if (store.lease().compareTo(SHORT) < 0) {
      findings.warn("etcd.lease: " + TimeSpan.text(store.lease())
          + " is short: a server under load loses its lead for no reason; 5s or more is safer");
    }
  }

  private void ask(AdapterConfig config, DoctorReport findings) {
    askClouds(config, findings);
    // A wall clock that jumps costs the check a request, and nothing else.
    Instant began = terminal.clock().instant();
    Ticker ticker = () -> Duration.between(began, terminal.clock().instant()).toNanos();
    for (ClusterCheck.Finding finding : new ClusterCheck(ticker).of(config.pools())) {
      if (finding.isOk()) {
        findings.ok(finding.toString());
      } else {
        findings.warn(finding.toString());
      }
    }
  }

  private static void askClouds(AdapterConfig config, DoctorReport findings) {
    List<ConfigError> doubts = ConfigCheck.pools(config).checkClouds();
    doubts.forEach(findings::warn);
    if (doubts.isEmpty()) {
      findings.ok("clouds: their sizes and quotas suffice for the pools");
    }
  }

  private static String count(int number, String word) {
    return number + " " + word + (number == 1 ? "" : "s");
  }
}

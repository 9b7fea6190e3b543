package io.cloudadapter.cli;

import io.cloudadapter.core.CloudAdapter;
import io.cloudadapter.server.config.AdapterConfig;
import io.cloudadapter.spi.ConfigException;
import io.cloudadapter.spi.ConfigFault;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Says what is wrong before anything starts. */
@Command(
    name = "doctor",
    sortOptions = false,
    description = "Says everything that is wrong with a configuration, its files, its port and its"
        + " data directory. Starts and changes nothing.")
final class DoctorCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin
  private ServeOptions options = new ServeOptions();

  DoctorCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    Findings findings = new Findings();
    try {
      AdapterConfig config = options.read(terminal.environment());
      configuration(config, findings);
      new FileChecks(findings, terminal.clock().instant()).check(config);
      new PlaceChecks(findings, terminal.clock().instant()).check(config);
    } catch (ConfigException e) {
      e.faults().forEach(fault -> findings.fault(fault.toString()));
    }
    findings.lines().forEach(line -> terminal.out().println(Printable.line(line)));
    return findings.anyFault() ? Complaints.FAILED : 0;
  }

  private void configuration(AdapterConfig config, Findings findings) {
    CloudAdapter.Builder builder = CloudAdapter.builder();
    config.accounts().forEach(builder::account);
    config.pools().forEach(builder::pool);
    List<ConfigFault> faults = builder.check();
    faults.forEach(fault -> findings.fault(fault.toString()));
    if (faults.isEmpty()) {
      String source = options.file().map(file -> file + ": ").orElse("the demo: ");
      findings.ok(source + count(config.pools().size(), "pool") + " in "
          + count(config.accounts().size(), "account"));
    }
  }

  private static String count(int number, String word) {
    return number + " " + word + (number == 1 ? "" : "s");
  }
}

package io.cloudadapter.cli.simulate;

import io.cloudadapter.cli.server.ServeOptions;
import io.cloudadapter.cli.server.SimulatedAccounts;
import io.cloudadapter.cli.terminal.ErrorReporter;
import io.cloudadapter.cli.terminal.JsonOutput;
import io.cloudadapter.cli.terminal.OfflineCommand;
import io.cloudadapter.cli.terminal.ProgramName;
import io.cloudadapter.cli.terminal.Terminal;
import io.cloudadapter.cli.terminal.TextFile;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.server.config.AdapterConfig;
import io.cloudadapter.simulation.LoadProfile;
import io.cloudadapter.simulation.PoolSimulation;
import io.cloudadapter.simulation.Simulation;
import io.cloudadapter.simulation.SimulationReport;
import io.cloudadapter.simulation.fault.FaultCount;
import io.cloudadapter.simulation.fault.FaultKind;
import io.cloudadapter.simulation.fault.FaultProfile;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.MachineProviderFactory;
import io.cloudadapter.spi.ProviderEnvironment;
import io.cloudadapter.spi.ProviderProfile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lives through days of a pool in a moment. */
@Command(
    name = "simulate",
    sortOptions = false,
    description = {
      "Simulates a configured pool under load and faults in virtual time, and writes a "
          + "page with plots. Needs no server and no cloud.",
      "Exit code 1 if an invariant was broken, 2 if nothing could be simulated."
    })
public final class SimulateCommand extends OfflineCommand {
  private static final int DAYS = 366;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description =
          "The configuration, see docs/reference/configuration.md. Default: the demo pool.")
  private @Nullable Path config;

  @Option(
      names = "--pool",
      paramLabel = "NAME",
      description = "The pool. Default: the configuration's default pool.")
  private @Nullable String pool;

  @Option(
      names = "--load",
      paramLabel = "FILE|PATTERN",
      defaultValue = "day",
      description =
          "The load: FILE.csv with the header time,size, or one of day, spike, ramp, flat, "
              + "saw, up to the pool's maxSize. Default: day.")
  private String load = "day";

  @Option(
      names = "--days",
      paramLabel = "N",
      defaultValue = "1",
      description = "The number of days, 1 to 366. Default: 1.")
  private int days = 1;

  @Option(
      names = "--climate",
      paramLabel = "CLIMATE",
      defaultValue = "rough",
      description = "The fault level: fair (none), breezy, rough or storm. Default: rough.")
  private FaultProfile climate = FaultProfile.ROUGH;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "The random seed. The same seed gives the same simulation.")
  private long seed = 1;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      defaultValue = "simulation.html",
      description = "The file for the page. Default: simulation.html.")
  private Path out = Path.of("simulation.html");

  public SimulateCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public int run() throws IOException {
    return prepared(this::trial).run();
  }

  /** A simulation that is ready to run. */
  private interface Trial {
    int run() throws IOException;
  }

  private Trial trial() throws IOException {
    if (days < 1 || days > DAYS) {
      throw new IllegalArgumentException("--days must be 1 to " + DAYS + ", was " + days);
    }
    if (Files.isDirectory(out)) { // It is written at the end, which is minutes away.
      throw new IllegalArgumentException("--out must be a file, was the directory " + out);
    }
    AdapterConfig read = ServeOptions.draft(config, terminal.environment()).whole();
    PoolConfig chosen = ServeOptions.pool(read, pool);
    Duration length = Duration.ofDays(days);
    PoolSimulation simulation = Simulation.of(chosen)
        .profile(profile(read, chosen))
        .load(load(chosen))
        .length(length)
        .climate(climate)
        .seed(seed)
        .sampleEvery(length.dividedBy(288));
    return () -> tell(chosen, simulation.run(), out);
  }

  private LoadProfile load(PoolConfig chosen) throws IOException {
    if (LoadProfile.patterns().contains(load)) {
      return LoadProfile.named(load, chosen.maxSize());
    }
    if (!load.contains(".") && !load.contains("/")) {
      // Not a file by its looks; the complaint names the patterns.
      return LoadProfile.named(load, chosen.maxSize());
    }
    LoadProfile read = table(Path.of(load));
    if (read.most() > chosen.maxSize()) {
      throw new IllegalArgumentException(load + ": sizes must be at most " + chosen.maxSize()
          + ", the maxSize of pool " + chosen.name() + ", was " + read.most());
    }
    return read;
  }

  private static LoadProfile table(Path file) throws IOException {
    String text = TextFile.read(file);
    try {
      return LoadProfile.csv(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
    }
  }

  /** What the pool's adapter declares; to open one needs no network. */
  private ProviderProfile profile(AdapterConfig read, PoolConfig chosen) {
    AccountConfig account = read.accounts().stream()
        .filter(candidate -> candidate.name().equals(chosen.account()))
        .findFirst()
        .orElseThrow();
    MachineProviderFactory factory = ServeOptions.adapters().stream()
        .filter(candidate -> candidate.name().equals(account.provider()))
        .findFirst()
        .orElseThrow();
    Map<String, String> values = new TreeMap<>(account.config());
    if (account.provider().equals(SimulatedAccounts.PROVIDER)) {
      // A server may have its file open, and nothing of it is needed here.
      values.remove("file");
    }
    try (MachineProvider provider = factory.open(
        factory.config().parse(values),
        new ProviderEnvironment(
            account.name(), terminal.clock(), () -> 0, new SplittableRandom(seed)))) {
      return provider.profile();
    }
  }

  /** Prints what came of it, and writes the page. */
  public int tell(PoolConfig chosen, SimulationReport report, Path page) throws IOException {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("pool", chosen.name().value() + ", maxSize " + chosen.maxSize());
    settings.put("load", load);
    settings.put("days", String.valueOf(days));
    settings.put("climate", climate.name().toLowerCase(Locale.ROOT));
    settings.put("seed", String.valueOf(report.seed()));
    settings.put("again", again(chosen, report.seed()));
    Path parent = page.toAbsolutePath().getParent();
    if (parent != null) {
      Files.createDirectories(parent);
    }
    Files.writeString(page, new SimulationPage(settings, Duration.ofDays(days), report).html());
    if (structured()) {
      show(fields(chosen, report, page));
    } else {
      lines(chosen, report);
      print("plots: " + page);
    }
    return report.violation().isEmpty() ? 0 : ErrorReporter.FAILED;
  }

  private String again(PoolConfig chosen, long used) {
    return ProgramName.text() + " simulate"
        + (config == null ? "" : " --config " + config + " --pool " + chosen.name())
        + " --load " + load + " --days " + days + " --climate "
        + climate.name().toLowerCase(Locale.ROOT) + " --seed " + used;
  }

  private void lines(PoolConfig chosen, SimulationReport report) {
    print("pool " + chosen.name() + ", " + days + (days == 1 ? " day" : " days") + ", load " + load
        + ", climate " + climate.name().toLowerCase(Locale.ROOT) + ", seed " + report.seed() + ": "
        + (report.violation().isEmpty() ? "every rule held" : "A RULE WAS BROKEN"));
    SimulationTotals.of(report)
        .forEach((name, value) -> print("  %-14s %s".formatted(name, value)));
    report.violation().ifPresent(violation -> {
      violation.lines().forEach(this::print);
      report.story().lines().forEach(line -> print("  " + line));
      print("again: " + again(chosen, report.seed()));
    });
  }

  private Map<String, Object> fields(PoolConfig chosen, SimulationReport report, Path page) {
    Map<String, Object> fields = JsonOutput.fields(
        "pool", chosen.name().value(),
        "seed", report.seed(),
        "days", days,
        "climate", climate.name().toLowerCase(Locale.ROOT),
        "load", load,
        "held", report.violation().isEmpty(),
        "machineHours", Math.round(report.hours() * 10) / 10.0,
        "launches", report.launches(),
        "terminations", report.terminations(),
        "crashes", report.crashes());
    Map<String, Object> faults = new TreeMap<>();
    for (Map.Entry<FaultKind, FaultCount> entry : report.faults().entrySet()) {
      if (entry.getValue().strikes() > 0) {
        faults.put(entry.getKey().name(), entry.getValue().strikes());
      }
    }
    fields.put("faults", faults);
    fields.put("loadRefusedAtMost", SimulationTotals.beyond(report.samples()));
    fields.put(
        "loadRefusedSamples",
        report.samples().stream().filter(sample -> sample.refused() > 0).count());
    fields.put("samples", report.samples().size());
    report.violation().ifPresent(violation -> fields.put("violation", violation));
    if (!report.story().isEmpty()) {
      fields.put("story", report.story().lines().toList());
    }
    fields.put("page", page.toString());
    return fields;
  }
}

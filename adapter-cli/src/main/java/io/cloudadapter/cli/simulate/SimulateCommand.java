package io.cloudadapter.cli.simulate;

import io.cloudadapter.api.TimeSpan;
import io.cloudadapter.api.refresh.RefreshRequest;
import io.cloudadapter.cli.page.PageFile;
import io.cloudadapter.cli.server.ServeOptions;
import io.cloudadapter.cli.server.SimulatedAccounts;
import io.cloudadapter.cli.terminal.ErrorReporter;
import io.cloudadapter.cli.terminal.JsonOutput;
import io.cloudadapter.cli.terminal.OfflineCommand;
import io.cloudadapter.cli.terminal.ProgramName;
import io.cloudadapter.cli.terminal.RefreshOptions;
import io.cloudadapter.cli.terminal.Terminal;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.config.WarmConfig;
import io.cloudadapter.server.config.AdapterConfig;
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
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

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

  /** What a shell takes as it is. */
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_%+=:,./@-]+");

  /** Options that the command to repeat a simulation has anyway, and those that it does not need. */
  private static final Set<String> FIRST = Set.of(
      "--config",
      "--pool",
      "--load",
      "--days",
      "--climate",
      "--seed",
      "--out",
      "--output",
      "--json");

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

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "A setting of the pool that differs from the configuration, such as "
          + "disruption.maxUnavailable=10%%; repeatable.")
  private List<String> set = List.of();

  @Option(
      names = "--new-image",
      paramLabel = "TIME",
      description =
          "When the pool gets another image, such as 2h; drift: automatic refreshes it then.")
  private @Nullable Duration newImage;

  @Option(
      names = "--refresh",
      paramLabel = "TIME",
      description = "When the pool gets another image and a refresh to it is started, such as 2h. "
          + "The options below are its settings.")
  private @Nullable Duration refresh;

  @Mixin
  private RefreshOptions refreshOptions = new RefreshOptions();

  @Spec
  private CommandSpec spec = CommandSpec.create();

  private @Nullable SimulatedRefreshes refreshes;
  private @Nullable WarmComparison comparison;

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
    PageFile.check(out);
    AdapterConfig read = ServeOptions.draft(config, terminal.environment()).whole();
    PoolConfig chosen = ChangedSettings.of(ServeOptions.pool(read, pool), set);
    Duration length = Duration.ofDays(days);
    PoolSimulation simulation = simulation(read, chosen, length);
    refreshes = follow(simulation, chosen, length).orElse(null);
    if (chosen.warm().enabled()) {
      PoolConfig cold = chosen.toBuilder().warm(WarmConfig.none()).build();
      PoolSimulation coldDays = simulation(read, cold, length);
      follow(coldDays, cold, length);
      comparison = new WarmComparison(simulation, coldDays);
    }
    return () -> tell(chosen, simulation.run(), out);
  }

  private PoolSimulation simulation(AdapterConfig read, PoolConfig chosen, Duration length)
      throws IOException {
    return Simulation.of(chosen)
        .profile(profile(read, chosen))
        .load(LoadOption.of(load, chosen))
        .length(length)
        .climate(climate)
        .seed(seed)
        .sampleEvery(length.dividedBy(288));
  }

  /** Has refreshes started and noted, if there may be any. */
  private Optional<SimulatedRefreshes> follow(
      PoolSimulation simulation, PoolConfig chosen, Duration length) {
    RefreshRequest request = refreshOptions.request();
    if (refresh == null && !request.equals(RefreshRequest.defaults())) {
      throw new IllegalArgumentException("--refresh must be given with settings of a refresh");
    }
    image("--new-image", newImage, length, simulation);
    image("--refresh", refresh, length, simulation);
    if (refresh != null || newImage != null || chosen.automaticRefresh().any()) {
      SimulatedRefreshes noted = new SimulatedRefreshes(Optional.ofNullable(refresh), request);
      simulation.every(SimulatedRefreshes.EVERY, noted);
      return Optional.of(noted);
    }
    return Optional.empty();
  }

  private static void image(
      String option, @Nullable Duration at, Duration length, PoolSimulation simulation) {
    if (at == null) {
      return;
    }
    if (at.isNegative() || at.isZero() || at.compareTo(length) >= 0) {
      throw new IllegalArgumentException(option + " must be above 0s and below "
          + TimeSpan.text(length) + ", was " + TimeSpan.text(at));
    }
    String image = "simulated-at-" + TimeSpan.text(at);
    simulation.deploy(
        at,
        before -> before.toBuilder()
            .launch(before.launch().toBuilder().image(image).build())
            .build());
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
    PageFile.write(page, new SimulationPage(settings, Duration.ofDays(days), report).html());
    if (structured()) {
      show(fields(chosen, report, page));
    } else {
      lines(chosen, report);
      print("plots: " + page);
    }
    if (report.violation().isPresent()) {
      return ErrorReporter.FAILED;
    }
    return noted().refusal().isPresent() ? ErrorReporter.MISUNDERSTOOD : 0;
  }

  private String again(PoolConfig chosen, long used) {
    return ProgramName.text() + " simulate"
        + (config == null ? "" : " --config " + config + " --pool " + chosen.name())
        + " --load " + load + " --days " + days + " --climate "
        + climate.name().toLowerCase(Locale.ROOT) + " --seed " + used + ofRefreshes();
  }

  /** The options about settings and refreshes as they were given. */
  private String ofRefreshes() {
    StringBuilder text = new StringBuilder();
    if (spec.commandLine() != null && spec.commandLine().getParseResult() != null) {
      for (OptionSpec option : spec.commandLine().getParseResult().matchedOptions()) {
        if (!FIRST.contains(option.longestName())) {
          option
              .originalStringValues()
              .forEach(value -> text.append(' ')
                  .append(option.longestName())
                  .append(option.arity().max() == 0 ? "" : " " + quoted(value)));
        }
      }
    }
    return text.toString();
  }

  /** A value as a POSIX shell takes it. */
  private static String quoted(String value) {
    return PLAIN.matcher(value).matches() ? value : "'" + value.replace("'", "'\\''") + "'";
  }

  private void lines(PoolConfig chosen, SimulationReport report) {
    print("pool " + chosen.name() + ", " + days + (days == 1 ? " day" : " days") + ", load " + load
        + ", climate " + climate.name().toLowerCase(Locale.ROOT) + ", seed " + report.seed() + ": "
        + (report.violation().isEmpty() ? "every rule held" : "A RULE WAS BROKEN"));
    SimulationTotals.of(report)
        .forEach((name, value) -> print("  %-14s %s".formatted(name, value)));
    WarmComparison compared = comparison;
    if (compared != null) {
      compared.lines(report).forEach((name, value) -> print("  %-14s %s".formatted(name, value)));
    }
    noted().lines().forEach(line -> print("  %-14s %s".formatted("refresh", line)));
    noted().refusal().ifPresent(why -> print("  %-14s %s".formatted("refresh", "refused: " + why)));
    report.violation().ifPresent(violation -> {
      violation.lines().forEach(this::print);
      report.story().lines().forEach(line -> print("  " + line));
      print("again: " + again(chosen, report.seed()));
    });
  }

  /** The refreshes that were seen; none if there could be none. */
  private SimulatedRefreshes noted() {
    SimulatedRefreshes found = refreshes;
    return found == null
        ? new SimulatedRefreshes(Optional.empty(), RefreshRequest.defaults())
        : found;
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
    WarmComparison compared = comparison;
    if (compared != null) {
      fields.put("warmPool", compared.fields(report));
    }
    if (refreshes != null) {
      fields.put("refreshes", noted().fields());
      noted().refusal().ifPresent(why -> fields.put("refreshRefused", why));
    }
    report.violation().ifPresent(violation -> fields.put("violation", violation));
    if (!report.story().isEmpty()) {
      fields.put("story", report.story().lines().toList());
    }
    fields.put("page", page.toString());
    return fields;
  }
}

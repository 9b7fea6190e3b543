package io.cloudadapter.cli.server;

import io.cloudadapter.cli.terminal.HintedException;
import io.cloudadapter.cli.terminal.Terminal;
import io.cloudadapter.core.exception.StoreException;
import io.cloudadapter.core.exception.StoreInUseException;
import io.cloudadapter.server.config.AdapterConfig;
import io.cloudadapter.server.config.PartialConfig;
import io.cloudadapter.spi.DurableFile;
import io.cloudadapter.spi.config.ConfigException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Runs a server until it is stopped. */
@Command(
    name = "serve",
    sortOptions = false,
    description = {
      "Keeps pools and serves them over HTTPS until Ctrl-C or SIGTERM.",
      "The log is in the data directory, adapter.log, unless --log-to is console, or",
      "ADAPTER_LOG_CONFIG names a logback configuration of your own."
    })
public final class ServeCommand implements Callable<Integer> {
  private static final String LOGGER = "io.cloudadapter.cli.server.ServeCommand";

  private final Terminal terminal;

  @Mixin
  private ServeOptions options = new ServeOptions();

  @Mixin
  private LogOptions log = new LogOptions();

  public ServeCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws Exception {
    PemLibrary.loadBeside();
    PartialConfig draft = options.draft(terminal.environment());
    // Checking opens the library, and with it come its loggers.
    Path file = LogConfig.in(draft.config().data());
    boolean logged = Files.exists(file);
    LogConfig.log(
        draft.config().data(),
        log.target(),
        log.format(),
        terminal.environment(),
        terminal.clock());
    RunningServer serving;
    try {
      ConfigWarnings warnings = new ConfigWarnings(
          warning -> LoggerFactory.getLogger(LOGGER).warn("configuration: {}", warning));
      AdapterConfig config = passed(draft, warnings);
      DurableFile.createDirectories(config.data(), DurableFile.Access.OWNER);
      serving = start(
          config,
          options
              .file()
              .map(path -> new ConfigFile(
                  path,
                  () -> passed(options.draft(terminal.environment()), warnings),
                  terminal.clock())));
    } catch (IOException | RuntimeException e) {
      if (!logged && Files.isRegularFile(file)) {
        // Why it was refused is said on stderr.
        Files.deleteIfExists(file);
      }
      if (e instanceof ConfigException refused) {
        throw new HintedException(refused, StartErrors.hint(refused.faults()));
      }
      if (e instanceof StoreException refused) {
        throw new HintedException(refused, StartErrors.hint(List.of()));
      }
      throw e;
    }
    CountDownLatch stopped = new CountDownLatch(1);
    Thread stop = new Thread(
        () -> {
          serving.close();
          stopped.countDown();
        },
        "stop");
    Runtime.getRuntime().addShutdownHook(stop);
    // A stop that was asked for is no failure; without this the JVM ends with 143.
    SignalHandlers.on("TERM", () -> System.exit(0));
    SignalHandlers.on(
        "HUP",
        () -> serving
            .reloads()
            .ifPresentOrElse(
                ConfigAutoReload::reload,
                () -> LoggerFactory.getLogger(LOGGER)
                    .info("SIGHUP is ignored: this server has no configuration file")));
    if (log.target() == LogConfig.Target.CONSOLE) {
      // A reader of the log reads it line by line.
      LoggerFactory.getLogger(LOGGER).info("ready at {}", serving.server().uri());
    } else {
      announce(serving);
    }
    SystemdNotification.ready(
        terminal.environment(), "ready at " + serving.server().uri());
    // The process ends by a signal, which runs the hook.
    stopped.await();
    return 0;
  }

  /** The configuration if nothing is wrong with it; its warnings go on. */
  private static AdapterConfig passed(PartialConfig draft, ConfigWarnings warnings) {
    AdapterConfig config = new ConfigCheck(draft).passed();
    warnings.found(draft.doubts());
    return config;
  }

  private static RunningServer start(AdapterConfig config, Optional<ConfigFile> file)
      throws IOException {
    try {
      return RunningServer.start(config, file);
    } catch (StoreInUseException e) {
      throw new IllegalArgumentException(
          "a server runs on data directory " + config.data() + " already"
              + ServerFile.read(config.data())
                  .map(other -> ", at " + other.url())
                  .orElse("")
              + "; stop it, or choose another directory with --data",
          e);
    }
  }

  /** Prints one line with the address, then what to try. */
  public void announce(RunningServer serving) {
    PrintWriter out = terminal.out();
    out.println("ready at " + serving.server().uri() + " with "
        + (serving.config().pools().size() == 1 ? "pool " : "default pool ")
        + serving.config().pools().get(0).name() + ", data in "
        + shown(serving.config().data()));
    serving
        .server()
        .plainCloudprovider()
        .ifPresent(uri -> out.println("for Kubernetes, without credentials, at " + uri));
    CurlHints.lines(serving).forEach(out::println);
    out.flush();
  }

  private static Path shown(Path path) {
    Path here = Path.of("").toAbsolutePath();
    Path full = path.toAbsolutePath().normalize();
    return full.startsWith(here) && !full.equals(here) ? here.relativize(full) : full;
  }
}

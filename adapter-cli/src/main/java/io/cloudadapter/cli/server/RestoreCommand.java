package io.cloudadapter.cli.server;

import io.cloudadapter.cli.terminal.ProgramName;
import io.cloudadapter.cli.terminal.Terminal;
import io.cloudadapter.core.LedgerRestore;
import io.cloudadapter.server.config.AdapterConfig;
import io.cloudadapter.server.config.StoreConfig;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes a ledger of a backup file, in the data directory or in a store that several servers share. */
@Command(
    name = "restore",
    sortOptions = false,
    description = {
      "Restores the ledger of all pools from a backup file, into the store of --store or the "
          + "configuration, or else into the data directory. No server may run on it.",
      "The data directory needs the ledger.key of the backup. The next start observes: each pool "
          + "launches and ends nothing until restore-accept."
    })
public final class RestoreCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Parameters(paramLabel = "FILE", description = "The backup.")
  private @Nullable Path file;

  @Mixin
  private ServeOptions options = new ServeOptions();

  @Option(names = "--replace", description = "Replace the ledger that is there.")
  private boolean replace;

  @Option(
      names = "--old-writer-stopped",
      description =
          "Confirm that no server runs on the old ledger any more, wherever it is: it would "
              + "keep the same machines.")
  private boolean stopped;

  public RestoreCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    AdapterConfig config = options.draft(terminal.environment()).whole();
    Path backup = Objects.requireNonNull(file, "file");
    LedgerRestore.Restored restored = new CommandAudit(config, terminal)
        .recorded(
            "restore",
            Map.of("backup", backup.toString()),
            begins -> restored(config, backup, begins),
            made -> Map.of("generation", made.generation()));
    terminal
        .out()
        .println("restored " + restored.entries() + " entries of revision " + restored.revision()
            + ", taken at " + restored.takenAt() + ", to " + restored.to() + ": generation "
            + restored.generation());
    terminal
        .out()
        .println("start the server; each pool waits for " + ProgramName.text()
            + " restore-accept, see " + ProgramName.text() + " restore-report");
    return 0;
  }

  private LedgerRestore.Restored restored(AdapterConfig config, Path backup, Runnable begins) {
    if (!stopped) {
      throw new IllegalArgumentException(
          "no server may run on the old ledger, wherever it is: it would keep the same machines;"
              + " stop it, and confirm that with --old-writer-stopped");
    }
    LedgerRestore restore = LedgerRestore.of(backup, config.data(), replace);
    begins.run();
    Optional<StoreConfig> store = config.store();
    return store.isPresent() ? restore.toStore(store.get().address()) : restore.toData();
  }
}

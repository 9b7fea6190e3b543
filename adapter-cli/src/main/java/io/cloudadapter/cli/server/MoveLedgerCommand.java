package io.cloudadapter.cli.server;

import io.cloudadapter.cli.terminal.Terminal;
import io.cloudadapter.core.LedgerMigration;
import io.cloudadapter.server.config.AdapterConfig;
import io.cloudadapter.server.config.StoreConfig;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Brings a ledger from the data directory to a store that several servers share, or back. */
@Command(
    name = "move-ledger",
    sortOptions = false,
    description = {
      "Moves the ledger from the data directory to the store, or back. No server may "
          + "run on it.",
      "The old ledger stays as a copy. The configuration decides which one the server " + "uses."
    })
public final class MoveLedgerCommand implements Callable<Integer> {
  /** Where a ledger is moved to. */
  enum Place {
    STORE,
    DATA
  }

  private final Terminal terminal;

  @Mixin
  private ServeOptions options = new ServeOptions();

  @Option(
      names = "--to",
      required = true,
      paramLabel = "WHERE",
      description = "store, or data: to the store of --store or the configuration, or back to the"
          + " data directory.")
  private @Nullable Place to;

  public MoveLedgerCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    AdapterConfig config = options.draft(terminal.environment()).whole();
    Place place = Objects.requireNonNull(to, "to");
    LedgerMigration.Moved moved = new CommandAudit(config, terminal)
        .recorded(
            "move-ledger",
            Map.of("to", place.name().toLowerCase(Locale.ROOT)),
            begins -> moved(config, place, begins),
            made -> Map.of());
    terminal
        .out()
        .println("moved " + moved.entries() + " entries at revision " + moved.revision() + " from "
            + moved.from() + " to " + moved.to());
    return 0;
  }

  private LedgerMigration.Moved moved(AdapterConfig config, Place place, Runnable begins) {
    StoreConfig store = config
        .store()
        .orElseThrow(() -> new IllegalArgumentException(
            "there is no store: give --store etcd://HOST:PORT,HOST:PORT/PREFIX, or configure one"));
    LedgerMigration move = new LedgerMigration(config.data(), store.address());
    begins.run();
    return place == Place.STORE ? move.toStore() : move.toData();
  }
}

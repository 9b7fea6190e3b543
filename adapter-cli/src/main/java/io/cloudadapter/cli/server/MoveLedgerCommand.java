package io.cloudadapter.cli.server;

import io.cloudadapter.cli.terminal.Terminal;
import io.cloudadapter.core.LedgerMigration;
import io.cloudadapter.server.config.AdapterConfig;
import io.cloudadapter.server.config.StoreConfig;
import java.util.Map;
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
  private final Terminal terminal;

  @Mixin
  private ServeOptions options = new ServeOptions();

  @Option(
      names = "--to",
      required = true,
      paramLabel = "WHERE",
      description = "store, or data: to the store of --store or the configuration, or back to the"
          + " data directory.")
  private @Nullable String to;

  public MoveLedgerCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    AdapterConfig config = options.draft(terminal.environment()).whole();
    LedgerMigration.Moved moved = new CommandAudit(config, terminal)
        .recorded(
            "move-ledger",
            Map.of("to", String.valueOf(to)),
            begins -> moved(config, begins),
            made -> Map.of());
    terminal
        .out()
        .println("moved " + moved.entries() + " entries at revision " + moved.revision() + " from "
            + moved.from() + " to " + moved.to());
    return 0;
  }

  private LedgerMigration.Moved moved(AdapterConfig config, Runnable begins) {
    StoreConfig store = config
        .store()
        .orElseThrow(() -> new IllegalArgumentException(
            "there is no store: give --store etcd://HOST:PORT,HOST:PORT/PREFIX, or configure one"));
    LedgerMigration move = new LedgerMigration(config.data(), store.address());
    return switch (String.valueOf(to)) {
      case "store" -> {
        begins.run();
        yield move.toStore();
      }
      case "data" -> {
        begins.run();
        yield move.toData();
      }
      default -> throw new IllegalArgumentException("--to must be store or data, was " + to);
    };
  }
}

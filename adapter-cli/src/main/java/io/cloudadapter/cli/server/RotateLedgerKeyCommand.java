package io.cloudadapter.cli.server;

import io.cloudadapter.cli.terminal.Terminal;
import io.cloudadapter.core.LedgerKeys;
import io.cloudadapter.server.config.AdapterConfig;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Makes the key that the next start encrypts the secrets in the ledger with. */
@Command(
    name = "rotate-ledger-key",
    sortOptions = false,
    description = {
      "Makes ledger.key.next in the data directory. A server may run on it. The next start encrypts "
          + "all secrets in the ledger under the new key, which then is ledger.key.",
      "The key before stays beside it as ledger.key.KEY-ID: backups from before need it. Run again, "
          + "the command changes nothing until that start."
    })
public final class RotateLedgerKeyCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin
  private ServeOptions options = new ServeOptions();

  public RotateLedgerKeyCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    AdapterConfig config = options.draft(terminal.environment()).whole();
    LedgerKeys keys = new CommandAudit(config, terminal)
        .recorded(
            "rotate-ledger-key",
            Map.of(),
            begins -> made(config.data(), begins),
            made ->
                Map.of("from", made.present().orElseThrow(), "to", made.next().orElseThrow()));
    terminal
        .out()
        .println("the ledger key is " + keys.present().orElseThrow() + "; the next one is "
            + keys.next().orElseThrow() + ", in " + config.data().resolve("ledger.key.next"));
    terminal
        .out()
        .println(
            config.store().isPresent()
                ? "copy that file to the data directory of each replica, and restart them one after"
                    + " another, the leader last"
                : "restart the server, which encrypts the secrets in the ledger under the next key");
    return 0;
  }

  private static LedgerKeys made(Path data, Runnable begins) {
    LedgerKeys.checkRotation(data);
    begins.run();
    return LedgerKeys.makeNext(data);
  }
}

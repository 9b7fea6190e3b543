package io.cloudadapter.cli.client;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.cloud.MachineSize;
import io.cloudadapter.api.cloud.Quota;
import io.cloudadapter.cli.terminal.Terminal;
import io.cloudadapter.cli.terminal.TextTable;
import io.cloudadapter.client.RemoteAccount;
import io.cloudadapter.client.message.AccountMessages;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Shows the machine sizes of the clouds of the server's accounts, and the quotas. */
public final class CatalogCommands {
  private CatalogCommands() {}

  /** A command about one account. */
  private abstract static class OfAccount extends ClientCommand {
    @Parameters(
        paramLabel = "ACCOUNT",
        arity = "0..1",
        description = "The account. Optional if the server has only one.")
    private @Nullable String account;

    OfAccount(Terminal terminal) {
      super(terminal);
    }

    final RemoteAccount account() {
      List<RemoteAccount> all = pools().accounts();
      String names = all.stream().map(RemoteAccount::name).collect(Collectors.joining(", "));
      if (account == null && all.size() != 1) {
        throw new PoolException(
            PoolException.Reason.INVALID, "name one of the accounts: " + names, "");
      }
      return all.stream()
          .filter(each -> account == null || each.name().equals(account))
          .findFirst()
          .orElseThrow(() -> new PoolException(
              PoolException.Reason.NOT_FOUND,
              "there is no account " + account,
              "there are " + names));
    }
  }

  /** Sizes. */
  @Command(name = "catalog", description = "Lists the machine sizes that a cloud offers.")
  public static final class Catalog extends OfAccount {
    public Catalog(Terminal terminal) {
      super(terminal);
    }

    @Override
    void run() {
      List<MachineSize> sizes = account().sizes();
      if (structured()) {
        show(sizes.stream().map(AccountMessages::size).toList());
        return;
      }
      TextTable table = new TextTable("SIZE", "CPUS", "MEMORY", "DISK", "GPUS", "ZONES");
      for (MachineSize size : sizes) {
        table.row(
            size.name(),
            Integer.toString(size.cpus()),
            size.memoryMiB() + " MiB",
            size.diskGiB() == 0 ? "-" : size.diskGiB() + " GiB",
            size.gpus().isPresent() ? Integer.toString(size.gpus().getAsInt()) : "-",
            size.zones().isEmpty() ? "-" : String.join(",", size.zones()));
      }
      print(table);
    }
  }

  /** Quotas. */
  @Command(name = "quota", description = "Shows the quotas of an account and their usage.")
  public static final class Quotas extends OfAccount {
    public Quotas(Terminal terminal) {
      super(terminal);
    }

    @Override
    void run() {
      List<Quota> quotas = account().quotas();
      if (structured()) {
        show(quotas.stream().map(AccountMessages::quota).toList());
        return;
      }
      TextTable table = new TextTable("QUOTA", "COUNTS", "USED", "LIMIT", "LEFT");
      for (Quota quota : quotas) {
        table.row(
            quota.name(),
            switch (quota.resource()) {
              case MACHINES -> "machines";
              case CPUS -> "processors";
              case MEMORY_MIB -> "MiB of memory";
            },
            Long.toString(quota.used()),
            switch (quota.bound()) {
              case LIMITED -> Long.toString(quota.limit().orElse(0));
              case UNLIMITED -> "none";
              case UNTOLD -> "not told";
            },
            quota.left().isPresent() ? Long.toString(quota.left().getAsLong()) : "-");
      }
      print(table);
    }
  }
}

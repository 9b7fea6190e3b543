package io.cloudadapter.cli.client;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.QuotaUsage;
import io.cloudadapter.api.TenantQuota;
import io.cloudadapter.cli.terminal.Terminal;
import io.cloudadapter.cli.terminal.TextTable;
import io.cloudadapter.client.message.QuotaMessages;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;

/** Shows the quotas of tenants, and what their pools use. */
@Command(
    name = "tenant-quotas",
    description = "Shows the quotas of the server's tenants, and what their pools use of them.")
public final class TenantQuotasCommand extends ClientCommand.Read {
  public TenantQuotasCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  void run() {
    List<TenantQuota> quotas = pools().quotas();
    if (structured()) {
      show(quotas.stream().map(QuotaMessages::message).toList());
      return;
    }
    TextTable table =
        new TextTable("TENANT", "QUOTA", "LIMIT", "USED", "RESERVED", "HELD", "POOLS");
    for (TenantQuota quota : quotas) {
      String pools = quota.pools().stream().map(PoolName::value).collect(Collectors.joining(","));
      for (QuotaUsage usage : quota.usage()) {
        table.row(
            quota.tenant(),
            usage.resource().word(),
            Long.toString(usage.limit()),
            Long.toString(usage.used()),
            Long.toString(usage.reserved()),
            Long.toString(quota.held()),
            pools.isEmpty() ? "-" : pools);
      }
    }
    print(table);
  }
}

package io.cloudadapter.cli.client;

import io.cloudadapter.api.ReplicaInfo;
import io.cloudadapter.api.ReplicaRole;
import io.cloudadapter.api.TimeSpan;
import io.cloudadapter.cli.terminal.PrintableText;
import io.cloudadapter.cli.terminal.Terminal;
import io.cloudadapter.cli.terminal.TextTable;
import io.cloudadapter.client.RemotePools;
import io.cloudadapter.client.message.ServerMessages;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;

/** Shows which servers keep the same pools. */
@Command(
    name = "replicas",
    description = "Lists the servers of the same pools, the leader, and the lag of each follower.")
public final class ReplicasCommand extends ClientCommand.Read {
  public ReplicasCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  void run() {
    RemotePools pools = pools();
    Optional<ReplicaRole> part = pools.replica();
    List<ReplicaInfo> all = pools.replicas();
    if (structured()) {
      show(all.stream().map(ServerMessages::replica).toList());
      return;
    }
    if (part.isEmpty()) {
      terminal.out().println("one server keeps its pools alone; see docs/how-to/replicas.md");
      return;
    }
    print(table(all));
    terminal.out().println(PrintableText.line(line(part.get())));
  }

  private static TextTable table(List<ReplicaInfo> all) {
    long furthest = all.stream().mapToLong(ReplicaInfo::revision).max().orElse(0);
    TextTable table = new TextTable("NAME", "ROLE", "BEHIND", "URL");
    for (ReplicaInfo replica : all) {
      table.row(
          replica.name(),
          replica.leads() ? "leader" : "follower",
          Long.toString(furthest - replica.revision()),
          replica.url().orElse(""));
    }
    return table;
  }

  private static String line(ReplicaRole part) {
    String lease = "lease " + TimeSpan.text(part.lease());
    String what = part.leads()
        ? "leads; " + lease + ", " + seconds(part.left()) + " left"
        : "follows; " + lease + ", answers are up to " + seconds(part.age()) + " old";
    return part.name() + " answered, and " + what
        + (part.trouble().isEmpty() ? "" : "; " + part.trouble());
  }

  private static String seconds(Duration time) {
    return String.format(java.util.Locale.ROOT, "%.1f s", time.toMillis() / 1000.0);
  }
}

package io.cloudadapter.cli.client;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.RestoreReport;
import io.cloudadapter.cli.terminal.Terminal;
import io.cloudadapter.client.message.RestoreMessages;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;

/** Shows what the cloud has of a pool whose ledger was restored. */
@Command(
    name = "restore-report",
    description = {
      "Compares a pool whose ledger was restored from a backup with its cloud. Until the restore "
          + "is accepted, the pool launches and ends nothing.",
      "Decide with restore-accept; decide about single unknown machines before, with quarantine."
    })
public final class RestoreReportCommand extends ClientCommand.Read {
  public RestoreReportCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  void run() {
    MachinePool pool = pool();
    Optional<RestoreReport> report = pool.restoreReport();
    if (structured() || report.isEmpty()) {
      print(
          "pool " + pool.name() + ": no restore waits for a decision",
          RestoreMessages.report(report));
      return;
    }
    RestoreReport found = report.get();
    show("pool " + pool.name() + ": restored at " + found.restoredAt() + " from a backup of "
        + found.takenAt() + ", generation " + found.generation());
    show("lists    " + found.lists() + " of " + RestoreReport.LISTS_NEEDED);
    show("size     " + found.storedSize() + " in the backup, " + found.acceptedSize()
        + " after restore-accept");
    show("matched  " + shown(found.matched()));
    show("changed  " + shown(found.changed()));
    show("missing  " + shown(found.missing()));
    show("unknown  " + shown(found.unknown()));
  }

  private void show(String line) {
    print(line, line);
  }

  private static String shown(List<MachineId> machines) {
    String ids = machines.stream().map(MachineId::value).collect(Collectors.joining(", "));
    return machines.size() + (ids.isEmpty() ? "" : ": " + ids);
  }
}

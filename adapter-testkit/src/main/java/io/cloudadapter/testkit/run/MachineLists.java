package io.cloudadapter.testkit.run;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.ListResult;
import io.cloudadapter.spi.MachineSighting;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** What the adapter under test lists, with the machines of this run alone where a cloud outlives its runs. */
public final class MachineLists {
  private final TestBench bench;

  MachineLists(TestBench bench) {
    this.bench = bench;
  }

  /** What a list showed, and how it ended. */
  public record Listed(List<MachineSighting> rows, ListResult result) {
    public Optional<MachineSighting> row(MachineId id) {
      return rows.stream().filter(row -> row.id().equals(id)).findFirst();
    }

    public List<MachineId> ids() {
      return rows.stream().map(MachineSighting::id).distinct().toList();
    }
  }

  /** A list, but for what earlier runs left on a cloud that outlives them. */
  public Listed of(ListQuery query) {
    Listed all = everything(query);
    return new Listed(all.rows().stream().filter(this::ofThisRun).toList(), all.result());
  }

  /** Whether a row is not a machine that an earlier run has left on a cloud that outlives them. */
  public boolean ofThisRun(MachineSighting row) {
    return bench.cloud().console().isPresent()
        || row.incarnation().filter(i -> !bench.isLife(i)).isEmpty();
  }

  /** Returns a list as it is, with the machines of all owners. */
  Listed everything(ListQuery query) {
    List<MachineSighting> rows = new ArrayList<>();
    ListResult result = bench.provider().list(query, rows::add, bench.call());
    return new Listed(List.copyOf(rows), result);
  }

  public Listed pool() {
    return of(ListQuery.all(TestBench.POOL));
  }

  public Listed ids(Collection<MachineId> ids) {
    return of(ListQuery.ids(ids));
  }
}

package io.cloudadapter.testkit.run;

import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.feature.Adoption;
import io.cloudadapter.spi.feature.Labeling;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A call of each kind, as a pool makes them. */
public final class CallMix {
  private static final Map<String, String> LABELS = Map.of("state", "fine");

  private final TestBench bench;

  public CallMix(TestBench bench) {
    this.bench = bench;
  }

  /** On an adapter that nothing disturbs: any error breaks the rule. */
  public void straight(ObservedProvider adapter) {
    bench.require(!adapter.identity(bench.call()).isEmpty(), "identity is empty");
    LaunchKey key = bench.key();
    MachineSighting made = adapter
        .launch(adapter.prepare(bench.spec(), bench.call()), key, 1, bench.call())
        .machines()
        .get(0);
    bench.time().passLag();
    requireIn(adapter, ListQuery.all(TestBench.POOL), made);
    requireIn(adapter, ListQuery.ids(List.of(made.id())), made);
    if (!bench.hasGroup()) {
      requireIn(adapter, ListQuery.keys(TestBench.POOL, List.of(key)), made);
    }
    if (bench.claims(Adoption.class)) {
      bench.time().passUntilKnown(made.id());
      bench.adoption(adapter).mark(made.id(), bench.marks(made), bench.call());
      bench.time().passLag();
    }
    if (bench.claims(Labeling.class)) {
      new ObservedLabeling(adapter).label(made.id(), LABELS, bench.call());
    }
    ActionFixture.claimed(bench).stream()
        .limit(1)
        .map(execution -> ActionFixture.on(bench, execution, made.id()))
        .forEach(ready -> {
          ActionProgress unused = ready.ask(adapter, bench.call());
          unused = ready.look(adapter, bench.call());
        });
    adapter.terminate(made.id(), bench.call());
  }

  private void requireIn(ObservedProvider adapter, ListQuery query, MachineSighting made) {
    List<MachineSighting> rows = new ArrayList<>();
    boolean complete = adapter.list(query, rows::add, bench.call()).complete();
    bench.require(complete, "a list by " + query.kind() + " is incomplete");
    bench.require(
        rows.stream().anyMatch(row -> row.id().equals(made.id())),
        "a list by " + query.kind() + " lacks machine " + made.id());
  }

  /** Where faults may strike. */
  public void careful() {
    CoreRetryModel core = new CoreRetryModel(bench);
    String identity = core.read("identity", () -> bench.provider().identity(bench.call()));
    bench.require(!identity.isEmpty(), "identity is empty");
    LaunchKey key = bench.key();
    core.launch(key).ifPresent(made -> {
      bench.time().passLag();
      MachineLists.Listed unused = core.complete(ListQuery.all(TestBench.POOL));
      if (bench.claims(Adoption.class)) {
        core.write("mark", () -> bench.adoption().mark(made.id(), bench.marks(made), bench.call()));
        bench.time().passLag();
      }
      if (bench.claims(Labeling.class)) {
        core.write("label", () -> bench.relabel().label(made.id(), LABELS, bench.call()));
      }
      ActionFixture.claimed(bench).stream()
          .limit(1)
          .map(execution -> ActionFixture.on(bench, execution, made.id()))
          .forEach(ready -> {
            ActionProgress unusedAnswer = core.read("an action", () -> ready.ask(bench.call()));
            ActionProgress unusedLook = core.read("progress", () -> ready.look(bench.call()));
          });
      core.terminate(made.id());
    });
  }
}

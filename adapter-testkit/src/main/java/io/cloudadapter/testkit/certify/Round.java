package io.cloudadapter.testkit.certify;

import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.spi.Adoption;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.Relabel;
import io.cloudadapter.spi.Sighting;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A call of each kind, as a pool makes them. */
final class Round {
  private static final Map<String, String> LABELS = Map.of("state", "fine");

  private final Bench bench;

  Round(Bench bench) {
    this.bench = bench;
  }

  /** On an adapter that nothing disturbs: any error breaks the rule. */
  void straight(Watched adapter) {
    bench.require(!adapter.identity(bench.call()).isEmpty(), "identity is empty");
    LaunchKey key = bench.key();
    Sighting made = adapter
        .launch(adapter.prepare(bench.spec(), bench.call()), key, 1, bench.call())
        .machines()
        .get(0);
    bench.passLag();
    requireIn(adapter, ListQuery.all(Bench.POOL), made);
    requireIn(adapter, ListQuery.ids(List.of(made.id())), made);
    if (!bench.hasGroup()) {
      requireIn(adapter, ListQuery.keys(Bench.POOL, List.of(key)), made);
    }
    if (bench.claims(Adoption.class)) {
      bench.passUntilKnown(made.id());
      bench.adoption(adapter).mark(made.id(), bench.marks(made), bench.call());
      bench.passLag();
    }
    if (bench.claims(Relabel.class)) {
      new WatchedRelabel(adapter).label(made.id(), LABELS, bench.call());
    }
    Undertaking.claimed(bench).stream()
        .limit(1)
        .map(deed -> Undertaking.on(bench, deed, made.id()))
        .forEach(ready -> {
          ActionProgress unused = ready.ask(adapter, bench.call());
          unused = ready.look(adapter, bench.call());
        });
    adapter.terminate(made.id(), bench.call());
  }

  private void requireIn(Watched adapter, ListQuery query, Sighting made) {
    List<Sighting> rows = new ArrayList<>();
    boolean complete = adapter.list(query, rows::add, bench.call()).complete();
    bench.require(complete, "a list by " + query.kind() + " is incomplete");
    bench.require(
        rows.stream().anyMatch(row -> row.id().equals(made.id())),
        "a list by " + query.kind() + " lacks machine " + made.id());
  }

  /** Where faults may strike. */
  void careful() {
    CarefulCore core = new CarefulCore(bench);
    String identity = core.read("identity", () -> bench.provider().identity(bench.call()));
    bench.require(!identity.isEmpty(), "identity is empty");
    LaunchKey key = bench.key();
    core.launch(key).ifPresent(made -> {
      bench.passLag();
      Bench.Listed unused = core.complete(ListQuery.all(Bench.POOL));
      if (bench.claims(Adoption.class)) {
        core.write("mark", () -> bench.adoption().mark(made.id(), bench.marks(made), bench.call()));
        bench.passLag();
      }
      if (bench.claims(Relabel.class)) {
        core.write("label", () -> bench.relabel().label(made.id(), LABELS, bench.call()));
      }
      Undertaking.claimed(bench).stream()
          .limit(1)
          .map(deed -> Undertaking.on(bench, deed, made.id()))
          .forEach(ready -> {
            ActionProgress unusedAnswer = core.read("an action", () -> ready.ask(bench.call()));
            ActionProgress unusedLook = core.read("progress", () -> ready.look(bench.call()));
          });
      core.terminate(made.id());
    });
  }
}

package io.cloudadapter.testkit.certify;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.spi.Adoption;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.Marks;
import io.cloudadapter.spi.Verb;
import io.cloudadapter.testkit.wire.Injection;
import io.cloudadapter.testkit.wire.WireFault;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Two pools that attach one machine at the same time: each exchange of the one is held up in turn, and the
 * other one has done it all before it goes on.
 */
final class MarkRace {
  private static final Duration LONG = Duration.ofSeconds(8);

  private final Bench bench;
  private final Watched rival;
  private final Marks ours;
  private final Marks theirs;

  MarkRace(Bench bench) {
    this.bench = bench;
    this.rival = bench.another();
    this.ours = new Marks(Bench.POOL, bench.incarnation(), Optional.empty());
    this.theirs = new Marks(Bench.OTHER_POOL, bench.incarnation(), Optional.empty());
  }

  /** The machine belongs to one of them, and only that one was told so. */
  void hasOneWinner() throws InterruptedException {
    if (!bench.wired() || !bench.cloud().changesTagsOnCondition()) {
      return;
    }
    // Both have logged in before the race.
    boolean unused =
        rival.list(ListQuery.all(Bench.POOL), row -> {}, bench.call()).complete();
    List<Verb> exchanges = exchanges();
    for (int held = 1; held <= exchanges.size(); held++) {
      race(held, exchanges.get(held - 1));
    }
  }

  /** What a mark takes if nobody disturbs it. */
  private List<Verb> exchanges() {
    MachineId machine = machine();
    int before = bench.line().crossings().size();
    bench.adoption().mark(machine, ours, bench.call());
    return bench.line().crossings().stream().skip(before).map(Crossing::verb).toList();
  }

  private MachineId machine() {
    MachineId made = bench.stranger(Map.of());
    bench.passLag();
    return made;
  }

  private void race(int held, Verb verb) throws InterruptedException {
    MachineId machine = machine();
    // What was read is old when it arrives, and what is written is late.
    WireFault slow = verb == Verb.READ ? WireFault.SLOW : WireFault.SLOW_BEFORE;
    bench.spoil(List.of(new Injection(slow, held, 0, 0)));
    KitCall call = bench.call(LONG);
    Flight flight = Flight.of("mark", () -> bench.adoption().mark(machine, ours, call));
    Silence.untilCrossed(bench, held);
    KitCall quick = bench.call();
    Attempt second = bench.attempt(() -> rival.feature("mark", quick, () -> {
      adoption().mark(machine, theirs, quick);
      // The end of this call lets the other one go on: by then every read shows what was written.
      bench.passLag();
    }));
    Attempt first = flight.within(LONG.plus(Bench.LATEST), "it began");
    String when = "while exchange " + held + " of the one, of kind " + verb + ", was held up";
    bench.require(
        !(first.accepted() && second.accepted()),
        "two pools have marked one machine, " + when + "; it carries " + tags(machine));
    if (first.accepted() || second.accepted()) {
      PoolName winner = first.accepted() ? Bench.POOL : Bench.OTHER_POOL;
      bench.require(
          winner.value().equals(tags(machine).get(Marks.POOL_TAG)),
          "pool " + winner + " was told that a machine is its own, " + when + ", and it carries "
              + tags(machine));
    }
  }

  private Adoption adoption() {
    return rival
        .feature(Adoption.class)
        .orElseThrow(() -> new Broken("the adapter claims Adoption and has none"));
  }

  private Map<String, String> tags(MachineId machine) {
    return bench.thing(machine).map(Thing::tags).orElse(Map.of());
  }
}

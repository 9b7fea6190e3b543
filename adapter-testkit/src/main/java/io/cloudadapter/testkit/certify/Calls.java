package io.cloudadapter.testkit.certify;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.spi.Adoption;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.FrozenLaunch;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.Marks;
import io.cloudadapter.spi.Relabel;
import io.cloudadapter.spi.Verb;
import io.cloudadapter.testkit.wire.Dialect;
import io.cloudadapter.testkit.wire.Reply;
import io.cloudadapter.testkit.wire.WireFault;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** A call of each kind, all ready but for its own exchange, so that it is that one which is spoilt. */
final class Calls {
  /** For faults that last as long as the call. */
  private static final Duration SHORT = Duration.ofMillis(250);

  /** For adapters and machines so slow that in the short time they send nothing. */
  private static final Duration LONGER = Duration.ofSeconds(1);

  /** Connections that a client may have kept from calls one by one, and one more. */
  private static final int KEPT = 4;

  private final Bench bench;

  Calls(Bench bench) {
    this.bench = bench;
    // Whatever comes first in an adapter's life, such as a login.
    Attempt first = bench.attempt(bench::listPool);
    assert first != null;
  }

  boolean canMark() {
    return bench.claims(Adoption.class) || bench.claims(Relabel.class);
  }

  boolean canAct() {
    return !Undertaking.claimed(bench).isEmpty();
  }

  /** The kinds of exchanges that the adapter makes by its calls and the features that it claims. */
  Set<Verb> verbs() {
    Set<Verb> verbs = EnumSet.allOf(Verb.class);
    if (!canMark()) {
      verbs.remove(Verb.MARK);
    }
    if (!canAct()) {
      verbs.remove(Verb.ACT);
    }
    return verbs;
  }

  /** As {@link #canStrike}; if it cannot, that part of the rule is left out. */
  boolean strikes(Verb verb, WireFault fault) {
    boolean can = canStrike(verb, fault);
    if (!can) {
      bench.leavesOut(verb + " struck by " + fault, "no such fault strikes in this cloud");
    }
    return can;
  }

  /** Whether a fault can strike an exchange of a kind here. */
  boolean canStrike(Verb verb, WireFault fault) {
    Dialect dialect = bench.cloud().dialect();
    return bench
        .cloud()
        .faultPoint()
        .map(point -> point.faults(verb).contains(fault))
        .orElseGet(() -> switch (fault) {
          case CAPACITY -> dialect.capacity().isPresent();
          case QUOTA -> dialect.quota().isPresent();
          default -> true;
        });
  }

  /** What comes of a call whose own exchange is struck. */
  Attempt struck(Verb verb, WireFault fault) {
    boolean lasting = Runner.LASTING.contains(fault);
    Consumer<CallContext> call = ready(verb);
    bench.line().next(verb, fault);
    if (!lasting) {
      return bench.attempt(() -> call.accept(bench.call()));
    }
    long before = crossings(verb);
    Attempt attempt = bench.attempt(() -> call.accept(bench.call(SHORT)));
    return crossings(verb) > before
        ? attempt
        : bench.attempt(() -> call.accept(bench.call(LONGER)));
  }

  private long crossings(Verb verb) {
    return bench.line().crossings().stream()
        .filter(crossing -> crossing.verb() == verb)
        .count();
  }

  /**
   * What comes of a call whose own exchange finds nobody to connect to. A connection that was kept from an
   * earlier call dies at the first such call, and whoever sends on it can be in doubt; so then once more.
   */
  Attempt refused(Verb verb) {
    Consumer<CallContext> call = ready(verb);
    bench.line().next(verb, WireFault.REFUSED);
    Attempt attempt = bench.attempt(() -> call.accept(bench.call()));
    for (int i = 1; i < KEPT && attempt.is(Kind.UNAVAILABLE) && !attempt.sure(); i++) {
      bench.line().next(verb, WireFault.REFUSED);
      attempt = bench.attempt(() -> call.accept(bench.call()));
    }
    return attempt;
  }

  /** What comes of a call whose own exchange is answered by us. */
  Attempt answered(Verb verb, Reply reply) {
    Consumer<CallContext> call = ready(verb);
    bench.line().next(verb, reply);
    return bench.attempt(() -> call.accept(bench.call()));
  }

  void mark(MachineId machine) {
    mark(machine, bench.call());
  }

  /** A call whose own exchange is of a kind, with all that comes before it done. */
  Consumer<CallContext> ready(Verb verb) {
    return switch (verb) {
      case READ -> call -> list(call);
      case LAUNCH -> {
        FrozenLaunch frozen = bench.prepare();
        LaunchKey key = bench.key();
        yield call -> launch(frozen, key, call);
      }
      case TERMINATE -> {
        MachineId machine = planted();
        yield call -> bench.provider().terminate(machine, call);
      }
      case MARK -> {
        MachineId machine = planted();
        yield call -> mark(machine, call);
      }
      case ACT -> {
        Undertaking ready = Undertaking.ready(bench, Undertaking.claimed(bench).get(0));
        yield call -> act(ready, call);
      }
    };
  }

  private void list(CallContext call) {
    bench.provider().list(ListQuery.all(Bench.POOL), row -> {}, call);
  }

  private void launch(FrozenLaunch frozen, LaunchKey key, CallContext call) {
    bench.provider().asks(frozen, key, call);
  }

  private static void act(Undertaking ready, CallContext call) {
    ActionProgress unused = ready.ask(call);
  }

  private MachineId planted() {
    MachineId machine = bench.plant(1).iterator().next();
    bench.passLag();
    return machine;
  }

  private void mark(MachineId machine, CallContext call) {
    if (bench.claims(Adoption.class)) {
      Marks marks = new Marks(Bench.POOL, bench.incarnation(), Optional.empty());
      bench.adoption().mark(machine, marks, call);
    } else {
      bench.relabel().label(machine, Map.of("state", "unhealthy"), call);
    }
  }
}

package io.cloudadapter.testkit.run;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.feature.Adoption;
import io.cloudadapter.spi.feature.Labeling;
import io.cloudadapter.testkit.wire.ErrorDialect;
import io.cloudadapter.testkit.wire.ProxyReply;
import io.cloudadapter.testkit.wire.WireFault;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** A call of each kind, all ready but for its own exchange, so that it is that one which is spoilt. */
public final class PreparedCalls {
  /** For faults that last as long as the call. */
  private static final Duration SHORT = Duration.ofMillis(250);

  /** For adapters and machines so slow that in the short time they send nothing. */
  private static final Duration LONGER = Duration.ofSeconds(1);

  /** Connections that a client may have kept from calls one by one, and one more. */
  private static final int KEPT = 4;

  private final TestBench bench;

  public PreparedCalls(TestBench bench) {
    this.bench = bench;
    // The first exchanges in an adapter's life, such as a login.
    CallOutcome first = bench.attempt(bench.lists()::pool);
    assert first != null;
  }

  public boolean canMark() {
    return bench.claims(Adoption.class) || bench.claims(Labeling.class);
  }

  public boolean canAct() {
    return !ActionFixture.claimed(bench).isEmpty();
  }

  /** The kinds of exchanges that the adapter makes by its calls and the features that it claims. */
  public Set<RequestKind> verbs() {
    Set<RequestKind> verbs = EnumSet.allOf(RequestKind.class);
    if (!canMark()) {
      verbs.remove(RequestKind.MARK);
    }
    if (!canAct()) {
      verbs.remove(RequestKind.ACT);
    }
    return verbs;
  }

  /** As {@link #canStrike}; if it cannot, that part of the rule is left out. */
  public boolean strikes(RequestKind verb, WireFault fault) {
    boolean can = canStrike(verb, fault);
    if (!can) {
      bench.leavesOut(verb + " struck by " + fault, "no such fault strikes in this cloud");
    }
    return can;
  }

  /** Whether a fault can strike an exchange of a kind here. */
  public boolean canStrike(RequestKind verb, WireFault fault) {
    ErrorDialect dialect = bench.cloud().dialect();
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
  public CallOutcome struck(RequestKind verb, WireFault fault) {
    boolean lasting = TrialRunner.LASTING.contains(fault);
    Consumer<CallContext> call = ready(verb);
    bench.line().next(verb, fault);
    if (!lasting) {
      return bench.attempt(() -> call.accept(bench.call()));
    }
    long before = crossings(verb);
    CallOutcome attempt = bench.attempt(() -> call.accept(bench.call(SHORT)));
    return crossings(verb) > before
        ? attempt
        : bench.attempt(() -> call.accept(bench.call(LONGER)));
  }

  private long crossings(RequestKind verb) {
    return bench.line().crossings().stream()
        .filter(crossing -> crossing.verb() == verb)
        .count();
  }

  /**
   * Returns the outcome of a call whose own exchange is refused a connection. A connection kept from an earlier call
   * dies at the first such call, and a request on it has an unknown outcome; in that case the call is repeated once.
   */
  public CallOutcome refused(RequestKind verb) {
    Consumer<CallContext> call = ready(verb);
    bench.line().next(verb, WireFault.REFUSED);
    CallOutcome attempt = bench.attempt(() -> call.accept(bench.call()));
    for (int i = 1; i < KEPT && attempt.is(Kind.UNAVAILABLE) && !attempt.sure(); i++) {
      bench.line().next(verb, WireFault.REFUSED);
      attempt = bench.attempt(() -> call.accept(bench.call()));
    }
    return attempt;
  }

  /** What comes of a call whose own exchange is answered by us. */
  public CallOutcome answered(RequestKind verb, ProxyReply reply) {
    Consumer<CallContext> call = ready(verb);
    bench.line().next(verb, reply);
    return bench.attempt(() -> call.accept(bench.call()));
  }

  public void mark(MachineId machine) {
    mark(machine, bench.call());
  }

  /** A call whose own exchange is of a kind, with all that comes before it done. */
  public Consumer<CallContext> ready(RequestKind verb) {
    return switch (verb) {
      case READ -> call -> list(call);
      case LAUNCH -> {
        PreparedLaunch frozen = bench.prepare();
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
        ActionFixture ready =
            ActionFixture.ready(bench, ActionFixture.claimed(bench).get(0));
        yield call -> act(ready, call);
      }
    };
  }

  private void list(CallContext call) {
    bench.provider().list(ListQuery.all(TestBench.POOL), row -> {}, call);
  }

  private void launch(PreparedLaunch frozen, LaunchKey key, CallContext call) {
    bench.provider().asks(frozen, key, call);
  }

  private static void act(ActionFixture ready, CallContext call) {
    ActionProgress unused = ready.ask(call);
  }

  private MachineId planted() {
    MachineId machine = bench.truth().plant(1).iterator().next();
    bench.time().passLag();
    return machine;
  }

  private void mark(MachineId machine, CallContext call) {
    if (bench.claims(Adoption.class)) {
      OwnershipMarks marks =
          new OwnershipMarks(TestBench.POOL, bench.incarnation(), Optional.empty());
      bench.adoption().mark(machine, marks, call);
    } else {
      bench.relabel().label(machine, Map.of("state", "unhealthy"), call);
    }
  }
}

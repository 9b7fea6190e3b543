package io.cloudadapter.testkit.run;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchKeySupport;
import io.cloudadapter.spi.LaunchOperation;
import io.cloudadapter.spi.LaunchProgress;
import io.cloudadapter.spi.LaunchResult;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.ListResult;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.spi.ProviderProfile;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.TerminateResult;
import io.cloudadapter.spi.feature.LaunchOperations;
import io.cloudadapter.spi.feature.MachineGroup;
import io.cloudadapter.testkit.secret.ReachableObjects;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The adapter under test, watched at each call: what it throws is held against the rules on errors, what
 * it sends against those on writes. Every run of every rule goes through here, so that no rule can forget
 * to look.
 */
public final class ObservedProvider implements MachineProvider {
  private static final Set<CloudException.Kind> GIVEN_UP =
      EnumSet.of(CloudException.Kind.TIMEOUT, CloudException.Kind.CANCELLED);

  private static final Set<ActionProgress.State> SAYS_NOTHING =
      EnumSet.of(ActionProgress.State.NOT_DONE, ActionProgress.State.UNKNOWN);

  private final MachineProvider adapter;
  private final ExchangeMonitor line;
  private final ObservationLog witness;
  private final Optional<LiveAccountLimits> limits;
  private final TestBench bench;
  private final Optional<GroupMachineMaker> making;
  private volatile boolean closed;

  ObservedProvider(
      MachineProvider adapter,
      ExchangeMonitor line,
      ObservationLog witness,
      Optional<LiveAccountLimits> limits,
      TestBench bench) {
    this.adapter = adapter;
    this.bench = bench;
    boolean sizesGroups = adapter.profile().keySupport().kind() == LaunchKeySupport.Kind.TARGET;
    this.making = sizesGroups ? Optional.of(bench.making()) : Optional.empty();
    this.limits = limits;
    this.line = line;
    this.witness = witness;
  }

  @Override
  public ProviderProfile profile() {
    return adapter.profile();
  }

  @Override
  public String identity(CallContext call) {
    return during("identity", Optional.empty(), call, () -> adapter.identity(call));
  }

  @Override
  public PreparedLaunch prepare(LaunchSpec spec, CallContext call) {
    PreparedLaunch frozen =
        during("prepare", Optional.empty(), call, () -> adapter.prepare(spec, call));
    witness.noCredentialIn(
        "a frozen launch, which outlives the process,",
        new String(frozen.bytes(), StandardCharsets.UTF_8));
    making.ifPresent(groups -> groups.prepared(frozen, spec.pool()));
    return frozen;
  }

  @Override
  public LaunchResult launch(PreparedLaunch request, LaunchKey key, int count, CallContext call) {
    if (making.isPresent()) {
      limits.ifPresent(few -> few.launches(key, count));
      return making.get().make(this, request, key, count, call);
    }
    LaunchResult begun = begin(request, key, count, call);
    LaunchResult made =
        bench.operations().ended(begun, profile().settle(), this::check, () -> listed(key));
    if (begun.operation().isPresent()) {
      made.machines().forEach(row -> witness.shown("launch", row));
    }
    return made;
  }

  /** The machines of a key, once every list surely shows them. */
  private List<MachineSighting> listed(LaunchKey key) {
    bench.time().pass(profile().listLag());
    List<MachineSighting> rows = new ArrayList<>();
    ListQuery query = ListQuery.keys(TestBench.POOL, List.of(key));
    ListResult unused = list(query, rows::add, bench.call());
    return rows.stream().filter(row -> row.end() != MachineSighting.End.FINAL).toList();
  }

  /** Launches, and returns what the cloud answers at once: machines, or an operation that makes them. */
  public LaunchResult begin(PreparedLaunch request, LaunchKey key, int count, CallContext call) {
    limits.ifPresent(few -> few.launches(key, count));
    LaunchResult begun = during(
        "launch",
        Optional.of(RequestKind.LAUNCH),
        call,
        () -> adapter.launch(request, key, count, call));
    begun.machines().forEach(row -> witness.shown("launch", row));
    return begun;
  }

  /** Returns how far a launch has come that the cloud runs as an operation. */
  public LaunchProgress check(LaunchOperation operation) {
    LaunchOperations operations = adapter
        .feature(LaunchOperations.class)
        .orElseThrow(() -> new RuleViolation(
            "a launch returns an operation, and the adapter has no LaunchOperations"));
    CallContext call = bench.call();
    return during(
        "check of an operation", Optional.empty(), call, () -> operations.check(operation, call));
  }

  /**
   * Makes the call that launches one machine, preceded by the reads that are needed to find its id. An operation is not
   * followed: its checks are calls of their own.
   */
  public void asks(PreparedLaunch request, LaunchKey key, CallContext call) {
    if (making.isPresent()) {
      making.get().ask(this, request, call);
    } else {
      LaunchResult unused = begin(request, key, 1, call);
    }
  }

  /** Raises the target of a group. */
  public void raise(PreparedLaunch request, int total, CallContext call) {
    MachineGroup group = adapter
        .feature(MachineGroup.class)
        .orElseThrow(() -> new RuleViolation("the adapter's keys are TARGET, and it has no Group"));
    boolean done = during("raise", Optional.of(RequestKind.LAUNCH), call, () -> {
      group.raise(request, total, call);
      return true;
    });
    assert done;
  }

  /** A mark is in doubt: the group may have the machine, whether or not it shows. */
  void mayHaveJoined(MachineId machine) {
    making.ifPresent(groups -> groups.mayHaveJoined(machine));
  }

  @Override
  public ListResult list(
      ListQuery query, Consumer<? super MachineSighting> sink, CallContext call) {
    Thread caller = Thread.currentThread();
    Consumer<MachineSighting> watched = row -> {
      if (Thread.currentThread() != caller) {
        witness.saw("MP-7.1", "list hands its rows over on another thread than the caller's");
      }
      witness.shown("list", row);
      sink.accept(row);
    };
    return during("list", Optional.empty(), call, () -> adapter.list(query, watched, call));
  }

  @Override
  public void terminate(MachineId machine, CallContext call) {
    boolean done = during("terminate", Optional.of(RequestKind.TERMINATE), call, () -> {
      adapter.terminate(machine, call);
      return true;
    });
    assert done;
    witness.ended(machine);
  }

  /** Makes a call that ends several machines. Those that the result omits may still end, as after an error. */
  TerminateResult ends(
      Collection<MachineId> machines, CallContext context, Supplier<TerminateResult> call) {
    TerminateResult result =
        during("terminate of several", Optional.of(RequestKind.TERMINATE), context, call);
    result.accepted().forEach(witness::ended);
    for (MachineId machine : machines) {
      Optional<CloudException> error = Optional.ofNullable(result.refused().get(machine));
      error.ifPresent(why -> witness.heard("terminate of several", why));
      boolean sure = error.filter(why -> why.effect() == Effect.NONE).isPresent();
      if (!sure && !result.accepted().contains(machine)) {
        witness.doubts();
      }
    }
    return result;
  }

  /** The tags of a machine are written by a call that a rule is about. */
  void rewrites(MachineId machine, String rule) {
    witness.rewrites(machine, rule);
  }

  /** A call of a feature, watched like the others. */
  public void feature(String what, CallContext context, Runnable call) {
    boolean done = during(what, Optional.of(RequestKind.MARK), context, () -> {
      call.run();
      return true;
    });
    assert done;
  }

  /** A call that acts on a machine. It must say how far it is, as it cannot be asked what it did otherwise. */
  ActionProgress acts(String what, CallContext context, Supplier<ActionProgress> call) {
    ActionProgress answer = during(what, Optional.of(RequestKind.ACT), context, call);
    if (SAYS_NOTHING.contains(answer.state())) {
      witness.saw(
          "MP-11.3", what + " answered " + answer.state() + ", and must DONE, UNDER_WAY or FAILED");
    }
    return told(what, answer);
  }

  /** A look at what became of one. */
  ActionProgress looks(CallContext context, Supplier<ActionProgress> call) {
    return told("progress", during("progress", Optional.empty(), context, call));
  }

  /** A call of a feature that only reads. */
  public <T> T reads(String what, CallContext context, Supplier<T> call) {
    T answer = during(what, Optional.empty(), context, call);
    witness.noSecretIn("the answer of " + what, answer.toString());
    return answer;
  }

  /** A call that changes what stands beside machines. */
  public <T> T changes(String what, CallContext context, Supplier<T> call) {
    T answer = during(what, Optional.of(RequestKind.ACT), context, call);
    witness.noSecretIn("the answer of " + what, answer.toString());
    return answer;
  }

  private ActionProgress told(String what, ActionProgress answer) {
    witness.noSecretIn("the answer of " + what, answer.toString());
    return answer;
  }

  @Override
  public <F> Optional<F> feature(Class<F> type) {
    return adapter.feature(type);
  }

  @Override
  public void close() {
    closed = true;
    adapter.close();
  }

  /** Looks for secrets in the text of the adapter, and of each object that it leads to. */
  public void showsNoSecret() {
    ReachableObjects.show(adapter, (type, text) -> witness.noSecretIn("toString of " + type, text));
  }

  /** Closes it, unless a trial has: twice is a matter of a rule of its own. */
  public void closeAtLast() {
    if (!closed) {
      close();
    }
  }

  private <T> T during(
      String what, Optional<RequestKind> writes, CallContext context, Supplier<T> call) {
    line.callBegins();
    witness.callBegins(what);
    try {
      T answer = bench.operations().call(call);
      if (answer == null) {
        witness.saw("MP-5.1", what + " returned null");
        throw new RuleViolation(what + " returned null");
      }
      return answer;
    } catch (CloudException error) {
      witness.heard(what, error);
      if (error.kind() == CloudException.Kind.TIMEOUT) {
        witness.sawLate();
      }
      if (writes.isPresent() && error.effect() != Effect.NONE) {
        witness.doubts();
      }
      if (GIVEN_UP.contains(error.kind())) {
        witness.gaveUp(writes.isPresent());
      }
      if (writes.isEmpty() && error.effect() != Effect.NONE) {
        witness.saw(
            "MP-5.9", what + " only reads, and failed with effect UNKNOWN: " + error.summary());
      }
      throw error;
    } catch (IllegalStateException closed) {
      // What use after close must throw; elsewhere it is as wrong as any other.
      witness.threw(what, closed);
      throw closed;
    } catch (RuleViolation broken) {
      throw broken;
    } catch (RuntimeException | Error wrong) {
      // Anything that is no CloudException, an Error too, breaks a rule; noted here, it goes on its
      // way.
      witness.threw(what, wrong);
      throw wrong;
    } finally {
      Duration late = context.remaining().negated();
      if (late.compareTo(TestBench.LATEST) > 0) {
        witness.sawLate();
        witness.saw("MP-6.1", what + " came back " + late.toMillis() + " ms after its deadline");
      }
      witness.callEnds(what);
      line.callEnds();
    }
  }
}

package io.cloudadapter.simulation.oracle;

import static io.cloudadapter.simulation.oracle.InvariantChecker.rule;

import io.cloudadapter.core.config.OperatingState;
import io.cloudadapter.core.ledger.PoolRecord;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.simulation.cloud.CloudMachine;
import io.cloudadapter.simulation.cloud.HostileCloud;
import java.util.EnumSet;
import java.util.Set;

/**
 * Checks that a pool keeps to what an operator lets it do (I16): while it observes, nothing is written to the cloud;
 * while it is suspended, no machine is launched or ended; and once it is deleted, nothing of it is left.
 */
public final class OperatingChecker {
  private static final Set<Class<? extends Effect>> RESIZES =
      Set.of(Effect.Launch.class, Effect.Terminate.class, Effect.Release.class);
  private static final Set<Class<? extends Effect>> WRITES = Set.of(
      Effect.Complete.class,
      Effect.Mark.class,
      Effect.Unmark.class,
      Effect.Register.class,
      Effect.Label.class,
      Effect.Act.class,
      Effect.Power.class);

  private final InvariantChecker judge;
  private final HostileCloud cloud;
  private final Set<OperatingState> asked = EnumSet.noneOf(OperatingState.class);
  private OperatingState last = OperatingState.RUNNING;

  OperatingChecker(InvariantChecker judge, HostileCloud cloud) {
    this.judge = judge;
    this.cloud = cloud;
  }

  /** An operator asks for a state. */
  public void asks(OperatingState state) {
    asked.add(state);
  }

  private OperatingState state() {
    return judge.pool().map(PoolRecord::state).orElse(OperatingState.RUNNING);
  }

  /** An effect leaves for the cloud. */
  void leaves(Effect effect) {
    boolean resizes = RESIZES.contains(effect.getClass());
    boolean writes = resizes || WRITES.contains(effect.getClass());
    switch (state()) {
      case RUNNING, DELETING -> {}
      case SUSPENDED ->
        rule(!resizes, "I16", () -> "the pool is suspended, and there leaves " + effect);
      case OBSERVING, DELETED ->
        rule(!writes, "I16", () -> "the pool is " + state() + ", and there leaves " + effect);
    }
  }

  /**
   * Compares what is durable with what was asked for, and a deleted pool with the truth.
   *
   * @param honest whether the cloud keeps its promises
   */
  void compare(boolean honest) {
    OperatingState state = state();
    OperatingState before = last;
    last = state;
    boolean done = before == OperatingState.DELETING && state == OperatingState.DELETED;
    rule(
        state == before || done || asked.contains(state),
        "I16",
        () -> "the pool went from " + before + " to " + state + ", which no operator asked for");
    if (state != OperatingState.DELETED || !honest) {
      return;
    }
    rule(
        judge.unresolved().isEmpty(),
        "I16",
        () -> "the pool is deleted, and not resolved are " + judge.unresolved());
    for (CloudMachine machine : cloud.listed()) {
      boolean left =
          machine.alive() && machine.truth().marks.filter(judge::ours).isPresent();
      rule(!left, "I16", () -> "the pool is deleted, and there lives " + machine.id);
    }
  }
}

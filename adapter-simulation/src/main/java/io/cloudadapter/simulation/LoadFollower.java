package io.cloudadapter.simulation;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.refresh.RefreshControl;
import io.cloudadapter.core.ledger.PoolRecord;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.CommandResult;
import io.cloudadapter.core.protocol.CommandSender;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.simulation.engine.SeededRandom;
import io.cloudadapter.simulation.process.PoolUnderTest;
import io.cloudadapter.simulation.process.SimulationWorld;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The user of a pool in a load simulation: asks for the sizes of a load, repeating each until it is answered, and
 * thaws a frozen pool from time to time. When the load is over, it cancels the refresh that goes on.
 */
final class LoadFollower {
  private static final long ASK_AGAIN = 30 * SeededRandom.SECOND;
  private static final long LOOK_IN = 1800 * SeededRandom.SECOND;

  private final SimulationWorld world;
  private final PoolUnderTest ward;
  private final Optional<LoadProfile> load;
  private OptionalInt wanted = OptionalInt.empty();
  private long asked;
  private boolean refused;
  private boolean over;

  LoadFollower(SimulationWorld world, PoolUnderTest ward, Optional<LoadProfile> load) {
    this.world = world;
    this.ward = ward;
    this.load = load;
  }

  void begin() {
    follow();
    world.timeline.after(LOOK_IN, this::lookIn);
  }

  /** The load ends; what was wanted last stays. */
  void end() {
    over = true;
  }

  private void follow() {
    if (over || load.isEmpty()) {
      return;
    }
    Duration now = Duration.ofNanos(world.timeline.nanos());
    OptionalInt size = load.get().at(now);
    if (!size.equals(wanted)) {
      wanted = size;
      refused = false;
      size.ifPresent(this::ask);
    }
    load.get()
        .after(now)
        .ifPresent(next -> world.timeline.after(next.minus(now).toNanos(), this::follow));
  }

  private void ask(int size) {
    long mine = ++asked;
    CommandSender caller = CommandSender.under(Optional.empty());
    CompletableFuture<CommandResult> unused =
        caller.answer().whenComplete((outcome, error) -> answered(size, error));
    world.chronicle.tell("load", () -> "asks for " + size);
    world.ask(ward, new Event.Asked(new Command.SetDesiredSize(size), caller));
    world.timeline.after(ASK_AGAIN, () -> {
      boolean done = caller.answer().isDone() && !caller.answer().isCompletedExceptionally();
      if (!done && mine == asked) {
        ask(size);
      }
    });
  }

  /** The size that the load asks for; empty before it has asked for one. */
  OptionalInt wanted() {
    return wanted;
  }

  /** Whether the pool has refused the size that the load asks for: it is beyond the limits that hold. */
  boolean refused() {
    return refused;
  }

  private void answered(int size, @Nullable Throwable error) {
    if (wanted.equals(OptionalInt.of(size))) {
      refused = error instanceof PoolException refusal
          && (refusal.reason() == PoolException.Reason.INVALID || refused);
    }
  }

  private void lookIn() {
    PoolRecord state = ward.judge.pool().orElse(null);
    if (state != null && state.phase() == PoolRecord.Phase.OBSERVING) {
      say(new Command.Adopt());
    } else if (state != null && state.frozen() != null) {
      say(new Command.Thaw());
    } else if (over && isAskedFor()) {
      // One that waits for its window, or for a person, would keep the pool from coming to rest.
      say(new Command.ControlRefresh(RefreshControl.CANCEL));
    }
    world.timeline.after(LOOK_IN, this::lookIn);
  }

  /** Whether a caller's refresh goes on; what the pool has started by itself is not the user's to cancel. */
  private boolean isAskedFor() {
    return ward.judge
        .refreshes
        .active()
        .filter(refresh -> !refresh.isAutomatic())
        .isPresent();
  }

  private void say(Command command) {
    world.chronicle.tell("people", () -> "look in: " + command);
    world.ask(ward, new Event.Asked(command, CommandSender.under(Optional.empty())));
  }
}

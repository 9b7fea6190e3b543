package io.cloudadapter.kubernetes;

import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.WriteOptions;
import io.cloudadapter.api.hook.HookResult;
import io.cloudadapter.api.hook.WaitingHook;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** A pool that this process keeps. */
record ViewedPool(MachinePool pool) implements PoolHooks {
  private static final WriteOptions OPTIONS =
      new WriteOptions(Optional.empty(), "kubernetes", "kubernetes", Optional.empty());

  @Override
  public List<WaitingHook> hooks() {
    return pool.hooks();
  }

  @Override
  public Optional<WaitingHook> hook(UUID token) {
    return pool.hook(token);
  }

  /** The history shows the last report, so one of an outage that is over is taken back. */
  @Override
  public void complete(UUID token) {
    report(token, Optional.empty());
    answer(token);
  }

  @Override
  public void completeAtLimit(UUID token, String why) {
    report(token, Optional.of("the time limit of the drain is over, and " + why));
    answer(token);
  }

  private void answer(UUID token) {
    unlessEnded(() -> pool.answerHook(token, HookResult.CONTINUE, OPTIONS));
  }

  @Override
  public Optional<Instant> heartbeat(UUID token) {
    try {
      return Optional.of(pool.heartbeat(token, OPTIONS));
    } catch (PoolException e) {
      throwUnlessEnded(e);
      return Optional.empty();
    }
  }

  @Override
  public void report(UUID token, Optional<String> trouble) {
    unlessEnded(() -> pool.reportHook(token, trouble, OPTIONS));
  }

  private static void unlessEnded(Runnable write) {
    try {
      write.run();
    } catch (PoolException e) {
      throwUnlessEnded(e);
    }
  }

  private static void throwUnlessEnded(PoolException e) {
    if (e.reason() != PoolException.Reason.CONFLICT
        && e.reason() != PoolException.Reason.NOT_FOUND) {
      throw e;
    }
  }

  @Override
  public Optional<Machine> machine(MachineId id) {
    return pool.view().machines().stream()
        .filter(machine -> machine.id().equals(id))
        .filter(machine -> machine.machineState() != MachineState.TERMINATED)
        .findFirst();
  }
}

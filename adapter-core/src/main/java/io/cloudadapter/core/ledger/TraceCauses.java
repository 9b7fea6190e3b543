package io.cloudadapter.core.ledger;

import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.protocol.Effect;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Keeps with each record the traceparent of the request that has caused it: with the pool while a size that was asked
 * for is not planned, with each launch planned for it, and with each machine that leaves for it. So a trace goes on
 * after a restart. Without traced requests it changes nothing.
 */
public final class TraceCauses {
  private Optional<String> request = Optional.empty();

  TraceCauses() {}

  /** What follows is caused by this request, until {@link #end}. */
  public void begin(Optional<String> traceparent) {
    request = traceparent;
  }

  /** What follows is caused by a request only if the pool remembers one. */
  public void end() {
    request = Optional.empty();
  }

  /** The pool remembers a traced request only until all that it asked for is planned, not all of the headroom. */
  public void forgetPlanned(Ledger ledger) {
    PoolRecord pool = ledger.pool();
    int above = ledger.committed() - pool.desired();
    boolean planned = above >= 0 && above <= ledger.headroom() && pool.shrinkAllowance() == 0;
    if (pool.trace() != null && planned) {
      ledger.put(pool.edit(edit -> edit.trace = null));
    }
  }

  /** The traceparents of the requests that an effect follows from, each once. */
  public List<String> of(Effect effect, Ledger ledger) {
    if (effect instanceof Effect.Launch launch) {
      return ledger.launch(launch.key().value()).map(LaunchRecord::trace).stream()
          .toList();
    }
    return effect instanceof Effect.Terminate terminate
        ? terminate.machines().stream()
            .flatMap(id -> ledger.machine(id.value()).map(MachineRecord::trace).stream())
            .distinct()
            .toList()
        : List.of();
  }

  PoolRecord mark(PoolRecord before, PoolRecord changed) {
    String cause = request.orElse(null);
    return before.desired() != changed.desired() && !Objects.equals(changed.trace(), cause)
        ? changed.edit(edit -> edit.trace = cause)
        : changed;
  }

  LaunchRecord mark(PoolRecord pool, @Nullable LaunchRecord before, LaunchRecord changed) {
    String cause = request.orElse(pool.trace());
    return before == null && cause != null ? changed.traced(cause) : changed;
  }

  MachineRecord mark(PoolRecord pool, @Nullable MachineRecord before, MachineRecord changed) {
    String cause = request.orElse(pool.trace());
    boolean leaves = before != null && !leaving(before) && leaving(changed);
    return leaves && cause != null ? changed.edit(edit -> edit.trace = cause) : changed;
  }

  private static boolean leaving(MachineRecord machine) {
    return machine.status() == Status.RETIRING || machine.status() == Status.DELETING;
  }
}

package io.cloudadapter.kubernetes;

import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.hook.WaitingHook;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The pool's side of one message. Methods throw PoolException UNAVAILABLE if the pool does not answer in time. */
interface PoolHooks {

  /** All hooks of the pool that wait. */
  List<WaitingHook> hooks();

  /** The waiting hook; empty once it has ended. */
  Optional<WaitingHook> hook(UUID token);

  /** Completes a hook whose work is done; nothing if it has ended. */
  void complete(UUID token);

  /** Completes the hook of a drain that has reached its time limit, with what the pool's history is to show of it. */
  void completeAtLimit(UUID token, String why);

  /** Has a hook wait for its whole timeout again; returns its deadline, which is empty if it has ended. */
  Optional<Instant> heartbeat(UUID token);

  /** Has the alarm HOOK show what keeps the work from going on; nothing any more if empty. */
  void report(UUID token, Optional<String> trouble);

  /** The machine as the pool shows it; empty once it has ended or left. */
  Optional<Machine> machine(MachineId id);
}

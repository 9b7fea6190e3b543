package com.example.pools;

import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolView;
import java.time.Duration;
import java.util.List;

/** Replaces the machines of a pool one by one, so that new ones start with the new version. */
class RollingDeployment {
  private final MachinePool pool;

  RollingDeployment(MachinePool pool) {
    this.pool = pool;
  }

  void run() throws InterruptedException {
    List<Machine> old = pool.view().machines();
    for (Machine machine : old) {
      replace(machine);
      pool.await(PoolView::settled, Duration.ofMinutes(10));
    }
  }

  private void replace(Machine machine) {
    try {
      pool.terminate(machine.id(), false);
    } catch (PoolException e) {
      // The machine died since the list was read, and the pool has replaced it.
      if (e.reason() != PoolException.Reason.NOT_FOUND) {
        throw e;
      }
    }
  }
}

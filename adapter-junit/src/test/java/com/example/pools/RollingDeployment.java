package com.example.pools;

import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachinePool;
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
      pool.terminate(machine.id(), false);
      pool.await(PoolView::settled, Duration.ofMinutes(10));
    }
  }
}

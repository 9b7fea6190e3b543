package com.example.pools;

import io.cloudadapter.api.MachinePool;
import java.util.function.IntSupplier;

/** Keeps one machine for each ten jobs that wait. */
class QueueScaler {
  private final MachinePool workers;
  private final IntSupplier waitingJobs;

  QueueScaler(MachinePool workers, IntSupplier waitingJobs) {
    this.workers = workers;
    this.waitingJobs = waitingJobs;
  }

  void run() {
    int wanted = (waitingJobs.getAsInt() + 9) / 10;
    if (wanted != workers.size().desiredSize()) {
      workers.setDesiredSize(wanted);
    }
  }
}

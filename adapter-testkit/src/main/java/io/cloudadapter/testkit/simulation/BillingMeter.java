package io.cloudadapter.testkit.simulation;

import java.util.HashSet;
import java.util.Set;

/** Counts what the cloud bills for: every machine that was launched for a pool, from birth to final end. */
final class BillingMeter {
  private final VirtualTime timeline;
  private final Set<String> billed = new HashSet<>();
  private double hours;
  private long since;
  private long stoppedAt = Long.MAX_VALUE;
  private int launched;
  private int ended;

  BillingMeter(HostileCloud cloud, VirtualTime timeline) {
    this.timeline = timeline;
    cloud.watch(this::changed);
  }

  private void changed(CloudMachine machine) {
    String id = machine.id.value();
    if (machine.key == null || machine.alive() == billed.contains(id)) {
      return;
    }
    count();
    if (machine.alive()) {
      billed.add(id);
      launched++;
    } else {
      billed.remove(id);
      ended++;
    }
  }

  private void count() {
    long now = Math.min(timeline.nanos(), stoppedAt);
    hours += (now - since) / (3600.0 * SeededRandom.SECOND) * billed.size();
    since = now;
  }

  /** What comes after is not billed any more. */
  void stop() {
    stoppedAt = timeline.nanos();
  }

  double hours() {
    count();
    return hours;
  }

  int alive() {
    return billed.size();
  }

  int launched() {
    return launched;
  }

  int ended() {
    return ended;
  }
}

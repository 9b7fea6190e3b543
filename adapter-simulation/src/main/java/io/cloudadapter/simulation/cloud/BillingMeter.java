package io.cloudadapter.simulation.cloud;

import io.cloudadapter.simulation.engine.SeededRandom;
import io.cloudadapter.simulation.engine.VirtualTime;
import java.util.HashSet;
import java.util.Set;

/** Counts what the cloud bills for: every machine that was launched for a pool, from birth to final end. */
public final class BillingMeter {
  private final VirtualTime timeline;
  private final Set<String> billed = new HashSet<>();
  private double hours;
  private long since;
  private long stoppedAt = Long.MAX_VALUE;
  private int launched;
  private int ended;

  public BillingMeter(HostileCloud cloud, VirtualTime timeline) {
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
  public void stop() {
    stoppedAt = timeline.nanos();
  }

  public double hours() {
    count();
    return hours;
  }

  public int alive() {
    return billed.size();
  }

  public int launched() {
    return launched;
  }

  public int ended() {
    return ended;
  }
}

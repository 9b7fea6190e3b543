package io.cloudadapter.simulation.cloud;

import io.cloudadapter.simulation.engine.SeededRandom;
import io.cloudadapter.simulation.engine.VirtualTime;
import java.util.HashSet;
import java.util.Set;

/** Counts what the cloud bills for: every machine that was launched for a pool, from birth to final end. */
public final class BillingMeter {
  private final VirtualTime timeline;
  private final Set<String> billed = new HashSet<>();
  private final Set<String> stopped = new HashSet<>();
  private double hours;
  private double stoppedHours;
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
    if (machine.key == null) {
      return;
    }
    if (machine.stopped() != stopped.contains(id)) {
      count();
      if (machine.stopped()) {
        stopped.add(id);
      } else {
        stopped.remove(id);
      }
    }
    if (machine.alive() == billed.contains(id)) {
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
    double passed = (now - since) / (3600.0 * SeededRandom.SECOND);
    hours += passed * billed.size();
    stoppedHours += passed * stopped.size();
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

  /** Those hours in which its machine was stopped, which many clouds bill for its disks only. */
  public double stoppedHours() {
    count();
    return stoppedHours;
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

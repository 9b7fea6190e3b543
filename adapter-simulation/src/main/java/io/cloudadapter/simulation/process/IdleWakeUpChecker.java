package io.cloudadapter.simulation.process;

import static io.cloudadapter.simulation.engine.SeededRandom.SECOND;

import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.simulation.oracle.InvariantChecker;
import java.util.List;

/** Checks that a keeper does not wake up again and again within a second to do nothing. */
final class IdleWakeUpChecker {
  private static final int MOST = 100;

  private long idleSince;
  private int idleSteps;

  void onStep(List<Event> events, long nanos) {
    boolean idle = events.size() == 1 && events.get(0) instanceof Event.Tick;
    if (!idle || nanos - idleSince > SECOND) {
      idleSince = nanos;
      idleSteps = 0;
    }
    idleSteps++;
    InvariantChecker.rule(
        idleSteps < MOST, "pace", "the keeper wakes up again and again to do nothing");
  }
}

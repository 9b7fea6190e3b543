package io.cloudadapter.core.keeper.state;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.health.HealthSource;
import io.cloudadapter.core.ledger.MachineRecord;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Whether what health probes have found may cost a machine. A keeper begins without trust: an earlier life may have
 * suspended the probe, and the next reports show whether it is to be trusted.
 */
public final class ProbeTrust {
  private final CurrentStep step;
  private final AlarmRegistry alarms;
  private boolean trusted;
  private @Nullable Instant doubtedSince;

  public ProbeTrust(CurrentStep step, AlarmRegistry alarms) {
    this.step = step;
    this.alarms = alarms;
  }

  /** The last reports are as they should be. */
  public void confirm() {
    trusted = true;
    doubtedSince = null;
    alarms.clear(Alarm.Code.PROBES_SUSPENDED);
  }

  /** The last reports are more likely a fault of the probe, or of the network between. */
  public void doubt(String why) {
    trusted = false;
    doubtedSince = doubtedFrom();
    alarms.raise(Alarm.Code.PROBES_SUSPENDED, why, step.wall());
  }

  /** Whether reports have been found to be in doubt. */
  public boolean isSuspended() {
    return doubtedSince != null;
  }

  /** Nothing is left that reports could be about: begins without trust again, and without an alarm. */
  public void beginAnew() {
    trusted = false;
    doubtedSince = null;
    alarms.clear(Alarm.Code.PROBES_SUSPENDED);
  }

  /** Since when the reports have been in doubt without a break; the present if they are not. */
  public Instant doubtedFrom() {
    return doubtedSince == null ? step.wall() : doubtedSince;
  }

  /** Whether the service state of a machine follows a probe that is not trusted at present. */
  public boolean doubts(MachineRecord machine) {
    return machine.serviceSource() == HealthSource.PROBE && !trusted;
  }
}

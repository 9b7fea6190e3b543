package io.cloudadapter.core.keeper.state;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.health.HealthSource;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.protocol.KeeperConfig;

/**
 * Whether what health probes have found may cost a machine. A keeper begins without trust: an earlier life may have
 * suspended the probe, and the next reports show whether it is to be trusted.
 */
public final class ProbeTrust {
  private final KeeperConfig settings;
  private final CurrentStep step;
  private final AlarmRegistry alarms;
  private boolean trusted;

  public ProbeTrust(KeeperConfig settings, CurrentStep step, AlarmRegistry alarms) {
    this.settings = settings;
    this.step = step;
    this.alarms = alarms;
  }

  /** The last reports are as they should be. */
  public void confirm() {
    trusted = true;
    alarms.clear(Alarm.Code.PROBES_SUSPENDED);
  }

  /** The last reports are more likely a fault of the probe, or of the network between. */
  public void doubt(String why) {
    trusted = false;
    alarms.raise(Alarm.Code.PROBES_SUSPENDED, why, step.wall());
  }

  /** Whether the service state of a machine follows a probe that is not trusted at present. */
  public boolean doubts(MachineRecord machine) {
    return machine.serviceSource() == HealthSource.PROBE
        && !trusted
        && settings.config().health().enabled();
  }
}

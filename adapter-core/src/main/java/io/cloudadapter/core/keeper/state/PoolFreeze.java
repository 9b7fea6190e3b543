package io.cloudadapter.core.keeper.state;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.PoolRecord;

/** The freeze of a pool: while it lasts, the pool changes nothing in the cloud. */
public final class PoolFreeze {
  private final Ledger ledger;
  private final CurrentStep step;
  private final AlarmRegistry alarms;
  private final CloudContact cloud;

  public PoolFreeze(Ledger ledger, CurrentStep step, AlarmRegistry alarms, CloudContact cloud) {
    this.ledger = ledger;
    this.step = step;
    this.alarms = alarms;
    this.cloud = cloud;
  }

  public boolean isFrozen() {
    return ledger.pool().frozen() != null;
  }

  /** Whether anything may be launched or ended at all. */
  public boolean mayAct() {
    return cloud.identified
        && cloud.listed
        && !isFrozen()
        && !ledger.pool().restored()
        && ledger.pool().phase() == PoolRecord.Phase.ACTIVE;
  }

  public void begin(Alarm.Code code, String message) {
    Alarm.Code before = ledger.pool().frozen();
    if (before == null || (code == Alarm.Code.WRONG_ACCOUNT && before != code)) {
      // The wrong account explains everything else, so it takes its place.
      thaw();
      ledger.put(ledger.pool().edit(edit -> {
        edit.frozen = code;
        edit.frozenMessage = message;
        edit.frozenSince = step.wall();
      }));
    }
    alarms.raise(code, message, step.wall());
  }

  public void thaw() {
    Alarm.Code code = ledger.pool().frozen();
    if (code != null) {
      alarms.clear(code);
      ledger.put(ledger.pool().edit(edit -> {
        edit.frozen = null;
        edit.frozenMessage = null;
        edit.frozenSince = null;
      }));
    }
  }
}

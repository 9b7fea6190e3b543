package io.cloudadapter.core.keeper.state;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.core.config.OperatingState;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.PoolRecord;
import io.cloudadapter.core.protocol.Effect;

/**
 * What keeps a pool from changing the cloud: a freeze, which lasts until its cause ends, and the state that an
 * operator has set.
 */
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

  /** What an operator lets the pool do. */
  public OperatingState state() {
    return ledger.pool().state();
  }

  /** Whether anything may be launched or ended at all. */
  public boolean mayAct() {
    return mayServe() && state().resizes();
  }

  /** Whether the machines that there are may be brought into service, and kept there. */
  public boolean mayServe() {
    return cloud.identified
        && cloud.listed
        && !isFrozen()
        && state().writes()
        && !ledger.pool().restored()
        && ledger.pool().phase() == PoolRecord.Phase.ACTIVE;
  }

  /**
   * Whether an effect may leave. All effects of all parts pass here, so that none gets around the operating state:
   * also those that only settle what began before it was set.
   */
  public boolean lets(Effect effect) {
    return (state().writes() || !effect.writes()) && (state().resizes() || !effect.resizes());
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

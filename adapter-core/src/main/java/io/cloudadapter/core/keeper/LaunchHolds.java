package io.cloudadapter.core.keeper;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.core.keeper.state.CloudContact;
import io.cloudadapter.core.keeper.state.CurrentStep;
import io.cloudadapter.core.keeper.state.LaunchAttempts;
import io.cloudadapter.core.keeper.state.LaunchBackoff;
import io.cloudadapter.core.keeper.state.LaunchFailures;
import io.cloudadapter.core.ledger.LaunchRecord;
import io.cloudadapter.core.ledger.Ledger;
import java.time.Instant;
import java.util.Optional;

/** Decides what stands against launches in a zone at present, beside the caps. */
final class LaunchHolds {
  private final Ledger ledger;
  private final CurrentStep step;
  private final CloudContact cloud;
  private final LaunchAttempts launchAttempts;
  private final LaunchBackoff launchBackoff;
  private final LaunchFailures launchFailures;
  private final QuarantineHandler quarantine;

  LaunchHolds(
      Ledger ledger,
      CurrentStep step,
      CloudContact cloud,
      LaunchAttempts launchAttempts,
      LaunchBackoff launchBackoff,
      LaunchFailures launchFailures,
      QuarantineHandler quarantine) {
    this.ledger = ledger;
    this.step = step;
    this.cloud = cloud;
    this.launchAttempts = launchAttempts;
    this.launchBackoff = launchBackoff;
    this.launchFailures = launchFailures;
    this.quarantine = quarantine;
  }

  /** What stands against a launch in a zone, beside the caps. */
  Optional<PoolPlan.Hold> holdAgainst(Optional<String> zone) {
    return holdApartFromTrial(zone)
        .or(() -> trial(zone)
            .filter(trial -> underWay(zone, trial, true))
            .map(LaunchBackoff.Trial::hold));
  }

  /** Whether only one launch may try in a zone at present, whether the cloud accepts again. */
  Optional<LaunchBackoff.Trial> trial(Optional<String> zone) {
    return launchBackoff.trial(zone, step.now());
  }

  private boolean underWay(Optional<String> zone, LaunchBackoff.Trial trial, boolean orPlanned) {
    return ledger.unresolved().stream()
        .filter(launch -> trial(launch.zoneIfAny()).equals(Optional.of(trial))
            || launch.zoneIfAny().equals(zone))
        .anyMatch(launch -> launch.status() == LaunchRecord.Status.PLANNED
            ? orPlanned
            : launchAttempts.of(launch.key()) >= trial.attempt());
  }

  private Optional<PoolPlan.Hold> holdApartFromTrial(Optional<String> zone) {
    Instant parked = ledger.pool().parkedUntil();
    if (parked != null && launchFailures.isResting()) {
      return Optional.of(new PoolPlan.Hold(
          Alarm.Code.LAUNCHES_FAIL,
          ledger.pool().launchFailures()
              + " attempts in a row to launch led to no running machine; then one machine is tried,"
              + " or at once after a resize or thaw",
          Optional.of(parked)));
    }
    if (cloud.terminationDenied) {
      return Optional.of(new PoolPlan.Hold(
          Alarm.Code.CLOUD,
          "the cloud denies ending machines, so none are made",
          Optional.empty()));
    }
    if (quarantine.strangers()) {
      return Optional.of(new PoolPlan.Hold(
          Alarm.Code.UNKNOWN_LAUNCH_KEY,
          "a machine carries a launch key that is not in the pool's ledger",
          Optional.empty()));
    }
    return launchBackoff.holdAgainst(zone, step.now());
  }

  boolean isHeldBack(Optional<String> zone) {
    return holdApartFromTrial(zone).isPresent()
        || trial(zone).filter(trial -> underWay(zone, trial, false)).isPresent();
  }
}

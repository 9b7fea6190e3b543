package io.cloudadapter.core.keeper;

import io.cloudadapter.core.keeper.refresh.ImageResolution;
import io.cloudadapter.core.keeper.state.AlarmRegistry;
import io.cloudadapter.core.keeper.state.CloudContact;
import io.cloudadapter.core.keeper.state.CurrentStep;
import io.cloudadapter.core.keeper.state.EndedMachines;
import io.cloudadapter.core.keeper.state.GrowthGuard;
import io.cloudadapter.core.keeper.state.HourlyQuota;
import io.cloudadapter.core.keeper.state.KeeperCounters;
import io.cloudadapter.core.keeper.state.LaunchAttempts;
import io.cloudadapter.core.keeper.state.LaunchBackoff;
import io.cloudadapter.core.keeper.state.LaunchFailures;
import io.cloudadapter.core.keeper.state.MachineTrackings;
import io.cloudadapter.core.keeper.state.PoolFreeze;
import io.cloudadapter.core.keeper.state.PresentLaunch;
import io.cloudadapter.core.keeper.state.SizeControl;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.protocol.KeeperConfig;
import io.cloudadapter.core.protocol.Moment;

/**
 * Makes what the parts of one keeper share. {@link KeeperStartup} restores it and {@link Keeper} hands each part what
 * that part needs of it; no part gets all of it.
 */
final class SharedState {
  final KeeperConfig settings;
  final Ledger ledger;
  final CurrentStep step;
  final AlarmRegistry alarms = new AlarmRegistry();
  final KeeperCounters counters = new KeeperCounters();
  final MachineTrackings trackings;
  final CloudContact cloud;
  final PoolFreeze freeze;
  final EndedMachines endedMachines = new EndedMachines();
  final PresentLaunch present;
  final SizeControl sizes;
  final LaunchAttempts launchAttempts = new LaunchAttempts();
  final LaunchBackoff launchBackoff;
  final LaunchFailures launchFailures;
  final HourlyQuota launchBudget;
  final HourlyQuota terminateBudget;
  final ImageResolution images;

  SharedState(KeeperConfig settings, Ledger ledger, Moment now) {
    this.settings = settings;
    this.ledger = ledger;
    this.step = new CurrentStep(now);
    this.trackings = new MachineTrackings(step);
    this.cloud = new CloudContact(step);
    this.freeze = new PoolFreeze(ledger, step, alarms, cloud);
    this.present = new PresentLaunch(settings, ledger);
    this.sizes = new SizeControl(
        settings, ledger, step, new GrowthGuard(settings, ledger, step, alarms, present));
    ledger.keepsAbove(sizes::headroom);
    this.launchBackoff =
        new LaunchBackoff(present::launch, settings.random(), alarms, launchAttempts);
    this.launchFailures = new LaunchFailures(
        settings, ledger, step, alarms, counters, trackings, launchAttempts, launchBackoff);
    this.images =
        new ImageResolution(settings, ledger, step, alarms, launchBackoff, launchFailures);
    this.launchBudget = new HourlyQuota(settings.config().launchesPerHour());
    this.terminateBudget = new HourlyQuota(settings.config().terminationsPerHour());
  }
}

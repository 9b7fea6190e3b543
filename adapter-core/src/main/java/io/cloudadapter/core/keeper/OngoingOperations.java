package io.cloudadapter.core.keeper;

import io.cloudadapter.api.PoolPlan.Ongoing;
import io.cloudadapter.api.PoolPlan.Operation;
import io.cloudadapter.core.keeper.lifecycle.ServiceEntry;
import io.cloudadapter.core.keeper.refresh.RefreshCommands;
import io.cloudadapter.core.keeper.state.CurrentStep;
import io.cloudadapter.core.keeper.state.HourlyQuota;
import io.cloudadapter.core.keeper.state.MachineTracking;
import io.cloudadapter.core.keeper.state.MachineTrackings;
import io.cloudadapter.core.keeper.state.RetryBackoff;
import io.cloudadapter.core.keeper.warm.WarmPool;
import io.cloudadapter.core.ledger.HookRecord;
import io.cloudadapter.core.ledger.LaunchRecord;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.protocol.KeeperConfig;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Lists what is under way in a pool and what each part waits for. Changes nothing. */
final class OngoingOperations {
  private final KeeperConfig settings;
  private final Ledger ledger;
  private final CurrentStep step;
  private final MachineTrackings trackings;
  private final HourlyQuota terminateBudget;
  private final Launcher launcher;
  private final RefreshCommands refreshes;
  private final WarmPool warm;
  private final ServiceEntry entry;

  OngoingOperations(
      KeeperConfig settings,
      Ledger ledger,
      CurrentStep step,
      MachineTrackings trackings,
      HourlyQuota terminateBudget,
      Launcher launcher,
      RefreshCommands refreshes,
      WarmPool warm,
      ServiceEntry entry) {
    this.settings = settings;
    this.ledger = ledger;
    this.step = step;
    this.trackings = trackings;
    this.terminateBudget = terminateBudget;
    this.launcher = launcher;
    this.refreshes = refreshes;
    this.warm = warm;
    this.entry = entry;
  }

  /**
   * Launches first, then machines that boot, those that wait to be found well, warm ones on their way, then ends; the
   * oldest first.
   */
  List<Ongoing> all() {
    List<Ongoing> all = new ArrayList<>();
    ledger.unresolved().stream()
        .sorted(Comparator.comparing(LaunchRecord::plannedAt).thenComparing(LaunchRecord::key))
        .filter(launch -> launch.possible() > 0)
        .forEach(launch -> all.add(launcher.ongoing(launch)));
    for (MachineRecord machine : ledger.busyMachines()) {
      if (machine.status() == Status.LIVE && !machine.ran() && machine.state().allocated()) {
        all.add(boot(machine));
      }
    }
    all.addAll(entry.ongoing());
    all.addAll(warm.ongoing());
    for (MachineRecord machine : ledger.busyMachines()) {
      if (machine.status() == Status.RETIRING) {
        all.add(retiring(machine));
      } else if (machine.status() == Status.DELETING) {
        all.add(deleting(machine));
      }
    }
    refreshes.ongoing().ifPresent(all::add);
    return all;
  }

  private Ongoing boot(MachineRecord machine) {
    long since = trackings.find(machine.id()).map(track -> track.since).orElse(step.startedAt());
    Duration deadline = settings.config().bootDeadline();
    String waitsFor = "it is " + machine.state().name().toLowerCase(Locale.ROOT)
        + (machine.kept()
            ? "; it is not evictable, so it stays if it does not run in time"
            : "; if it does not run in time it is replaced");
    return new Ongoing(Operation.BOOT, machine.id(), 1, waitsFor, at(since + deadline.toNanos()));
  }

  private Ongoing retiring(MachineRecord machine) {
    MachineTracking track = trackings.find(machine.id()).orElse(null);
    if (machine.goesAt() != null && (track == null || isAhead(track.goesAt))) {
      return end(machine, "the time that it was given", Optional.of(machine.goesAt()));
    }
    if (ledger.hooks().pauses(machine.id())) {
      return end(machine, "an answer to its hook", hook(machine));
    }
    if (track != null && track.drainsSince != null) {
      Duration within = settings.config().loadBalancing().drainWithin();
      return end(
          machine, "its load balancers to let go of it", at(track.drainsSince + within.toNanos()));
    }
    return end(
        machine,
        "the hour's budget of ends",
        terminateBudget.nextRefill().flatMap(this::at).filter(at -> !machine.byCommand()));
  }

  private boolean isAhead(@org.jspecify.annotations.Nullable Long at) {
    return at == null || !step.now().reached(at);
  }

  private Optional<Instant> hook(MachineRecord machine) {
    return ledger.hooks().waiting().stream()
        .filter(hook -> hook.machine().equals(machine.id()))
        .map(HookRecord::deadline)
        .min(Comparator.naturalOrder());
  }

  private Ongoing deleting(MachineRecord machine) {
    Optional<MachineTracking> track = trackings.find(machine.id());
    String waitsFor = track
        .flatMap(known -> Optional.ofNullable(known.endRefused))
        .map(why -> "the cloud to end it; refused " + times(track) + ", the last time: " + why)
        .orElse("the cloud to end it");
    Optional<Instant> next = track
        .map(MachineTracking::retry)
        .filter(RetryBackoff::waiting)
        .flatMap(retry -> at(retry.at()));
    return end(machine, waitsFor + (next.isPresent() ? "; it is asked again by then" : ""), next);
  }

  private static String times(Optional<MachineTracking> track) {
    int times = track.map(known -> known.endRefusals).orElse(1);
    return times == 1 ? "once" : times + " times";
  }

  private static Ongoing end(MachineRecord machine, String waitsFor, Optional<Instant> until) {
    return new Ongoing(Operation.TERMINATION, machine.id(), 1, waitsFor, until);
  }

  private Optional<Instant> at(long nanos) {
    return Optional.of(step.now().wallAt(nanos));
  }
}

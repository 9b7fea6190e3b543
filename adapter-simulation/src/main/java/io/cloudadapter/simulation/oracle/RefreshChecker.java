package io.cloudadapter.simulation.oracle;

import static io.cloudadapter.simulation.oracle.InvariantChecker.counts;
import static io.cloudadapter.simulation.oracle.InvariantChecker.rule;

import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.refresh.ProtectedMachines;
import io.cloudadapter.api.refresh.RefreshState;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.RefreshRecord;
import io.cloudadapter.core.ledger.RefreshSettings;
import io.cloudadapter.core.ledger.TemplateRecord;
import io.cloudadapter.simulation.cloud.HostileCloud;
import io.cloudadapter.spi.ProviderProfile;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Checks refreshes (I17): each machine that is taken out has another template, and enough machines that serve are left,
 * by the ledger and by what is true of the cloud.
 */
public final class RefreshChecker {
  private static final String RULE = "I17";

  private final InvariantChecker judge;
  private final HostileCloud cloud;
  private final ProviderProfile profile;
  private final Map<Integer, TemplateRecord> templates = new HashMap<>();
  private @Nullable RefreshRecord refresh;

  RefreshChecker(InvariantChecker judge, HostileCloud cloud, ProviderProfile profile) {
    this.judge = judge;
    this.cloud = cloud;
    this.profile = profile;
  }

  /** The refresh that is under way. */
  public Optional<RefreshRecord> active() {
    return Optional.ofNullable(refresh).filter(RefreshRecord::active);
  }

  void durable(TemplateRecord template) {
    templates.put(template.number(), template);
  }

  void durable(RefreshRecord now) {
    RefreshRecord before = refresh;
    boolean same = before != null && before.id().equals(now.id());
    rule(
        before == null || same || !before.active(),
        RULE,
        () -> "while refresh " + before + " is under way, begins " + now);
    rule(
        before == null || !same || before.active(),
        RULE,
        () -> "an ended refresh goes on as " + now);
    rule(
        now.state() != RefreshState.SUCCEEDED || outdated(now) == 0,
        RULE,
        () -> "machines of another template are left at the end of " + now);
    refresh = now;
  }

  private int outdated(RefreshRecord record) {
    int outdated = 0;
    for (MachineRecord machine : judge.present()) {
      boolean skipped = record.settings().protectedMachines() == ProtectedMachines.SKIP
          && isKept(machine, record);
      outdated += counts(machine) && isOutdated(machine, record) && !skipped ? 1 : 0;
    }
    return outdated;
  }

  private boolean isKept(MachineRecord machine, RefreshRecord record) {
    return judge.undertakings.holds(machine.id())
        || (machine.isProtected()
            && record.settings().protectedMachines() != ProtectedMachines.REPLACE);
  }

  private boolean isOutdated(MachineRecord machine, RefreshRecord record) {
    if (machine.key() == null) {
      return true;
    }
    if (!record.settings().skipMatching()) {
      return machine.profile() < record.template();
    }
    TemplateRecord made = templates.get(machine.profile());
    TemplateRecord wanted = Objects.requireNonNull(templates.get(record.template()));
    return made == null || !made.matches(wanted);
  }

  /** A refresh takes out a machine. */
  void takesOut(MachineRecord before) {
    RefreshRecord now = refresh;
    rule(
        now != null && now.state() == RefreshState.RUNNING,
        RULE,
        () -> "without a refresh that runs, " + before.id() + " is taken out: " + now);
    RefreshRecord record = Objects.requireNonNull(now);
    rule(
        isOutdated(before, record),
        RULE,
        () -> before.id() + " is taken out and has the right template");
    rule(
        !isKept(before, record),
        RULE,
        () -> before.id() + " is taken out, and is protected or under an action");
    if (!serves(before)) {
      return;
    }
    int left = 0;
    for (MachineRecord machine : judge.present()) {
      left += serves(machine) ? 1 : 0;
    }
    int serving = left;
    RefreshSettings how = record.settings();
    long least = (judge.desired() * (long) how.minHealthy() + 99) / 100;
    rule(
        serving >= least,
        RULE,
        () -> before.id() + " is taken out and leaves " + serving + " machines in service, of "
            + judge.desired() + " desired at least " + least);
  }

  /** By the ledger, and by the truth as long ago as the last of several lists in a row may have failed. */
  private boolean serves(MachineRecord machine) {
    Duration seen = judge
        .config()
        .listInterval()
        .busy()
        .multipliedBy(3)
        .plus(profile.callTimeout())
        .plus(profile.listLag());
    return counts(machine)
        && machine.ran()
        && !machine.entering()
        && machine.state() == MachineState.RUNNING
        && machine.serviceState() != ServiceState.BOOTING
        && machine.serviceState() != ServiceState.UNHEALTHY
        && cloud
            .machine(machine.id())
            .filter(truth -> truth.ranUntil() >= judge.decidedAt() - seen.toNanos())
            .isPresent();
  }

  /** How many machines may count above the desired size (I3). */
  int surge() {
    RefreshRecord now = refresh;
    if (now == null || !now.active()) {
      return 0;
    }
    int desired = judge.desired();
    RefreshSettings how = now.settings();
    long least = (desired * (long) how.minHealthy() + 99) / 100;
    int most = (int) ((long) desired * how.maxHealthy() / 100) - desired;
    int above = most == 0 && least == desired ? 1 : most;
    return Math.min(above, outdated(now));
  }
}

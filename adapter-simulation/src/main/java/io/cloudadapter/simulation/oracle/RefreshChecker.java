package io.cloudadapter.simulation.oracle;

import static io.cloudadapter.simulation.oracle.InvariantChecker.counts;
import static io.cloudadapter.simulation.oracle.InvariantChecker.rule;

import io.cloudadapter.api.DisruptionReason;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.refresh.ProtectedMachines;
import io.cloudadapter.api.refresh.RefreshCause;
import io.cloudadapter.api.refresh.RefreshState;
import io.cloudadapter.core.config.AutomaticRefreshConfig;
import io.cloudadapter.core.config.DisruptionConfig;
import io.cloudadapter.core.config.DriftResponse;
import io.cloudadapter.core.config.LaunchConfig;
import io.cloudadapter.core.ledger.LaunchRecord;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.PoolRecord;
import io.cloudadapter.core.ledger.RefreshRecord;
import io.cloudadapter.core.ledger.RefreshSettings;
import io.cloudadapter.core.ledger.TemplateRecord;
import io.cloudadapter.core.template.TemplateDigest;
import io.cloudadapter.core.template.TemplateKey;
import io.cloudadapter.simulation.cloud.HostileCloud;
import io.cloudadapter.simulation.engine.VirtualTime;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.ProviderProfile;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Checks refreshes (I17): each machine that is taken out has another template, and enough machines that serve are left,
 * by the ledger and by what is true of the cloud. Each launch is made from what its template's digest was made of, and
 * while a refresh rolls back, from the template of before.
 */
public final class RefreshChecker {
  private static final String RULE = "I17";

  private final InvariantChecker judge;
  private final HostileCloud cloud;
  private final ProviderProfile profile;
  private final VirtualTime timeline;
  private final Map<Integer, TemplateRecord> templates = new HashMap<>();
  private final ImageChecker images;
  private final AgeChecker ages;
  private @Nullable RefreshRecord refresh;

  /** When machines were taken out by refreshes that have started by themselves. */
  private final List<Long> takenByItself = new ArrayList<>();

  RefreshChecker(
      InvariantChecker judge, HostileCloud cloud, ProviderProfile profile, VirtualTime timeline) {
    this.timeline = timeline;
    this.judge = judge;
    this.cloud = cloud;
    this.profile = profile;
    this.images = new ImageChecker(judge, cloud, templates);
    this.ages = new AgeChecker(judge, timeline);
  }

  ImageChecker images() {
    return images;
  }

  AgeChecker ages() {
    return ages;
  }

  /** The refresh that is under way. */
  public Optional<RefreshRecord> active() {
    return Optional.ofNullable(refresh).filter(RefreshRecord::active);
  }

  void durable(TemplateRecord template) {
    images.resolves(template);
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
        (now.state() != RefreshState.SUCCEEDED && now.state() != RefreshState.ROLLED_BACK)
            || now.isAutomatic()
            || (outdated(now) == 0 && outdatedWarm(now) == 0),
        RULE,
        () -> "machines of another template are left at the end of " + now);
    if (!same && now.isAutomatic()) {
      startsByItself(now);
    }
    rule(
        before == null || !same || !before.isRollback() || now.rejected() == before.rejected(),
        RULE,
        () -> "a rollback is rolled back, or forgotten: " + now);
    rule(
        now.isAutomatic()
            || now.reason() == null
            || !now.reason().endsWith("has started another refresh"),
        RULE,
        () -> "a refresh that was asked for is ended by another one: " + now);
    rule(
        !now.isRollback()
            || EnumSet.of(
                    RefreshState.ROLLING_BACK,
                    RefreshState.PAUSED,
                    RefreshState.ROLLED_BACK,
                    RefreshState.ROLLBACK_FAILED)
                .contains(now.state()),
        RULE,
        () -> "a rollback has a state of another refresh: " + now);
    images.endsNone(now);
    refresh = now;
  }

  private void startsByItself(RefreshRecord now) {
    AutomaticRefreshConfig how = judge.config().automaticRefresh();
    rule(
        now.reasonToStart() == RefreshCause.DRIFT
            ? how.drift() == DriftResponse.AUTOMATIC
            : how.limitsAge(),
        RULE,
        () -> "nothing has a refresh start by itself, and there starts " + now);
    rule(
        judge.pool().filter(pool -> pool.held() != null).isEmpty(),
        RULE,
        () -> "a rollback holds a template, and by itself there starts " + now);
    rule(
        outdated(now) > 0,
        RULE,
        () -> "no machine is to be replaced, and by itself there starts " + now);
  }

  /** A refresh that has started by itself takes out a machine: at most a share of them within a day. */
  private void takesOutByItself() {
    AutomaticRefreshConfig how = judge.config().automaticRefresh();
    long at = judge.decidedAt();
    takenByItself.add(at);
    takenByItself.removeIf(
        before -> before <= at - Duration.ofDays(1).toNanos() + timeline.wallSpread());
    rule(
        takenByItself.size() <= how.perDay(judge.desired()),
        RULE,
        () -> takenByItself.size() + " machines are taken out by themselves within a day, of "
            + judge.desired() + " desired, by " + how);
  }

  /** A launch leaves for the cloud. */
  void launches(LaunchRecord launch, LaunchSpec spec) {
    TemplateRecord template = templates.get(launch.profile());
    if (template == null) {
      return;
    }
    LaunchConfig made = new LaunchConfig(
        List.of(),
        spec.size(),
        spec.image().map(cloud.images::name),
        spec.market(),
        spec.tags(),
        spec.userData(),
        Map.of());
    TemplateDigest digest = TemplateDigest.of(judge.config().name(), made, TemplateKey.fixed());
    Optional<String> image = template.image();
    rule(
        template.isOf(digest, TemplateKey.fixed())
            && (image.isEmpty() || image.equals(spec.image())),
        RULE,
        () -> "a launch is not made from its template " + template + ": " + launch + ", " + spec);
    // The image of one of them may have been resolved later, or never.
    active()
        .filter(now -> now.isRollback() && launch.profile() >= now.template())
        .ifPresent(now -> rule(
            !ImageChecker.differ(template, Objects.requireNonNull(templates.get(now.previous()))),
            RULE,
            () -> "amid " + now + " there is launched " + launch));
  }

  private int outdated(RefreshRecord record) {
    return toReplace(record).size();
  }

  /** How many machines wait in the warm pool that are to be replaced. */
  private long outdatedWarm(RefreshRecord record) {
    return judge.present().stream()
        .filter(machine -> machine.status() == MachineRecord.Status.LIVE)
        .filter(machine -> machine.warm() != null && !WarmChecker.isWaking(machine))
        .filter(machine -> !machine.isSpared() && isOutdated(machine, record))
        .count();
  }

  private List<MachineRecord> toReplace(RefreshRecord record) {
    List<MachineRecord> outdated = new ArrayList<>();
    for (MachineRecord machine : judge.present()) {
      boolean skipped = record.settings().protectedMachines() == ProtectedMachines.SKIP
          && isKept(machine, record);
      if (counts(machine) && isOutdated(machine, record) && !skipped) {
        outdated.add(machine);
      }
    }
    return outdated;
  }

  private boolean isKept(MachineRecord machine, RefreshRecord record) {
    return judge.undertakings.holds(machine.id()) || isProtected(machine, record);
  }

  private static boolean isProtected(MachineRecord machine, RefreshRecord record) {
    return machine.kept()
        || (machine.isProtected()
            && record.settings().protectedMachines() != ProtectedMachines.REPLACE);
  }

  private boolean isOutdated(MachineRecord machine, RefreshRecord record) {
    if (record.isRollback()) {
      TemplateRecord of = templates.get(machine.profile());
      TemplateRecord rejected = Objects.requireNonNull(templates.get(record.rejected()));
      return machine.key() != null && of != null && of.matches(rejected);
    }
    if (record.isAutomatic()) {
      return record.reasonToStart() == RefreshCause.DRIFT
          ? differs(machine, record)
          : machine.key() != null && ages.isOverdue(machine);
    }
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

  private boolean differs(MachineRecord machine, RefreshRecord record) {
    TemplateRecord made = templates.get(machine.profile());
    TemplateRecord wanted = Objects.requireNonNull(templates.get(record.template()));
    return machine.key() != null && made != null && ImageChecker.differ(made, wanted);
  }

  /** A refresh takes out a machine. */
  void takesOut(MachineRecord before) {
    RefreshRecord now = refresh;
    rule(
        now != null && now.moves(),
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
    if (before.warm() != null) {
      return; // It costs no availability.
    }
    if (record.isAutomatic()) {
      takesOutByItself();
    }
    if (!serves(before)) {
      return;
    }
    int left = 0;
    for (MachineRecord machine : judge.present()) {
      left += serves(machine) ? 1 : 0;
    }
    int serving = left;
    RefreshSettings how = record.settings();
    // Surge comes before headroom; how much of it was granted is not known once some of them have
    // been taken out.
    int surge = Math.max(0, above(how, judge.desired(), judge.headroom()));
    int kept = Math.min(judge.headroom(), judge.most() - judge.desired() - surge);
    int least = least(how, judge.desired()) + Math.max(0, kept);
    rule(
        serving >= least,
        RULE,
        () -> before.id() + " is taken out and leaves " + serving + " machines in service, of "
            + judge.desired() + " desired at least " + least);
  }

  /** By the ledger, and by the truth as long ago as the last of several lists in a row may have failed. */
  boolean serves(MachineRecord machine) {
    return counts(machine) && servesWhileLive(machine);
  }

  /** The same of a machine whose end has just been decided. */
  boolean servesWhileLive(MachineRecord machine) {
    Duration seen = judge
        .config()
        .listInterval()
        .busy()
        .multipliedBy(3)
        .plus(profile.callTimeout())
        .plus(profile.listLag());
    return machine.ran()
        && !machine.entering()
        && machine.warm() == null
        && machine.serviceState() != ServiceState.OUT_OF_SERVICE
        && !machine.inactive()
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
    return now == null || !now.active()
        ? 0
        : Math.min(above(now.settings(), judge.desired(), judge.headroom()), outdated(now));
  }

  private static int least(RefreshSettings how, int desired) {
    return (int) ((desired * (long) how.minHealthy() + 99) / 100);
  }

  /** How many machines a refresh may bring above the desired size, besides the headroom. */
  static int above(RefreshSettings how, int desired, int headroom) {
    int most = (int) ((long) desired * how.maxHealthy() / 100) - desired;
    return most == 0 && desired + headroom > 0 && least(how, desired) == desired ? 1 : most;
  }

  /**
   * How many of the machines that count do so only by the surge of the refresh, or by the headroom.
   *
   * @param committed the machines that count
   * @param desired the desired size
   * @param mostMachines the most that may count
   */
  int countingAbove(int committed, int desired, int mostMachines) {
    int headroom = judge.headroom(desired, mostMachines);
    int surge = bySurge(committed, desired, mostMachines, headroom);
    int kept = Math.max(0, Math.min(headroom, mostMachines - desired - surge));
    return Math.max(0, Math.min(surge + kept, committed - desired));
  }

  /** Whether one that has started by itself waits for its window or under a limit of 0, as long as that takes. */
  boolean waitsByItself(RefreshRecord now) {
    return now.isAutomatic() && isHeldBack(now, toReplace(now));
  }

  /** Whether no window is open for any machine that it replaces, or a limit is 0. */
  private boolean isHeldBack(RefreshRecord now, List<MachineRecord> left) {
    DisruptionReason reason = now.disruption();
    DisruptionConfig disruption = judge.config().disruption();
    boolean pressing = reason == DisruptionReason.LIFETIME
        && left.stream()
            .anyMatch(machine -> !isProtected(machine, now) && ages.isPastHardLifetime(machine));
    boolean closed = !disruption.windows().byName().isEmpty()
        && !disruption.windows().state(reason, judge.decidedWall()).open();
    return (closed && !pressing)
        || Stream.of(
                disruption.maxUnavailable(),
                disruption.limit(reason, judge.config().maxSize()))
            .flatMap(Optional::stream)
            .anyMatch(limit -> limit.value() == 0);
  }

  private int bySurge(int committed, int desired, int mostMachines, int headroom) {
    RefreshRecord now = refresh;
    if (now == null || !now.active() || committed <= desired) {
      return 0;
    }
    int present = judge.pool().map(PoolRecord::profile).orElse(now.template());
    if (present != now.template()) {
      return 0; // It ends at the next step of the keeper.
    }
    RefreshSettings how = now.settings();
    List<MachineRecord> left = toReplace(now);
    int above = above(how, desired, headroom);
    int atOnce = how.batch() > 0 ? how.batch() : Math.max(1, desired - least(how, desired) + above);
    int most = Math.min(Math.min(above, atOnce), mostMachines - desired);
    if (!now.moves() || isHeldBack(now, left)) {
      // One that waits launches none, and keeps those that it has launched.
      most = Math.min(Math.min(most, committed - left.size()), committed - desired - headroom);
    }
    int movable = 0;
    for (MachineRecord machine : left) {
      movable += isProtected(machine, now) ? 0 : 1;
    }
    return Math.max(0, Math.min(Math.min(most, movable), committed - desired));
  }
}

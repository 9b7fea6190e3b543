package io.cloudadapter.core.keeper.state;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.DisruptionReason;
import io.cloudadapter.api.DisruptionStatus;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.core.config.DisruptionConfig;
import io.cloudadapter.core.config.DisruptionLimit;
import io.cloudadapter.core.config.WindowState;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.planning.ShrinkLimit;
import io.cloudadapter.core.protocol.KeeperConfig;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The account of disruption of one pool: how many machines are unavailable, and whether one more may be. All work that
 * the pool begins by itself takes machines out of service through it.
 *
 * <p>Nothing of it is kept in memory. A debit is the record of a machine that leaves, or of an action that disrupts
 * its machine, and so is as durable as that; a keeper that begins finds all debits in the ledger. How many machines
 * the pool lacks follows from the ledger too.
 */
public final class DisruptionAccount {
  private static final Duration LOOK_AGAIN = Duration.ofHours(1);

  /** A list that began longer ago than this many of the pool's lists shows nothing about health. */
  private static final int LISTS_MAY_FAIL = 3;

  private final KeeperConfig settings;
  private final DisruptionConfig config;
  private final Ledger ledger;
  private final CurrentStep step;
  private final MachineTrackings trackings;
  private final CloudContact cloud;
  private final SizeControl sizes;
  private final Predicate<MachineRecord> served;

  /** What the windows said last, as long as it holds. */
  private final Map<DisruptionReason, Known> windows = new EnumMap<>(DisruptionReason.class);

  private record Known(WindowState state, Instant from, Instant until) {}

  /** Knows whether a machine is behind all load balancers of the pool. */
  public DisruptionAccount(
      KeeperConfig settings,
      Ledger ledger,
      CurrentStep step,
      MachineTrackings trackings,
      CloudContact cloud,
      SizeControl sizes,
      Predicate<MachineRecord> served) {
    this.settings = settings;
    this.config = settings.config().disruption();
    this.ledger = ledger;
    this.step = step;
    this.trackings = trackings;
    this.cloud = cloud;
    this.sizes = sizes;
    this.served = served;
  }

  /** Whether work for a reason may begin, by the windows alone; if not, wakes the keeper when one opens. */
  public WindowState window(DisruptionReason reason) {
    Instant now = step.wall();
    Known known = windows.get(reason);
    if (known == null || now.isBefore(known.from()) || !now.isBefore(known.until())) {
      WindowState state = config.windows().state(reason, now);
      Instant change = (state.open() ? state.until() : state.opens()).orElse(Instant.MAX);
      Instant later = now.plus(LOOK_AGAIN);
      known = new Known(state, now, change.isBefore(later) ? change : later);
      windows.put(reason, known);
    }
    if (!known.state().open()) {
      step.wakeAt(step.now().plus(Duration.between(now, known.until())));
    }
    return known.state();
  }

  /** That no window is open for a reason, and which one opens next, for people; empty if work may begin. */
  public Optional<String> closed(DisruptionReason reason) {
    WindowState state = window(reason);
    return state.open()
        ? Optional.empty()
        : Optional.of("no window of disruption is open for " + reason.word()
            + state
                .window()
                .map(name -> ", and " + name + " opens next"
                    + state.opens().map(at -> ", at " + at).orElse(""))
                .orElse(""));
  }

  /** The limit of 0 that holds back all work for a reason, for people; empty if there is none. */
  public Optional<String> barred(DisruptionReason reason) {
    return config
        .maxUnavailable()
        .filter(DisruptionAccount::isZero)
        .map(limit -> "disruption.maxUnavailable is " + limit.text())
        .or(() -> given(reason)
            .filter(DisruptionAccount::isZero)
            .map(limit -> "disruption." + reason.word() + " is " + limit.text()));
  }

  private static boolean isZero(DisruptionLimit limit) {
    return limit.value() == 0;
  }

  /** Begins to take machines for a reason, in one step. */
  public Draft draft(DisruptionReason reason) {
    return draft(reason, machine -> false);
  }

  /** The same, where some machines wait for no window; limits hold them all the same. */
  public Draft draft(DisruptionReason reason, Predicate<MachineRecord> windowless) {
    return new Draft(reason, windowless);
  }

  /** How many machines that serve are on their way out, or under an action that disrupts them. */
  int debits() {
    int debits = ledger.actions().disrupting();
    for (MachineRecord machine : ledger.machines()) {
      debits += machine.debit() ? 1 : 0;
    }
    return debits;
  }

  /** The debits of one reason, also of machines that did not serve. */
  int debits(DisruptionReason reason) {
    if (reason == DisruptionReason.ACTION) {
      return ledger.actions().disrupting();
    }
    int debits = 0;
    for (MachineRecord machine : ledger.machines()) {
      debits += machine.leaving() && machine.disruption() == reason ? 1 : 0;
    }
    return debits;
  }

  /** How many machines are unavailable: on their way out, or healthy ones that desired size and headroom lack. */
  int unavailable() {
    return Math.max(debits(), wanted() - healthy());
  }

  /** How many machines are to serve. */
  private int wanted() {
    return ledger.pool().desired() + sizes.owedHeadroom();
  }

  /** How many machines may be unavailable for all reasons together; empty if there is no limit. */
  Optional<Integer> limit() {
    return config.maxUnavailable().map(limit -> limit.of(ledger.pool().desired()));
  }

  /** How many machines may be unavailable for one reason; empty if there is no limit. */
  Optional<Integer> limit(DisruptionReason reason) {
    return given(reason).map(limit -> limit.of(ledger.pool().desired()));
  }

  private Optional<DisruptionLimit> given(DisruptionReason reason) {
    return config.limit(reason, settings.config().maxSize());
  }

  private int healthy() {
    int healthy = 0;
    for (MachineRecord machine : ledger.machines()) {
      healthy += isHealthy(machine) ? 1 : 0;
    }
    return healthy;
  }

  /** The account as it is shown. */
  public DisruptionStatus status() {
    return new DisruptionStatus(
        Math.max(0, unavailable()),
        optional(limit()),
        Stream.of(DisruptionReason.values()).map(this::status).toList());
  }

  private DisruptionStatus.Reason status(DisruptionReason reason) {
    WindowState state = window(reason);
    return new DisruptionStatus.Reason(
        reason,
        debits(reason),
        optional(limit(reason)),
        state.open(),
        state.until(),
        state.opens(),
        state.window());
  }

  private static OptionalInt optional(Optional<Integer> number) {
    return number.map(OptionalInt::of).orElseGet(OptionalInt::empty);
  }

  /** Whether the last complete list is recent enough to show which machines are healthy. */
  public boolean isListRecent() {
    Duration old = settings
        .config()
        .listInterval()
        .busy()
        .multipliedBy(LISTS_MAY_FAIL)
        .plus(settings.profile().callTimeout());
    return cloud.listed && !step.now().reached(cloud.lastListBegan + old.toNanos());
  }

  /** Whether it carries its share of the load, by the last list. A reader of a copy looks behind no load balancer. */
  private boolean isHealthy(MachineRecord machine) {
    return machine.available()
        && trackings.find(machine.id()).map(MachineTracking::isShown).orElse(true)
        && (settings.reads() || served.test(machine));
  }

  /** The machines that are taken for one reason in one step. */
  public final class Draft implements ShrinkLimit {
    private final DisruptionReason reason;
    private final Predicate<MachineRecord> windowless;
    private final boolean limited;
    private final Optional<Integer> most;
    private final Optional<Integer> mostOfReason;
    private int debits;
    private int ofReason;
    private int healthy;
    private int wanted;
    private boolean counted;
    private PoolPlan.@Nullable Hold hold;

    private Draft(DisruptionReason reason, Predicate<MachineRecord> windowless) {
      this.reason = reason;
      this.windowless = windowless;
      this.most = limit();
      this.mostOfReason = limit(reason);
      this.limited = most.isPresent() || mostOfReason.isPresent() || isWindowed();
    }

    private boolean isWindowed() {
      return !config.windows().byName().isEmpty() && reason != DisruptionReason.ACTION;
    }

    @Override
    public boolean take(MachineRecord machine) {
      boolean free = !limited || permits(machine);
      if (free) {
        note(machine);
      }
      return free;
    }

    /** Whether a machine may be taken; takes none. */
    public boolean permits(MachineRecord machine) {
      if (!limited) {
        return true;
      }
      count();
      Optional<PoolPlan.Hold> held = closed(machine).or(() -> spent(machine));
      held.ifPresent(found -> hold = found);
      return held.isEmpty();
    }

    /** Whether the limits leave room for any more machine, whichever it is. */
    public boolean hasRoom() {
      if (limited) {
        count();
      }
      return mostOfReason.filter(limit -> ofReason + 1 > limit).isEmpty()
          && most.filter(limit -> debits + 1 > limit).isEmpty();
    }

    /** Whether the limits leave room for any machine that is available; one that is not may go all the same. */
    public boolean hasRoomForAvailable() {
      count();
      return most.filter(limit -> wanted - healthy > limit).isEmpty();
    }

    private void count() {
      if (!counted) {
        counted = true;
        ofReason += DisruptionAccount.this.debits(reason);
        if (most.isPresent()) {
          debits += DisruptionAccount.this.debits();
          healthy += DisruptionAccount.this.healthy();
          wanted = wanted();
        }
      }
    }

    private Optional<PoolPlan.Hold> closed(MachineRecord machine) {
      if (!isWindowed() || windowless.test(machine)) {
        return Optional.empty();
      }
      return DisruptionAccount.this
          .closed(reason)
          .map(why -> hold(why, window(reason).opens()));
    }

    private Optional<PoolPlan.Hold> spent(MachineRecord machine) {
      if (mostOfReason.isPresent() && ofReason + 1 > mostOfReason.get()) {
        return Optional.of(hold(
            "disruption." + reason.word() + " is " + text(given(reason), mostOfReason.get())
                + ", and " + ofReason + (ofReason == 1 ? " is" : " are") + " unavailable for it",
            Optional.empty()));
      }
      // One that does not serve costs no availability.
      if (most.isEmpty() || (reason != DisruptionReason.ACTION && !machine.serves())) {
        return Optional.empty();
      }
      if (!settings.reads() && !isListRecent()) {
        return Optional.of(hold(
            "disruption.maxUnavailable waits for a complete list of the cloud", Optional.empty()));
      }
      int lacking = wanted - healthy + (isHealthy(machine) ? 1 : 0);
      // One that is only not known to be healthy, as after a restart, may serve: it is not ill.
      if (debits + 1 > most.get() || (machine.available() && lacking > most.get())) {
        return Optional.of(hold(
            "disruption.maxUnavailable is " + text(config.maxUnavailable(), most.get()) + ", and "
                + Math.max(debits, wanted - healthy) + " of " + wanted
                + " machines are unavailable",
            Optional.empty()));
      }
      return Optional.empty();
    }

    private String text(Optional<DisruptionLimit> limit, int machines) {
      return limit
          .filter(DisruptionLimit::isPercent)
          .map(percent -> percent.text() + ", which is " + machines)
          .orElse(Integer.toString(machines));
    }

    private PoolPlan.Hold hold(String why, Optional<Instant> until) {
      return new PoolPlan.Hold(Alarm.Code.RATE_LIMITED, why, until);
    }

    @Override
    public void note(MachineRecord machine) {
      if (!limited) {
        return;
      }
      count();
      debits += machine.serves() || reason == DisruptionReason.ACTION ? 1 : 0;
      ofReason++;
      healthy -= isHealthy(machine) ? 1 : 0;
    }

    @Override
    public Optional<PoolPlan.Hold> hold() {
      return Optional.ofNullable(hold);
    }
  }
}

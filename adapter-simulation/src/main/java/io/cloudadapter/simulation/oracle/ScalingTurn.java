package io.cloudadapter.simulation.oracle;

import static io.cloudadapter.simulation.oracle.InvariantChecker.rule;

import io.cloudadapter.api.scaling.AdjustmentPolicy;
import io.cloudadapter.api.scaling.Policy;
import io.cloudadapter.api.scaling.PolicySelector;
import io.cloudadapter.api.scaling.ResizeDecision;
import io.cloudadapter.api.scaling.ResizeRequest;
import io.cloudadapter.api.scaling.ScalingDecision;
import io.cloudadapter.api.scaling.ScalingDirection;
import io.cloudadapter.api.scaling.ScalingPolicy;
import io.cloudadapter.api.scaling.ScalingRequest;
import io.cloudadapter.api.scaling.ScalingView;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.ledger.RefreshRecord;
import io.cloudadapter.core.ledger.RefreshSettings;
import io.cloudadapter.core.ledger.ScalingRecord;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.CommandResult;
import io.cloudadapter.core.protocol.Event;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The scaling commands of one step, each checked against its policy and the limits of that moment. What is found wrong
 * counts once the step is durable.
 */
final class ScalingTurn {
  private static final String COOLING = " cooldown is still in progress.";
  private static final String NO_ROOM = "There is no feasible plan to handle all nodes.";

  private final ScalingModel model;
  private final InvariantChecker judge;
  private final PoolConfig config;
  private final int committed;

  /** How many machines there are for a policy. */
  private final int withoutSurge;

  private final Set<ScalingDirection> started = EnumSet.noneOf(ScalingDirection.class);
  private final Map<String, CommandResult> kept = new HashMap<>();
  private final Set<String> free = new HashSet<>();
  private final boolean atRest; // Nothing that is under way changes how many there are.
  private ScalingRecord.@Nullable Limit min;
  private ScalingRecord.@Nullable Limit max;
  private long most;
  private long allowed;
  private long mayHaveGone;

  /** The most that was allowed after any of the commands, of which only some may become durable. */
  private long everAllowed;

  private @Nullable RefreshSettings refresh;
  private boolean planned;
  private @Nullable AssertionError found;
  private boolean untouched = true;

  ScalingTurn(ScalingModel model, InvariantChecker judge, PoolConfig config, int size) {
    this.model = model;
    this.judge = judge;
    this.config = config;
    this.committed = judge.effective() + judge.open();
    this.allowed = model.credit();
    this.everAllowed = model.credit();
    this.refresh = judge.refreshes.active().map(RefreshRecord::settings).orElse(null);
    boolean frozen = judge.pool().filter(pool -> pool.frozen() != null).isPresent();
    this.atRest = frozen || committed == size + judge.headroom(size);
    this.most = Math.max(committed, size);
    ScalingRecord scale = ScalingModel.record(judge.pool());
    min = holds(scale.minSize(), config.scaling().minSize());
    max = holds(scale.maxSize(), config.maxSize());
    // Machines that count by the surge of a refresh, or by the headroom, are no ground for a
    // policy.
    this.withoutSurge = committed - judge.refreshes.countingAbove(committed, size, most());
  }

  /** A refresh that has started by itself may have had its share of the day: then its one machine counts. */
  private boolean isBesideSurge(int seen) {
    return judge.refreshes.active().filter(RefreshRecord::isAutomatic).isPresent()
        && seen >= committed - 1
        && seen <= committed;
  }

  private static ScalingRecord.@Nullable Limit holds(
      ScalingRecord.@Nullable Limit limit, int configured) {
    return limit != null && limit.configured() == configured ? limit : null;
  }

  ScalingModel.Page page() {
    return new ScalingModel.Page(min, max, Set.copyOf(started));
  }

  /** The most machines that may be asked for. */
  int most() {
    int limit = max == null ? config.maxSize() : max.value();
    return limit < 0 ? config.maxSizeLimit() : Math.min(limit, config.maxSizeLimit());
  }

  private int least() {
    return Math.min(min == null ? config.scaling().minSize() : min.value(), most());
  }

  /** A refresh has started: the next plan may bring machines above the desired size for it. */
  void refreshes(RefreshSettings how) {
    refresh = how;
  }

  /** What was allowed before may be done before this command is decided, and a refresh may bring its surge. */
  void planned(int size) {
    planned = true;
    if (refresh != null) {
      int headroom = judge.headroom(size);
      most = Math.max(most, size + headroom + RefreshChecker.above(refresh, size, headroom));
    }
  }

  /** A desired size was set: as many may go as are then too many. */
  void sized(int size, int before) {
    most = Math.max(most, before);
    if (planned) {
      mayHaveGone += allowed;
      planned = false;
    }
    allow(Math.max(0, most - size));
    most = Math.max(most, size);
  }

  private void allow(long machines) {
    allowed = machines;
    everAllowed = Math.max(everAllowed, mayHaveGone + machines);
  }

  /** A schedule was followed: its size and limits hold, unless they cannot be had. */
  int followed(ScheduleChecker.Firing firing, int size) {
    ResizeRequest resize = firing.schedule().resize();
    int limit = max == null ? config.maxSize() : max.value();
    ResizeDecision book = resize.decide(
        new ScalingView(committed, size, least(), limit, config.maxSizeLimit(), 0, 0));
    if (!book.ok() || refused(firing)) {
      return size;
    }
    min = set(resize.minSize(), min, book.minSize(), config.scaling().minSize());
    max = set(resize.maxSize(), max, book.maxSize(), config.maxSize());
    sized(book.desiredSize(), size);
    return book.desiredSize();
  }

  /** Where zones are full, or machines cannot be let go alive, nothing may come of it. */
  private boolean refused(ScheduleChecker.Firing firing) {
    boolean may = config.scaling().placement().isPresent()
        || config.scaling().deletion().filter(policy -> !policy.destroy()).isPresent();
    return may
        && firing.before().desired() == firing.after().desired()
        && firing.before().scale().equals(firing.after().scale());
  }

  /** A machine is in service again, perhaps besides the one that took its place. */
  void tookBack() {
    most++;
    allow(allowed + 1);
  }

  /** A machine joined that was there already, and the desired size made room for it. */
  void joined(int size) {
    most = Math.max(most, size);
  }

  /** Machines were adopted; the model has no number of them. */
  void adopted() {
    most = Integer.MAX_VALUE / 4;
  }

  /** Whether a decision says no: then nothing may come of it, and its key is free. */
  boolean declined(Event.Asked asked, Optional<CommandResult> outcome) {
    boolean no = outcome.isPresent()
        && (outcome.get() instanceof CommandResult.Scaled scaled
            ? !scaled.decision().ok()
            : !((CommandResult.Resized) outcome.get()).decision().ok());
    if (no) {
      asked.caller().idempotencyKey().ifPresent(free::add);
    }
    return no;
  }

  /** Keeps the answer for repetitions. */
  void answered(Event.Asked asked, Optional<CommandResult> outcome) {
    untouched = false;
    asked.caller().idempotencyKey().ifPresent(key -> {
      free.remove(key);
      outcome.ifPresent(said -> kept.put(key, said));
    });
  }

  void repeated(Event.Asked asked, Optional<CommandResult> outcome) {
    String key = asked.caller().idempotencyKey().orElseThrow();
    CommandResult first = kept.getOrDefault(key, model.answer(key));
    if (!Objects.equals(first, outcome.orElse(null))) {
      find(new AssertionError(
          "I6 is broken: the answer under " + key + " was " + first + ", and is now " + outcome));
    }
  }

  /** Keeps what a rule says. A deposed keeper may break any; it counts once its step is durable. */
  void hold(Runnable rule) {
    try {
      rule.run();
    } catch (AssertionError broken) {
      find(broken);
    }
  }

  void find(AssertionError error) {
    found = found == null ? error : found;
  }

  /** Holds a decision against the book; returns the size that it leads to. */
  int decided(Command command, CommandResult outcome, int size, boolean unforeseen) {
    try {
      if (command instanceof Command.Scale scale
          && outcome instanceof CommandResult.Scaled scaled) {
        return scaled(scale, scaled.decision(), size, unforeseen);
      }
      if (command instanceof Command.Resize adjust
          && outcome instanceof CommandResult.Resized resized) {
        return resized(adjust.resize(), resized.decision(), size, unforeseen);
      }
      find(new AssertionError("I6 is broken: " + command + " was answered by " + outcome));
    } catch (AssertionError e) {
      find(e);
    }
    return size;
  }

  private void seen(ScalingView view, int size, boolean unforeseen) {
    rule(
        unforeseen || view.desiredSize() == size,
        "I6",
        "decided for a desired size of " + view.desiredSize() + ", but it is " + size);
    rule(
        view.minSize() == least()
            && view.perPoolCap() == config.maxSizeLimit()
            && (view.maxSize() < 0
                    ? config.maxSizeLimit()
                    : Math.min(view.maxSize(), config.maxSizeLimit()))
                == most(),
        "limits",
        "decided within " + view + ", but the limits are " + least() + " to " + most());
    rule(
        !untouched
            || !atRest
            || view.committed() == withoutSurge
            || isBesideSurge(view.committed()),
        "I3",
        "decided from " + view.committed() + " machines, but there are " + withoutSurge + " of "
            + committed + " without the surge of a refresh");
  }

  private int scaled(
      Command.Scale command, ScalingDecision decision, int size, boolean unforeseen) {
    ScalingView view = decision.view();
    seen(view, size, unforeseen);
    Map<String, ScalingPolicy> asked = asked(command);
    List<ScalingDecision> possible = new ArrayList<>();
    for (ScalingPolicy policy : asked.values()) {
      possible.add(policy.decide(command.request(), view));
    }
    boolean cools = !decision.ok() && decision.reason().endsWith(COOLING);
    boolean crowded =
        decision.reason().equals(NO_ROOM) && config.scaling().placement().isPresent();
    rule(
        cools || crowded || possible.contains(decision),
        "policy",
        command + " was decided as " + decision + ", but the policies say " + possible);
    cooled(command.request(), asked, decision, cools);
    int before = unforeseen ? view.desiredSize() : size;
    if (!decision.changes()) {
      return before;
    }
    ScalingDirection event = decision.event().orElseThrow();
    boolean out = event == ScalingDirection.SCALE_OUT;
    int after = out
        ? Math.max(before, view.committed() + decision.count())
        : Math.min(before, view.committed() - decision.count());
    rule(
        after == before || (out ? after <= most() : after >= least()),
        "limits",
        command + " leads from " + before + " to " + after + ", the limits are " + least() + " to "
            + most());
    changed(event, decision.count(), after);
    started.add(event);
    return after;
  }

  private void changed(ScalingDirection event, int count, int after) {
    allow(allowed + (event == ScalingDirection.SCALE_IN ? count : 0));
    most = Math.max(most, after);
  }

  private Map<String, ScalingPolicy> asked(Command.Scale command) {
    if (command.by() instanceof PolicySelector.Given given) {
      return Map.of("of the request", given.policy());
    }
    Map<String, ScalingPolicy> asked = new HashMap<>();
    for (Map.Entry<String, Policy> entry : config.scaling().policies().entrySet()) {
      boolean mine = command.by() instanceof PolicySelector.Named named
          ? named.name().equals(entry.getKey())
          : entry.getValue() instanceof AdjustmentPolicy adjustment
              ? command.request() instanceof ScalingRequest.Scale scale
                  && scale.event() == adjustment.event()
              : command.request() instanceof ScalingRequest.Measured;
      if (mine && entry.getValue() instanceof ScalingPolicy policy) {
        asked.put(entry.getKey(), policy);
      }
    }
    return asked.isEmpty() ? Map.of("", ScalingPolicy.none()) : asked;
  }

  /** Cooldowns are kept, as far as one clock can tell; and none is kept that was not started. */
  private void cooled(
      ScalingRequest request,
      Map<String, ScalingPolicy> asked,
      ScalingDecision decision,
      boolean refused) {
    boolean allCool = true;
    boolean anyCools = false;
    for (ScalingPolicy policy : asked.values()) {
      if (!(policy instanceof AdjustmentPolicy adjustment)
          || adjustment.cooldown().isZero()) {
        allCool = false;
        continue;
      }
      ScalingDirection event = adjustment.event();
      Long start =
          started.contains(event) ? Long.valueOf(judge.decidedAt()) : model.startedAt(event);
      boolean inThisLife = start != null && start >= judge.lifeBegan();
      long left = start == null ? 0 : start + adjustment.cooldown().toNanos() - judge.decidedAt();
      boolean waits = model.moves(event) || started.contains(event);
      allCool &= inThisLife && left > 0;
      anyCools |= waits || (start != null && (!inThisLife || left > 0));
    }
    rule(
        !allCool || !decision.ok(),
        "cooldown",
        request + " was decided as " + decision + " while the cooldown lasts");
    rule(!refused || anyCools, "cooldown", "no cooldown lasts, but it was said: " + decision);
  }

  private int resized(ResizeRequest resize, ResizeDecision decision, int size, boolean unforeseen) {
    seen(decision.view(), size, unforeseen);
    ResizeDecision book = resize.decide(decision.view());
    boolean crowded =
        decision.reason().equals(NO_ROOM) && config.scaling().placement().isPresent();
    rule(
        crowded || book.equals(decision),
        "policy",
        "a resize was decided as " + decision + ", by the book it is " + book);
    if (!decision.ok()) {
      return size;
    }
    min = set(resize.minSize(), min, decision.minSize(), config.scaling().minSize());
    max = set(resize.maxSize(), max, decision.maxSize(), config.maxSize());
    changed(decision.event(), decision.count(), decision.desiredSize());
    return decision.desiredSize();
  }

  private static ScalingRecord.@Nullable Limit set(
      OptionalInt given, ScalingRecord.@Nullable Limit before, int value, int configured) {
    return given.isPresent() ? new ScalingRecord.Limit(value, configured) : before;
  }

  /** The first rule that was found broken. */
  Optional<AssertionError> found() {
    return Optional.ofNullable(found);
  }

  /** The idempotency keys of commands that were declined. */
  Set<String> free() {
    return free;
  }

  /** The directions in which this step scales. */
  Set<ScalingDirection> started() {
    return started;
  }

  /** The answers to keep, by idempotency key. */
  Map<String, CommandResult> kept() {
    return kept;
  }

  /** How many machines may go once all commands are durable. */
  long allowed() {
    return mayHaveGone + allowed;
  }

  /** How many machines may go if only some of the commands become durable. */
  long everAllowed() {
    return everAllowed;
  }
}

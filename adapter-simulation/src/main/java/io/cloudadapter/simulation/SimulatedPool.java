package io.cloudadapter.simulation;

import io.cloudadapter.api.DisruptionStatus;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.TimeSpan;
import io.cloudadapter.api.WriteOptions;
import io.cloudadapter.api.action.ActionList;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.api.action.ActionWatch;
import io.cloudadapter.api.event.PoolEventPage;
import io.cloudadapter.api.event.PoolEventQuery;
import io.cloudadapter.api.hook.WaitingHook;
import io.cloudadapter.api.refresh.RefreshStatus;
import io.cloudadapter.core.keeper.Keeper;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.CommandResult;
import io.cloudadapter.core.protocol.CommandSender;
import io.cloudadapter.core.protocol.CommandTimeout;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.core.runtime.KeeperBackedPool;
import io.cloudadapter.simulation.process.KeeperActor;
import io.cloudadapter.simulation.process.KeeperProcess;
import io.cloudadapter.simulation.process.PoolUnderTest;
import io.cloudadapter.simulation.process.SimulationWorld;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The pool of a simulation, as a program sees it. A call that has to wait lets virtual time pass until its
 * answer is there, so that it returns at once by any real clock. Behaves as the library's own pool does:
 * while its process is down every call is UNAVAILABLE, and a write whose answer does not come within 30
 * seconds ends as UNKNOWN.
 *
 * <p>For the program that it is given to, on the thread that runs the simulation.
 */
public final class SimulatedPool extends KeeperBackedPool {
  private final SimulationWorld world;
  private final PoolUnderTest ward;

  SimulatedPool(SimulationWorld world, PoolUnderTest ward) {
    this.world = world;
    this.ward = ward;
  }

  /**
   * What time it is in the simulation.
   *
   * @return since the beginning
   */
  public Duration now() {
    return Duration.ofNanos(world.timeline.nanos());
  }

  @Override
  public PoolName name() {
    return ward.config().name();
  }

  private KeeperProcess host() {
    return world
        .reached()
        .orElseThrow(() -> new PoolException(
            Reason.UNAVAILABLE,
            "no process keeps pool " + name() + " at present",
            "The simulated one has died; another is started within the hour. Ask again."));
  }

  private KeeperActor kept() {
    return host().kept(ward);
  }

  @Override
  public PoolView view() {
    PoolView view = kept().shown;
    return view != null ? view : keeper().currentView(world.timeline.now());
  }

  private Keeper keeper() {
    return kept()
        .keeper()
        .orElseThrow(() -> new PoolException(
            Reason.UNAVAILABLE,
            "pool " + name() + " is being read anew from its store",
            "Ask again in a moment."));
  }

  private Optional<PoolView> viewIfAny() {
    return world.reached().flatMap(host -> Optional.ofNullable(host.kept(ward).shown));
  }

  // The same view again says nothing new.
  @SuppressWarnings("ReferenceEquality")
  @Override
  public PoolView await(Predicate<? super PoolView> wish, Duration atMost) {
    Objects.requireNonNull(wish, "wish");
    Objects.requireNonNull(atMost, "atMost");
    long end = world.timeline.nanos() + atMost.toNanos();
    PoolView last = null;
    do {
      @Nullable PoolView view = viewIfAny().orElse(null);
      if (view != null && view != last && wish.test(view)) {
        return view;
      }
      last = view;
    } while (world.timeline.next(end));
    world.timeline.passTo(end);
    throw new PoolException(
        Reason.UNAVAILABLE,
        "timed out after " + TimeSpan.text(atMost) + " waiting for pool " + name(),
        last == null ? "" : "It is at " + last.size() + ".");
  }

  @Override
  public PoolPlan plan() {
    return keeper().explain(world.timeline.now());
  }

  @Override
  public PoolPlan planFor(int desiredSize) {
    return keeper().explainFor(desiredSize, world.timeline.now());
  }

  @Override
  public Optional<RefreshStatus> refreshStatus() {
    return keeper().refreshStatus(world.timeline.now());
  }

  @Override
  public DisruptionStatus disruption() {
    return keeper().disruption(world.timeline.now());
  }

  @Override
  public List<WaitingHook> hooks() {
    view();
    return kept().keeper().map(Keeper::hooks).orElse(List.of());
  }

  @Override
  public PoolEventPage events(PoolEventQuery query) {
    return host().events(name(), Objects.requireNonNull(query, "query"));
  }

  @Override
  public ActionList actions() {
    return host().actions(name());
  }

  @Override
  public void reportAction(UUID uid, int epoch, ActionProgress progress, WriteOptions options) {
    Objects.requireNonNull(uid, "uid");
    Objects.requireNonNull(progress, "progress");
    Objects.requireNonNull(options, "options");
    if (progress.state() == ActionProgress.State.DONE) {
      // The invariant checker gets the executor's claim as true; a report under an expired lease is
      // not one.
      action(uid)
          .filter(action -> action.attempts().size() == epoch && !action.phase().ended())
          .ifPresent(action ->
              world.cloud.deeds.doneOutside(uid, epoch, action.machine().value()));
    }
    super.reportAction(uid, epoch, progress, options);
  }

  /** Time stands still while a program waits for a watch, so it would wait for ever. */
  @Override
  public ActionWatch watchActions(long version) {
    throw new PoolException(
        Reason.UNSUPPORTED,
        "actions cannot be watched in a simulation",
        "Look at actions() in each turn.");
  }

  @Override
  public <T> T ask(Function<Keeper, T> question) {
    return question.apply(keeper());
  }

  @Override
  public CommandResult execute(Command command, WriteOptions options) {
    CommandTimeout patience = CommandTimeout.of(command, world.weather.profile());
    kept();
    CommandSender caller =
        CommandSender.under(options.idempotencyKey()).from(options.api(), options.requestId());
    world.chronicle.tell("program", () -> "asks " + command);
    world.ask(ward, new Event.Asked(command, caller));
    long end = world.timeline.nanos() + patience.within().toNanos();
    while (!caller.answer().isDone() && world.timeline.next(end)) {
      // One thing after another, until the answer is there.
    }
    if (!caller.answer().isDone()) {
      world.timeline.passTo(end);
      throw patience.ended(name());
    }
    try {
      return caller.answer().join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof PoolException refusal) {
        throw new PoolException(
            refusal.reason(), String.valueOf(refusal.getMessage()), refusal.detail(), refusal);
      }
      throw e;
    }
  }
}

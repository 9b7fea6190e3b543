package io.cloudadapter.simulation.cloud;

import static io.cloudadapter.simulation.engine.SeededRandom.SECOND;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.core.protocol.Moment;
import io.cloudadapter.simulation.engine.EventTrace;
import io.cloudadapter.simulation.engine.SeededRandom;
import io.cloudadapter.simulation.engine.VirtualTime;
import io.cloudadapter.simulation.fault.FaultInjector;
import io.cloudadapter.simulation.fault.FaultKind;
import io.cloudadapter.simulation.fault.FaultRates;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.MachineSighting;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A cloud that keeps its promises and is as unpleasant as they allow: late and jumping lists, lost
 * requests and replies, refusals of every kind, launches accepted long after their call, machines that
 * die, stop, never start or are rejected.
 */
public final class HostileCloud {
  /** The dice of what is done to machines. */
  private static final long DOING = 0x5EED;

  /** The dice of starts and stops. */
  private static final long POWERING = 0x90E4;

  /** The dice of load balancers. */
  private static final long BALANCING = 0xBA1A;

  /** The dice of resources beside machines. */
  private static final long RESOURCES = 0xD15C;

  /** The connection of one process: cut when the process dies. */
  public static final class Line {
    long cutAt = Long.MAX_VALUE;
    private long wrongUntil;

    boolean open() {
      return cutAt == Long.MAX_VALUE;
    }
  }

  public final VirtualTime timeline;
  final SeededRandom dice;
  final FaultRates weather;
  public final FaultInjector faults;
  public final EventTrace chronicle;
  public final ActionBehavior deeds;
  public final PowerBehavior power;
  public final LoadBalancerBehavior balancers;
  public final ResourceBehavior resources;
  public final GroupBehavior groups = new GroupBehavior(this);
  public final ImageBehavior images = new ImageBehavior(this);
  public final OwnDataBehavior ownData = new OwnDataBehavior();
  public final HealthBehavior health = new HealthBehavior(this);
  private final ErrorGenerator errors;
  private final LaunchBehavior launches;
  private final MarkBehavior marks;
  private final TerminateBehavior ends;
  private final Map<String, CloudMachine> machines = new HashMap<>();
  private final ListBehavior lists;
  private final Map<String, Integer> byKey = new HashMap<>();
  private final List<Consumer<CloudMachine>> watchers = new ArrayList<>();
  private int alive;
  private int made;
  private long expiredUntil;
  private long awayUntil;
  private int restarts;

  public HostileCloud(
      VirtualTime timeline,
      SeededRandom dice,
      FaultRates weather,
      FaultInjector faults,
      EventTrace chronicle) {
    this.timeline = timeline;
    this.dice = dice;
    this.weather = weather;
    this.faults = faults;
    this.chronicle = chronicle;
    this.lists = new ListBehavior(timeline, dice, weather, faults);
    this.errors = new ErrorGenerator(dice, weather.zones());
    this.launches = new LaunchBehavior(this, errors);
    this.marks = new MarkBehavior(this, errors);
    this.ends = new TerminateBehavior(this, errors);
    this.deeds = new ActionBehavior(this, new SeededRandom(DOING));
    this.power = new PowerBehavior(this, new SeededRandom(POWERING));
    this.resources = new ResourceBehavior(this, new SeededRandom(RESOURCES));
    this.balancers = new LoadBalancerBehavior(this, new SeededRandom(BALANCING));
  }

  /** Calls back whenever a machine is made, changes or ends. */
  public void watch(Consumer<CloudMachine> watcher) {
    watchers.add(watcher);
  }

  /** Machines that a list may show: those that have not long ended. */
  public List<CloudMachine> listed() {
    return lists.machines();
  }

  public Optional<CloudMachine> machine(String id) {
    return Optional.ofNullable(machines.get(id));
  }

  /** How many machines were ever made under a key. */
  public int madeUnder(String key) {
    return byKey.getOrDefault(key, 0);
  }

  /** How many machines there are that have not ended. */
  int alive() {
    return alive;
  }

  public Line connect(boolean mayBeWrong) {
    Line line = new Line();
    if (mayBeWrong && faults.strikes(FaultKind.WRONG_ACCOUNT)) {
      line.wrongUntil = timeline.nanos() + dice.seconds(1, 300);
    }
    return line;
  }

  public void cut(Line line) {
    line.cutAt = timeline.nanos();
  }

  /** Something befalls the cloud as a whole. */
  public void trouble() {
    if (faults.strikes(FaultKind.CREDENTIALS_EXPIRE)) {
      expiredUntil = timeline.nanos() + dice.seconds(10, 1200);
      chronicle.tell("cloud", () -> "the credentials expire");
    }
    if (faults.strikes(FaultKind.CLOUD_RESTARTS)) {
      awayUntil = timeline.nanos() + dice.seconds(1, 900);
      restarts++;
      chronicle.tell("cloud", () -> "goes away");
    }
  }

  /** Why no call gets through at present, if none does. */
  private Optional<CloudException> away() {
    if (faults.isCalm()) {
      return Optional.empty();
    }
    if (timeline.nanos() < expiredUntil) {
      return Optional.of(ErrorGenerator.of(Kind.UNAUTHENTICATED, CloudException.Effect.NONE));
    }
    return timeline.nanos() < awayUntil
        ? Optional.of(ErrorGenerator.of(Kind.UNAVAILABLE, CloudException.Effect.UNKNOWN))
        : Optional.empty();
  }

  int restarts() {
    return restarts;
  }

  public void reply(Consumer<Event> hears, Line line, long wait, Supplier<Event> event) {
    timeline.after(wait, () -> {
      if (line.open()) {
        hears.accept(event.get());
      }
    });
  }

  long callTime() {
    long most = weather.profile().callTimeout().toNanos();
    return faults.strikes(FaultKind.SLOW_CALL)
        ? dice.between(SECOND / 100, most)
        : dice.between(1, SECOND);
  }

  /** What a launch request was prepared from. */
  public LaunchSpec prepared(String request) {
    return launches.prepared(request);
  }

  /** Does what a keeper asks, or not. */
  public void run(PoolName pool, Effect effect, Line line, Consumer<Event> hears) {
    Optional<CloudException> away = away();
    if (effect instanceof Effect.Identify) {
      identify(line, hears, away);
    } else if (effect instanceof Effect.ListPool) {
      list(pool, line, hears, Optional.empty(), away);
    } else if (effect instanceof Effect.Describe describe) {
      list(pool, line, hears, Optional.of(describe.ids()), away);
    } else if (effect instanceof Effect.ResolveImage resolve) {
      images.resolve(resolve, line, hears, away);
    } else if (effect instanceof Effect.Prepare prepare) {
      launches.prepare(prepare, line, hears, away);
    } else if (effect instanceof Effect.Launch launch) {
      launches.launch(launch, line, hears, away);
    } else if (effect instanceof Effect.Check check) {
      launches.check(check, line, hears, away);
    } else if (effect instanceof Effect.Terminate terminate) {
      ends.terminate(terminate.machines(), line, hears, away);
    } else if (effect instanceof Effect.Complete complete) {
      resources.complete(complete, line, hears, away);
    } else if (effect instanceof Effect.ListResources) {
      resources.list(pool, line, hears, away);
    } else if (effect instanceof Effect.Release release) {
      resources.release(release, line, hears, away);
    } else if (effect instanceof Effect.Mark mark) {
      marks.mark(mark, line, hears, away);
    } else if (effect instanceof Effect.Unmark unmark) {
      marks.unmark(unmark, line, hears, away);
    } else if (effect instanceof Effect.LookBehind look) {
      balancers.look(look, line, hears, away);
    } else if (effect instanceof Effect.ReadLoadBalancerHealth read) {
      health.read(read, line, hears, away);
    } else if (effect instanceof Effect.ReadInstanceStatus read) {
      health.read(read, line, hears, away);
    } else if (effect instanceof Effect.Register register) {
      balancers.register(register, line, hears, away);
    } else if (effect instanceof Effect.Act act) {
      deeds.act(act, line, hears, away);
    } else if (effect instanceof Effect.Power asked) {
      power.power(asked, line, hears, away);
    } else if (effect instanceof Effect.Probe probe) {
      deeds.probe(probe, line, hears, away);
    } else if (!(effect instanceof Effect.Label || effect instanceof Effect.EndThrottle)) {
      // Labels are for people, and nothing is judged by them; budgets of an account have no part in
      // a simulation.
      throw new IllegalStateException("nothing carries out " + effect.getClass().getName());
    }
  }

  /** An error that leaves open what happened. */
  CloudException riddle() {
    return errors.riddle();
  }

  private void identify(Line line, Consumer<Event> hears, Optional<CloudException> away) {
    Optional<CloudException> error = away.isPresent()
        ? away
        : faults.strikes(FaultKind.LIST_FAILS) ? Optional.of(errors.riddle()) : Optional.empty();
    String who = line.wrongUntil > timeline.nanos() ? "account-2" : "account-1";
    reply(
        hears,
        line,
        callTime(),
        () -> new Event.Identified(error.isPresent() ? Optional.empty() : Optional.of(who), error));
  }

  private void list(
      PoolName pool,
      Line line,
      Consumer<Event> hears,
      Optional<Set<MachineId>> ids,
      Optional<CloudException> away) {
    Moment started = timeline.now();
    boolean overdue = faults.strikes(FaultKind.OVERDUE_CALL);
    long took = overdue ? weather.profile().callTimeout().toNanos() + SECOND : callTime();
    boolean fails = overdue || away.isPresent() || faults.strikes(FaultKind.LIST_FAILS);
    boolean gaps = fails || faults.strikes(FaultKind.LIST_GAPS);
    boolean wrong = line.wrongUntil > timeline.nanos() || away.isPresent();
    reply(hears, line, took, () -> {
      List<MachineSighting> rows =
          wrong ? List.of() : rows(pool, started.nanos(), ids, gaps ? 0.5 : 0);
      chronicle.tell(
          "cloud",
          () -> (ids.isPresent() ? "describes " : "lists ")
              + rows
              + (fails ? " and fails" : gaps ? " with gaps" : ""));
      Optional<CloudException> error =
          fails ? Optional.of(away.orElseGet(errors::riddle)) : Optional.empty();
      return ids.<Event>map(asked -> new Event.Described(started, asked, rows, !gaps, error))
          .orElseGet(() -> new Event.Listed(started, rows, !gaps, error));
    });
  }

  private List<MachineSighting> rows(
      PoolName pool, long started, Optional<Set<MachineId>> ids, double missing) {
    if (ids.isEmpty()) {
      return lists.list(pool, started, missing);
    }
    List<CloudMachine> asked = new ArrayList<>();
    for (MachineId id : ids.get()) {
      machine(id.value()).ifPresent(asked::add);
    }
    return lists.look(asked, started, missing);
  }

  /** What lists have shown of machines that did not change is no longer so. */
  void listsChange() {
    lists.changed();
  }

  /** How the reply of a launch shows a machine. */
  MachineSighting row(CloudMachine machine) {
    return lists.row(machine, machine.truth());
  }

  /** A new machine, known to the cloud from now on. */
  public CloudMachine add(
      String kind,
      @Nullable String key,
      Optional<String> zone,
      MachineState state,
      Optional<io.cloudadapter.spi.OwnershipMarks> marks) {
    CloudMachine machine =
        new CloudMachine(kind + "-" + made++, key, zone, timeline.nanos(), state, marks);
    machines.put(machine.id.value(), machine);
    lists.add(machine);
    alive++;
    if (key != null) {
      byKey.merge(key, 1, Integer::sum);
    }
    chronicle.tell(
        "cloud", () -> "makes " + machine.id + (key == null ? "" : " for launch " + key));
    watchers.forEach(watcher -> watcher.accept(machine));
    return machine;
  }

  /** Whether the credentials of a line reach another account at present. */
  boolean reachesWrongAccount(Line line) {
    return line.wrongUntil > timeline.nanos();
  }

  void move(CloudMachine machine, MachineState state) {
    boolean growing = machine.truth().state == MachineState.REQUESTED
        || machine.truth().state == MachineState.PENDING;
    if (machine.alive() && growing) {
      become(machine, state, MachineSighting.End.NOT_ENDED);
    }
  }

  void become(CloudMachine machine, MachineState state, MachineSighting.End end) {
    chronicle.tell("cloud", () -> machine.id + " is " + state + " " + end);
    alive -= machine.alive() && end == MachineSighting.End.FINAL ? 1 : 0;
    machine.become(timeline.nanos(), state, end);
    lists.changed();
    watchers.forEach(watcher -> watcher.accept(machine));
  }

  void end(MachineId id) {
    CloudMachine machine = machines.get(id.value());
    if (machine == null || !machine.alive()) {
      return;
    }
    if (machine.truth().state != MachineState.TERMINATING) {
      become(machine, MachineState.TERMINATING, MachineSighting.End.NOT_ENDED);
    }
    timeline.after(dice.seconds(0, 60), () -> die(machine));
  }

  /** Ends a machine without a word. */
  public void die(CloudMachine machine) {
    if (machine.alive()) {
      groups.ended(machine);
      become(machine, MachineState.TERMINATED, MachineSighting.End.FINAL);
    }
  }

  /** A machine may fail without a request. */
  public void mishap() {
    boolean stops = faults.strikes(FaultKind.MACHINE_STOPS);
    boolean ended = faults.strikes(FaultKind.ENDED_BY_OTHERS);
    boolean dies = faults.strikes(FaultKind.MACHINE_DIES);
    if (stops) {
      victim().ifPresent(machine -> {
        if (machine.stopped()) {
          become(machine, MachineState.RUNNING, MachineSighting.End.NOT_ENDED);
        } else if (machine.truth().state == MachineState.RUNNING) {
          machine.stopByOthers();
          become(machine, MachineState.TERMINATED, MachineSighting.End.STOPPED);
        }
      });
    }
    if (ended) {
      victim().ifPresent(machine -> end(machine.id));
    }
    if (dies) {
      victim().ifPresent(this::die);
    }
  }

  private Optional<CloudMachine> victim() {
    List<CloudMachine> alive = new ArrayList<>();
    for (CloudMachine machine : listed()) {
      if (machine.alive() && machine.truth().state != MachineState.TERMINATING) {
        alive.add(machine);
      }
    }
    return alive.isEmpty() ? Optional.empty() : Optional.of(dice.pick(alive));
  }
}

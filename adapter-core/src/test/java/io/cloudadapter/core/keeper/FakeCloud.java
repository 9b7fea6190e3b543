package io.cloudadapter.core.keeper;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.api.cloud.LoadBalancerName;
import io.cloudadapter.api.health.HealthReport;
import io.cloudadapter.api.health.HealthVerdict;
import io.cloudadapter.api.hook.HookMessage;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.core.protocol.Moment;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Conflict;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.ErrorScope;
import io.cloudadapter.spi.LaunchFailure;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchResult;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.MachineSightingBuilder;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.PoolIncarnation;
import io.cloudadapter.spi.ResourceSighting;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A cloud that does what the test says: its machines, and what goes wrong next. */
public final class FakeCloud {
  private static final PoolName POOL = new PoolName("web");

  /** A machine as it truly is; a list may show it later than that. */
  static final class Box {
    final MachineId id;
    MachineState state = MachineState.RUNNING;
    MachineSighting.End end = MachineSighting.End.NOT_ENDED;
    boolean stateKnown = true;

    @Nullable
    OwnershipMarks marks;

    @Nullable
    String zone;

    @Nullable
    LaunchFailure failure;

    private @Nullable MachineSighting row;

    Map<String, String> metadata = Map.of();
    Instant launchTime = Instant.EPOCH;

    Box(String id) {
      this.id = new MachineId(id);
    }

    boolean alive() {
      return end != MachineSighting.End.FINAL;
    }

    /** The very same row as long as nothing has changed, as an adapter may hand it out. */
    MachineSighting sighting() {
      MachineSighting now = built();
      MachineSighting before = row;
      MachineSighting same = before != null && before.equals(now) ? before : now;
      row = same;
      return same;
    }

    private MachineSighting built() {
      MachineSightingBuilder builder =
          MachineSighting.of(id, state).launchTime(launchTime).metadata(metadata);
      if (!stateKnown) {
        builder.stateUnknown();
      } else if (end == MachineSighting.End.STOPPED) {
        builder.stopped();
      }
      if (marks != null) {
        builder.marks(marks);
      }
      if (zone != null) {
        builder.zone(zone);
      }
      if (failure != null) {
        builder.failure(failure);
      }
      return builder.build();
    }
  }

  /** A request to launch, as it reached the cloud. */
  public record Sent(String key, String frozen, int count) {}

  /** The images of the launches that were sent, in their order. */
  public List<String> launchedImages() {
    return launches.stream()
        .map(sent -> java.util.Objects.requireNonNull(prepared.get(sent.frozen())))
        .map(spec -> spec.image().orElse(""))
        .toList();
  }

  public final Map<String, Box> boxes = new TreeMap<>();
  private final Map<String, Box> lost = new TreeMap<>();
  public final List<Sent> launches = new ArrayList<>();
  private final Map<String, LaunchSpec> prepared = new HashMap<>();
  /** What a group was asked for, each time. */
  final List<Integer> targets = new ArrayList<>();

  public final List<String> terminations = new ArrayList<>();

  /** How many machines each call was to end. */
  public final List<Integer> ends = new ArrayList<>();

  public final List<String> marked = new ArrayList<>();
  public final Set<String> hidden = new HashSet<>();
  public final Deque<Function<Effect.Launch, Event.Launched>> nextLaunches = new ArrayDeque<>();
  public final Deque<CloudException> nextPrepares = new ArrayDeque<>();
  public final Deque<CloudException> nextTerminates = new ArrayDeque<>();
  final Deque<CloudException> nextMarks = new ArrayDeque<>();
  final Deque<CloudException> nextUnmarks = new ArrayDeque<>();
  public final Deque<CloudException> nextIdentifies = new ArrayDeque<>();
  public final Deque<CloudException> nextLooksBehind = new ArrayDeque<>();
  public final Deque<CloudException> nextRegisters = new ArrayDeque<>();

  /** The errors of the next reads of health. */
  public final Deque<CloudException> nextHealthReads = new ArrayDeque<>();

  /** What each load balancer shows of machines behind it, and what the cloud's instance status is under no name. */
  private final Map<Optional<LoadBalancerName>, Map<String, HealthVerdict>> health =
      new HashMap<>();

  /** How often health was read, and about which machines the cloud was asked last. */
  public int healthReads;

  public Set<String> askedStatus = Set.of();

  /** Who is behind each load balancer that there is. */
  public final Map<LoadBalancerName, Set<String>> behind = new HashMap<>();

  /** Machines that stay behind load balancers for a while after their deregistration. */
  public final Set<String> draining = new HashSet<>();

  public final List<Effect.Register> registers = new ArrayList<>();

  /** To which ids names of images lead; others cannot be resolved. */
  public final Map<String, String> images = new HashMap<>();

  public int imageQuestions;
  public int looksBehind;
  private final Map<String, List<Box>> byKey = new TreeMap<>();
  private final Map<String, CloudException> refusingZones = new TreeMap<>();

  @Nullable
  public CloudException refusingAll;

  @Nullable
  public CloudException denyingEnds;

  @Nullable
  public CloudException listError;

  @Nullable
  CloudException describeError;

  public String account = "account-1";
  boolean listsComplete = true;
  boolean describesComplete = true;
  boolean remembersKeys = true;
  boolean stuckEnds;
  boolean showsEnded;
  public MachineState born = MachineState.RUNNING;
  public int lists;

  /** How often a person had the account's budget end its rests. */
  public int throttlesEnded;

  private int made;
  private int tokens;

  /** What machines have beside them, by id. */
  public final Map<String, ResourceSighting> resources = new TreeMap<>();

  public final Deque<CloudException> nextCompletes = new ArrayDeque<>();

  /** Whether the cloud makes what is asked for, but is never done with it. */
  public boolean neverComplete;

  public boolean resourceListsComplete = true;
  public final List<String> completes = new ArrayList<>();
  public final List<String> releases = new ArrayList<>();

  public static CloudException error(Kind kind, CloudException.Effect effect) {
    return CloudException.of(kind, effect, "the cloud's error is " + kind).build();
  }

  public static CloudException lost() {
    return error(Kind.TIMEOUT, CloudException.Effect.UNKNOWN);
  }

  public static CloudException refusal(Kind kind) {
    return error(kind, CloudException.Effect.NONE);
  }

  public static CloudException conflict(Conflict conflict) {
    return CloudException.of(
            Kind.CONFLICT, CloudException.Effect.NONE, "the cloud's error is " + conflict)
        .conflict(conflict)
        .build();
  }

  /** The next launch is done, but the caller only sees an error. */
  void losesNextReply() {
    nextLaunches.add(launch -> {
      make(launch, launch.count());
      return failed(launch, lost());
    });
  }

  /** The next launch never arrives, and the caller only sees an error. */
  public void losesNextRequest() {
    nextLaunches.add(launch -> failed(launch, lost()));
  }

  /** The next launch is accepted, but its machine will never run. */
  void rejectsNextLaunch() {
    nextLaunches.add(launch -> {
      List<Box> batch = make(launch, launch.count());
      batch.forEach(box -> box.state = MachineState.REJECTED);
      return made(launch, batch);
    });
  }

  private static Event.Launched made(Effect.Launch launch, List<Box> batch) {
    return new Event.Launched(
        launch.key(),
        launch.attempt(),
        Optional.of(LaunchResult.of(batch.stream().map(Box::sighting).toList())),
        Optional.empty());
  }

  public void refusesNextLaunch(CloudException error) {
    nextLaunches.add(launch -> failed(launch, error));
  }

  /** The next batch is made in part, and the caller only sees an error. */
  void makesOnlyAndLosesReply(int some) {
    nextLaunches.add(launch -> {
      make(launch, some);
      return failed(launch, lost());
    });
  }

  public void refusesZone(String zone, CloudException error) {
    refusingZones.put(zone, error);
  }

  public void zoneRecovers(String zone) {
    refusingZones.remove(zone);
  }

  public static Event.Launched failed(Effect.Launch launch, CloudException error) {
    return new Event.Launched(launch.key(), launch.attempt(), Optional.empty(), Optional.of(error));
  }

  List<Box> make(Effect.Launch launch, int count) {
    String[] parts = launch.frozen().split(" ", -1);
    List<Box> before = byKey.get(launch.key().value());
    if (before != null && remembersKeys) {
      return before;
    }
    List<Box> batch = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Box box = new Box("i-%04d".formatted(++made));
      box.state = born;
      box.marks = new OwnershipMarks(
          POOL,
          new PoolIncarnation(parts[1]),
          Optional.of(new LaunchKey(launch.key().value())));
      box.zone = parts[2].isEmpty() ? null : parts[2];
      box.launchTime = Instant.EPOCH.plusSeconds(made);
      boxes.put(box.id.value(), box);
      batch.add(box);
    }
    byKey.put(launch.key().value(), batch);
    return batch;
  }

  /** A machine of another owner, without marks. */
  public Box machine(String id) {
    Box box = new Box(id);
    boxes.put(id, box);
    return box;
  }

  /** A machine with this pool's mark, of some life of it. */
  public Box marked(String id, String incarnation, Optional<String> key) {
    Box box = machine(id);
    box.marks = new OwnershipMarks(POOL, new PoolIncarnation(incarnation), key.map(LaunchKey::new));
    return box;
  }

  /** Has a machine carry other marks from now on, and returns those of before; null is none. */
  public @Nullable OwnershipMarks remark(String id, @Nullable OwnershipMarks marks) {
    Box box = box(id);
    OwnershipMarks before = box.marks;
    box.marks = marks;
    return before;
  }

  Box box(String id) {
    Box box = boxes.get(id);
    if (box == null) {
      throw new AssertionError(
          "the cloud never had a machine " + id + ", it has " + boxes.keySet());
    }
    return box;
  }

  public void dies(String id) {
    box(id).state = MachineState.TERMINATED;
    box(id).end = MachineSighting.End.FINAL;
    if (!showsEnded) {
      boxes.remove(id);
    }
  }

  /** A machine has another state from now on. */
  public void becomes(String id, MachineState state) {
    box(id).state = state;
  }

  /** Neither lists nor looks by id show a machine, until it returns. */
  public void loses(String id) {
    lost.put(id, box(id));
    boxes.remove(id);
  }

  public void returns(String id) {
    boxes.put(id, java.util.Objects.requireNonNull(lost.remove(id)));
  }

  /** Lists leave the state of these machines open from now on. */
  public void leavesOpen(String... ids) {
    for (String id : ids) {
      box(id).stateKnown = false;
    }
  }

  public void hides(String... ids) {
    hidden.addAll(List.of(ids));
  }

  public void showsAgain() {
    hidden.clear();
  }

  public List<String> alive() {
    return boxes.values().stream().filter(Box::alive).map(b -> b.id.value()).toList();
  }

  List<String> running() {
    return boxes.values().stream()
        .filter(b -> b.state == MachineState.RUNNING)
        .map(b -> b.id.value())
        .toList();
  }

  /** Hooks whose receivers do not answer; the messages of those that do, and of those that do not. */
  public final Set<String> deaf = new HashSet<>();

  public final List<HookMessage> heard = new ArrayList<>();
  public final List<HookMessage> unheard = new ArrayList<>();

  /** Actions that were done or tried; what the next ones come to; what it says when it is asked. */
  public final List<Effect.Act> acts = new ArrayList<>();

  public final Deque<Function<Effect.Act, Event>> nextActs = new ArrayDeque<>();
  public ActionProgress shows = ActionProgress.notDone();
  public int probes;

  /** What machines were asked to do: "start ID" or "stop ID". */
  public final List<String> powered = new ArrayList<>();

  /** Why the next start or stop fails; with an unknown effect it is done all the same. */
  public final Deque<CloudException> nextPowers = new ArrayDeque<>();

  /** Machines that never start again. */
  public final Set<String> broken = new HashSet<>();

  private Event power(Effect.Power power) {
    String id = power.machine().value();
    powered.add((power.on() ? "start " : "stop ") + id);
    CloudException error = nextPowers.poll();
    boolean done = error == null || error.effect() == CloudException.Effect.UNKNOWN;
    if (done && boxes.containsKey(id) && !(power.on() && broken.contains(id))) {
      powers(id, power.on());
    }
    return new Event.Powered(
        power.machine(),
        power.on(),
        error == null ? Optional.of(ActionProgress.done()) : Optional.empty(),
        Optional.ofNullable(error));
  }

  /** A machine runs, or is stopped, from now on. */
  public void powers(String id, boolean on) {
    box(id).state = on ? MachineState.RUNNING : MachineState.TERMINATED;
    box(id).end = on ? MachineSighting.End.NOT_ENDED : MachineSighting.End.STOPPED;
  }

  public static Function<Effect.Act, Event> fails(CloudException error) {
    return act -> new Event.Acted(
        act.token().action(), act.token().attempt(), Optional.empty(), Optional.of(error));
  }

  public static Function<Effect.Act, Event> says(ActionProgress progress) {
    return act -> new Event.Acted(
        act.token().action(), act.token().attempt(), Optional.of(progress), Optional.empty());
  }

  Event answer(Effect effect, Moment started) {
    if (effect instanceof Effect.Act act) {
      acts.add(act);
      Function<Effect.Act, Event> scripted = nextActs.poll();
      return (scripted == null ? says(ActionProgress.done()) : scripted).apply(act);
    } else if (effect instanceof Effect.Probe probe) {
      probes++;
      return new Event.Probed(
          probe.token().action(),
          probe.token().attempt(),
          probe.asked(),
          Optional.of(shows),
          Optional.empty());
    }
    if (effect instanceof Effect.Power power) {
      return power(power);
    }
    if (effect instanceof Effect.Identify) {
      CloudException error = nextIdentifies.poll();
      return error == null
          ? new Event.Identified(Optional.of(account), Optional.empty())
          : new Event.Identified(Optional.empty(), Optional.of(error));
    } else if (effect instanceof Effect.ListPool) {
      return list(started);
    } else if (effect instanceof Effect.Describe describe) {
      return describe(describe, started);
    } else if (effect instanceof Effect.Prepare prepare) {
      return prepare(prepare);
    } else if (effect instanceof Effect.Launch launch) {
      return launch(launch);
    } else if (effect instanceof Effect.Terminate terminate) {
      return terminate(terminate);
    } else if (effect instanceof Effect.Mark mark) {
      return mark(mark);
    } else if (effect instanceof Effect.Unmark unmark) {
      return unmark(unmark);
    } else if (effect instanceof Effect.Tell tell) {
      boolean down = deaf.contains(tell.hook());
      (down ? unheard : heard).add(tell.message());
      Optional<String> error = down ? Optional.of("connection refused") : Optional.empty();
      return new Event.Told(tell.hook(), tell.message().token(), error);
    }
    if (effect instanceof Effect.Complete complete) {
      return complete(complete);
    } else if (effect instanceof Effect.ListResources) {
      return new Event.ResourcesListed(
          started, List.copyOf(resources.values()), resourceListsComplete, Optional.empty());
    } else if (effect instanceof Effect.Release release) {
      releases.add(release.resource().id());
      resources.remove(release.resource().id());
      return new Event.Released(release.resource(), Optional.empty());
    }
    if (effect instanceof Effect.ResolveImage resolve) {
      imageQuestions++;
      String id = images.get(resolve.image());
      return id == null
          ? new Event.ImageResolved(
              resolve.image(), Optional.empty(), Optional.of(refusal(Kind.UNAVAILABLE)))
          : new Event.ImageResolved(resolve.image(), Optional.of(id), Optional.empty());
    }
    if (effect instanceof Effect.ReadLoadBalancerHealth read) {
      return healthRead(Optional.of(read.balancer()), read.asker());
    } else if (effect instanceof Effect.ReadInstanceStatus read) {
      askedStatus =
          read.machines().stream().map(MachineId::value).collect(Collectors.toUnmodifiableSet());
      return healthRead(Optional.empty(), read.asker());
    }
    if (effect instanceof Effect.LookBehind look) {
      return lookBehind(look, started);
    } else if (effect instanceof Effect.Register register) {
      return register(register);
    } else if (effect instanceof Effect.EndThrottle) {
      throttlesEnded++;
    }
    return new Event.Tick();
  }

  /** Gives a machine its address, unless the next completion is to fail without effect. */
  private Event complete(Effect.Complete complete) {
    String machine = complete.machine().value();
    completes.add(machine);
    CloudException error = nextCompletes.poll();
    if (error == null || error.effect() == CloudException.Effect.UNKNOWN) {
      resource("address-of-" + machine, Optional.of(machine), complete.marks());
    }
    return new Event.Completed(
        complete.machine(), error == null && !neverComplete, Optional.ofNullable(error));
  }

  public void resource(String id, Optional<String> machine, OwnershipMarks marks) {
    resources.put(id, new ResourceSighting(id, "address", machine.map(MachineId::new), marks));
  }

  /** A load balancer shows this of machines, from now on; no name stands for the instance status. */
  public void shows(Optional<LoadBalancerName> balancer, HealthVerdict verdict, String... ids) {
    Map<String, HealthVerdict> shown = health.computeIfAbsent(balancer, name -> new TreeMap<>());
    for (String id : ids) {
      shown.put(id, verdict);
    }
  }

  private Event healthRead(Optional<LoadBalancerName> balancer, long asker) {
    healthReads++;
    CloudException error = nextHealthReads.poll();
    if (error != null) {
      return new Event.HealthRead(balancer, asker, List.of(), Optional.of(error));
    }
    List<HealthReport> reports = new ArrayList<>();
    health
        .getOrDefault(balancer, Map.of())
        .forEach((id, verdict) ->
            reports.add(new HealthReport(new MachineId(id), verdict, verdict + " by a test")));
    return new Event.HealthRead(balancer, asker, reports, Optional.empty());
  }

  private Event lookBehind(Effect.LookBehind look, Moment started) {
    looksBehind++;
    CloudException error = nextLooksBehind.poll();
    Set<String> found = behind.get(look.balancer());
    if (error == null && found == null) {
      error = refusal(Kind.NOT_FOUND);
    }
    Set<MachineId> machines = new HashSet<>();
    if (error == null && found != null) {
      found.forEach(id -> machines.add(new MachineId(id)));
    }
    return new Event.LookedBehind(look.balancer(), started, machines, Optional.ofNullable(error));
  }

  private Event register(Effect.Register register) {
    registers.add(register);
    CloudException error = nextRegisters.poll();
    Set<String> there = behind.get(register.balancer());
    if (error == null && there == null) {
      error = refusal(Kind.NOT_FOUND);
    }
    if (there != null && (error == null || error.effect() == CloudException.Effect.UNKNOWN)) {
      for (MachineId id : register.machines()) {
        if (register.in()) {
          there.add(id.value());
        } else if (!draining.contains(id.value())) {
          there.remove(id.value());
        }
      }
    }
    return new Event.Registered(
        register.balancer(), register.machines(), register.in(), Optional.ofNullable(error));
  }

  private Event list(Moment started) {
    lists++;
    if (listError != null) {
      return new Event.Listed(started, List.of(), false, Optional.of(listError));
    }
    List<MachineSighting> rows = boxes.values().stream()
        .filter(b -> b.marks != null && b.marks.pool().equals(POOL))
        .filter(b -> !hidden.contains(b.id.value()))
        .map(Box::sighting)
        .toList();
    return new Event.Listed(started, rows, listsComplete, Optional.empty());
  }

  private Event describe(Effect.Describe describe, Moment started) {
    if (describeError != null) {
      return new Event.Described(
          started, describe.ids(), List.of(), false, Optional.of(describeError));
    }
    List<MachineSighting> rows = describe.ids().stream()
        .map(id -> boxes.get(id.value()))
        .filter(java.util.Objects::nonNull)
        .map(Box::sighting)
        .toList();
    return new Event.Described(started, describe.ids(), rows, describesComplete, Optional.empty());
  }

  private Event prepare(Effect.Prepare prepare) {
    CloudException error = nextPrepares.poll();
    String frozen = "frozen " + prepare.spec().incarnation() + " "
        + prepare.zone().orElse("") + " profile " + prepare.profile()
        + prepare.spec().image().map(image -> " of " + image).orElse("")
        + prepare.launch().map(key -> " with token " + ++tokens + " of " + key).orElse("");
    prepared.put(frozen, prepare.spec());
    return error == null
        ? new Event.Prepared(
            prepare.zone(),
            prepare.profile(),
            prepare.launch(),
            prepare.asker(),
            Optional.of(frozen),
            Optional.empty())
        : new Event.Prepared(
            prepare.zone(),
            prepare.profile(),
            prepare.launch(),
            prepare.asker(),
            Optional.empty(),
            Optional.of(error));
  }

  private Event launch(Effect.Launch launch) {
    launches.add(new Sent(launch.key().value(), launch.frozen(), launch.count()));
    launch.total().ifPresent(targets::add);
    Function<Effect.Launch, Event.Launched> scripted = nextLaunches.poll();
    if (scripted != null) {
      return scripted.apply(launch);
    }
    if (launch.total().isPresent()) {
      return new Event.Launched(launch.key(), launch.attempt(), Optional.empty(), Optional.empty());
    }
    CloudException refused =
        refusingAll != null ? refusingAll : refusingZones.get(launch.frozen().split(" ", -1)[2]);
    if (refused != null) {
      return failed(launch, refused);
    }
    return made(launch, make(launch, launch.count()));
  }

  private Event terminate(Effect.Terminate terminate) {
    ends.add(terminate.machines().size());
    Map<MachineId, CloudException> errors = new HashMap<>();
    for (MachineId machine : terminate.machines()) {
      terminations.add(machine.value());
      CloudException error = denyingEnds != null ? denyingEnds : nextTerminates.poll();
      if (error != null) {
        errors.put(machine, error);
      } else if (!stuckEnds && boxes.containsKey(machine.value())) {
        dies(machine.value());
      }
    }
    return new Event.Terminated(terminate.machines(), errors);
  }

  private Event mark(Effect.Mark mark) {
    CloudException error = nextMarks.poll();
    Box box = boxes.get(mark.machine().value());
    if (error == null && box == null) {
      error = refusal(Kind.NOT_FOUND);
    } else if (error == null && box != null && others(box, mark.marks())) {
      error = conflict(Conflict.FOREIGN);
    } else if (error == null && box != null) {
      box.marks = mark.marks();
      marked.add(mark.machine().value());
    }
    return new Event.Marked(mark.machine(), Optional.ofNullable(error));
  }

  private static boolean others(Box box, OwnershipMarks marks) {
    return box.marks != null
        && !(box.marks.pool().equals(marks.pool())
            && box.marks.incarnation().equals(marks.incarnation()));
  }

  private Event unmark(Effect.Unmark unmark) {
    CloudException error = nextUnmarks.poll();
    Box box = boxes.get(unmark.machine().value());
    if (error == null && box != null && others(box, unmark.marks())) {
      error = conflict(Conflict.FOREIGN);
    } else if (error == null && box != null) {
      box.marks = null;
    }
    return new Event.Unmarked(unmark.machine(), Optional.ofNullable(error));
  }

  static LaunchFailure noCapacity() {
    return new LaunchFailure(Kind.CAPACITY, ErrorScope.region(), "no valid host");
  }

  static Duration seconds(int seconds) {
    return Duration.ofSeconds(seconds);
  }
}

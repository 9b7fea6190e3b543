package io.cloudadapter.server;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.DisruptionStatus;
import io.cloudadapter.api.ListStatus;
import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.MembershipStatus;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.PoolStatus;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.QuarantineDecision;
import io.cloudadapter.api.QuarantinedMachine;
import io.cloudadapter.api.RestoreReport;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.WriteOptions;
import io.cloudadapter.api.action.ActionChange;
import io.cloudadapter.api.action.ActionLease;
import io.cloudadapter.api.action.ActionList;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.api.action.ActionRequest;
import io.cloudadapter.api.action.ActionStatus;
import io.cloudadapter.api.action.ActionWatch;
import io.cloudadapter.api.event.PoolEvent;
import io.cloudadapter.api.event.PoolEventPage;
import io.cloudadapter.api.event.PoolEventQuery;
import io.cloudadapter.api.health.HealthReport;
import io.cloudadapter.api.health.HealthSource;
import io.cloudadapter.api.health.MachineHealth;
import io.cloudadapter.api.health.UnhealthyMachine;
import io.cloudadapter.api.hook.HookResult;
import io.cloudadapter.api.hook.WaitingHook;
import io.cloudadapter.api.refresh.RefreshCause;
import io.cloudadapter.api.refresh.RefreshControl;
import io.cloudadapter.api.refresh.RefreshRequest;
import io.cloudadapter.api.refresh.RefreshState;
import io.cloudadapter.api.refresh.RefreshStatus;
import io.cloudadapter.api.sample.PoolSample;
import io.cloudadapter.api.sample.PoolSamples;
import io.cloudadapter.api.sample.SampleSpan;
import io.cloudadapter.api.scaling.PolicySelector;
import io.cloudadapter.api.scaling.PoolScaling;
import io.cloudadapter.api.scaling.ResizeDecision;
import io.cloudadapter.api.scaling.ResizeRequest;
import io.cloudadapter.api.scaling.ScalingDecision;
import io.cloudadapter.api.scaling.ScalingPolicy;
import io.cloudadapter.api.scaling.ScalingRequest;
import io.cloudadapter.api.scaling.ScalingView;
import io.cloudadapter.api.scaling.TargetTrackingPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A pool that keeps its settings in fields: {@link #calls} records the writes, the view is what a test sets, and
 * {@link #onWrite} runs inside each write.
 */
public final class FakePool implements MachinePool {
  public static final Instant LAUNCHED = Instant.parse("2013-11-07T14:50:00Z");
  static final int MAX_SIZE = 100;

  public final List<String> calls = new CopyOnWriteArrayList<>();
  Optional<DisruptionStatus> disruption = Optional.empty();
  public volatile List<PoolSample> samples = List.of();
  public volatile Runnable onWrite = () -> {};
  public volatile Runnable onRead = () -> {};
  public volatile Runnable onWatch = () -> {};
  public volatile WriteOptions lastOptions = WriteOptions.none();
  final List<QuarantinedMachine> quarantine =
      new java.util.ArrayList<>(List.of(new QuarantinedMachine(
          new MachineId("i-123456"),
          MachineState.RUNNING,
          "its key is not known",
          true,
          Optional.of(LAUNCHED),
          Optional.of("zone-a"),
          List.of(),
          List.of("10.0.0.7"))));
  private final PoolName name;
  private volatile PoolView view;

  FakePool(String name) {
    this.name = new PoolName(name);
    this.view = new PoolView(
        this.name,
        Instant.parse("2013-11-07T13:50:00Z"),
        1,
        3,
        PoolStatus.ACTIVE,
        List.of(
            new Machine(
                new MachineId("i-123456"),
                MachineState.RUNNING,
                ServiceState.IN_SERVICE,
                Optional.of(LAUNCHED),
                List.of("54.211.230.169"),
                List.of("10.122.122.69"),
                Optional.of("zone-a"),
                Optional.of("small"),
                true,
                Map.of("scaling-group", "mygroup")),
            bare("i-123457", MachineState.PENDING)),
        List.of(new Alarm(Alarm.Code.AT_MAX_SIZE, "the cap holds back 1 launch", LAUNCHED)));
  }

  public static Machine bare(String id, MachineState state) {
    return new Machine(
        new MachineId(id),
        state,
        ServiceState.UNKNOWN,
        Optional.empty(),
        List.of(),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        false,
        Map.of());
  }

  /** What happens when a machine changes. */
  public void changeMachines(List<Machine> machines) {
    view = new PoolView(
        name,
        view.timestamp(),
        view.revision() + 1,
        view.desiredSize(),
        view.status(),
        machines,
        view.alarms());
  }

  @Override
  public List<QuarantinedMachine> quarantine() {
    onRead.run();
    return quarantine;
  }

  @Override
  public void settleQuarantine(
      MachineId machine, QuarantineDecision decision, WriteOptions options) {
    if (quarantine.stream().noneMatch(held -> held.id().equals(machine))) {
      throw new PoolException(
          PoolException.Reason.NOT_FOUND, "machine " + machine + " is not in quarantine", "");
    }
    write(decision.word() + " quarantined " + machine, options);
  }

  /** As a pool is right after its first start. */
  void hasNotListedItsCloud() {
    view = new PoolView(
        name,
        Instant.EPOCH,
        view.revision(),
        view.desiredSize(),
        view.status(),
        List.of(),
        view.alarms(),
        ListStatus.NOT_LISTED);
  }

  /** What happens when the cloud was listed again and nothing was new. */
  void listAgain() {
    view = new PoolView(
        name,
        view.timestamp().plusSeconds(1),
        view.revision(),
        view.desiredSize(),
        view.status(),
        view.machines(),
        view.alarms());
  }

  @Override
  public PoolName name() {
    return name;
  }

  /** Its labels; none unless set. */
  public volatile Map<String, String> labels = Map.of();

  @Override
  public Map<String, String> labels() {
    return labels;
  }

  @Override
  public PoolView view() {
    onRead.run();
    return view;
  }

  @Override
  public PoolView await(Predicate<? super PoolView> wish, Duration atMost) {
    throw new UnsupportedOperationException("not asked for by a server");
  }

  @Override
  public PoolPlan plan() {
    onRead.run();
    return new PoolPlan(
        3,
        1,
        1,
        List.of(new PoolPlan.Launch(1, Optional.of("zone-a"), "one is missing")),
        List.of(new PoolPlan.Termination(new MachineId("i-123456"), "newest")),
        List.of(new PoolPlan.Hold(Alarm.Code.AT_MAX_SIZE, "at the cap", Optional.of(LAUNCHED))),
        List.of(new PoolPlan.Ongoing(
            PoolPlan.Operation.BOOT, "i-123457", 1, "it is pending", Optional.of(LAUNCHED))),
        0,
        Optional.empty(),
        List.of(new UnhealthyMachine(
            new MachineId("i-123458"),
            new MachineHealth(HealthSource.PROBE, "no answer"),
            Optional.of(LAUNCHED),
            UnhealthyMachine.Remedy.REPLACE,
            Optional.of(LAUNCHED.plusSeconds(300)),
            Optional.of(
                new PoolPlan.Hold(Alarm.Code.PROTECTED, "it is protected", Optional.empty())))));
  }

  /** The plan as it is, for another size. */
  @Override
  public PoolPlan planFor(int desiredSize) {
    PoolPlan plan = plan();
    return new PoolPlan(
        desiredSize,
        plan.effective(),
        plan.open(),
        plan.launches(),
        plan.terminations(),
        plan.holds(),
        plan.ongoing());
  }

  @Override
  public void setDesiredSize(int desiredSize, WriteOptions options) {
    if (desiredSize < 0 || desiredSize > MAX_SIZE) {
      throw new PoolException(
          PoolException.Reason.INVALID,
          "desiredSize must be 0 to " + MAX_SIZE + " (maxSize), was: " + desiredSize,
          "raise maxSize to go further");
    }
    write("size " + desiredSize, options);
    desire(desiredSize);
  }

  /** What the pool's own policies and limits are. */
  public volatile PoolScaling scaling = PoolScaling.of(1, 10, MAX_SIZE, Map.of());

  @Override
  public PoolScaling scaling() {
    onRead.run();
    return scaling;
  }

  @Override
  public ScalingDecision scale(ScalingRequest request, PolicySelector by, WriteOptions options) {
    if (by instanceof PolicySelector.Named named && !named.name().equals("load")) {
      throw new PoolException(
          PoolException.Reason.NOT_FOUND, "pool web has no policy " + named, "It has load.");
    }
    ScalingPolicy policy = by instanceof PolicySelector.Given given
        ? given.policy()
        : request instanceof ScalingRequest.Measured
            ? TargetTrackingPolicy.of(50)
            : ScalingPolicy.none();
    ScalingDecision decision = policy.decide(request, numbers());
    write("scale by " + by, options);
    desire(decision.desiredSize());
    return decision;
  }

  @Override
  public ResizeDecision resize(ResizeRequest resize, WriteOptions options) {
    ResizeDecision decision = resize.decide(numbers());
    write("resize", options);
    desire(decision.desiredSize());
    return decision;
  }

  /** Pauses that last, also when they were answered. */
  final List<WaitingHook> hooks = new CopyOnWriteArrayList<>();

  @Override
  public List<WaitingHook> hooks() {
    onRead.run();
    return List.copyOf(hooks);
  }

  @Override
  public void answerHook(UUID token, HookResult result, WriteOptions options) {
    WaitingHook hook = waiting(token);
    write(result + " " + hook.token(), options);
  }

  @Override
  public Instant heartbeat(UUID token, WriteOptions options) {
    WaitingHook hook = waiting(token);
    write("heartbeat " + token, options);
    return hook.limit();
  }

  private WaitingHook waiting(UUID token) {
    return hooks.stream()
        .filter(hook -> hook.token().equals(token))
        .findFirst()
        .orElseThrow(() -> new PoolException(
            PoolException.Reason.NOT_FOUND, "pool web has no hook with this token", ""));
  }

  /** How watches were waited for, and that they were closed. */
  final List<String> waits = new CopyOnWriteArrayList<>();

  /** What was asked for last. */
  public volatile @Nullable ActionRequest requested;

  /** The one action there is. */
  public volatile ActionStatus action = ActionsApiTest.REBOOT;

  @Override
  public UUID submit(ActionRequest request, WriteOptions options) {
    member(request.machine());
    requested = request;
    write(request.action() + " after " + request.delay() + " within " + request.within(), options);
    return ActionsApiTest.UID;
  }

  /** All that has ever changed about it. */
  private final List<ActionChange> changes = new CopyOnWriteArrayList<>(List.of(
      new ActionChange(ActionChange.Kind.MODIFIED, action.version(), action, Optional.empty())));

  /** Something happens to it. */
  public void change(ActionChange change) {
    action = change.action();
    changes.add(change);
    synchronized (changes) {
      changes.notifyAll();
    }
  }

  /** What {@link #events} has; it grows while a watch goes on. */
  public final List<PoolEvent> history = new CopyOnWriteArrayList<>();

  @Override
  public PoolEventPage events(PoolEventQuery query) {
    onRead.run();
    long after =
        query.after().map(cursor -> Long.parseLong(cursor.substring(17))).orElse(0L);
    if (after == 7) {
      throw new PoolException(PoolException.Reason.GONE, "events 8 to 9 are no longer kept", "");
    }
    List<PoolEvent> found = history.stream()
        .filter(event -> event.sequence() > after && query.matches(event))
        .limit(query.limit())
        .toList();
    long last = history.isEmpty() ? 0 : history.get(history.size() - 1).sequence();
    long end = found.size() < query.limit() ? last : found.get(found.size() - 1).sequence();
    return new PoolEventPage(found, "00000000000000ab-" + end, end < last, Optional.of(1L));
  }

  @Override
  public ActionList actions() {
    onRead.run();
    return listed();
  }

  /** What a list of all pools has of it. */
  ActionList listed() {
    return new ActionList(changes.get(changes.size() - 1).version(), List.of(action));
  }

  @Override
  public ActionWatch watchActions(long version) {
    onRead.run();
    if (version == 3) {
      throw new PoolException(PoolException.Reason.GONE, "version 3 is forgotten", "List again.");
    }
    if (version > actions().version()) {
      throw new PoolException(PoolException.Reason.INVALID, "there is no version " + version, "");
    }
    return new FakeWatch(version);
  }

  /** Whether one who waits for changes waits until its watch is closed, however long it was asked to. */
  public volatile boolean waitsLong;

  private final class FakeWatch implements ActionWatch {
    private volatile long place;
    private volatile boolean closed;

    FakeWatch(long version) {
      place = version;
    }

    @Override
    public List<ActionChange> next(Duration atMost) throws InterruptedException {
      onWatch.run();
      waits.add("waits " + atMost.toSeconds());
      List<ActionChange> page = page();
      if (page.isEmpty() && !atMost.isZero()) {
        synchronized (changes) {
          while (waitsLong && !closed) {
            changes.wait();
          }
          if (!closed) {
            changes.wait(Math.min(200, atMost.toMillis()));
          }
        }
        if (closed) {
          throw new PoolException(PoolException.Reason.UNAVAILABLE, "the watch was closed", "");
        }
        page = page();
      }
      place = page.isEmpty() ? place : page.get(page.size() - 1).version();
      return page;
    }

    private List<ActionChange> page() {
      return changes.stream().filter(change -> change.version() > place).toList();
    }

    @Override
    public long version() {
      return Math.max(place, actions().version());
    }

    @Override
    public void close() {
      waits.add("closed");
      synchronized (changes) {
        closed = true;
        changes.notifyAll();
      }
    }
  }

  @Override
  public void cancelAction(UUID uid, WriteOptions options) {
    if (!uid.equals(ActionsApiTest.UID)) {
      throw new PoolException(PoolException.Reason.NOT_FOUND, "pool web has no action " + uid, "");
    }
    write("cancel " + uid, options);
  }

  @Override
  public ActionLease claimAction(UUID uid, String holder, Duration lease, WriteOptions options) {
    write("claim by " + holder + " for " + lease, options);
    return new ActionLease(holder, 3, LAUNCHED);
  }

  @Override
  public void reportAction(UUID uid, int epoch, ActionProgress progress, WriteOptions options) {
    if (epoch != 3) {
      throw new PoolException(
          PoolException.Reason.CONFLICT, "the last lease has epoch 3, this was " + epoch, "");
    }
    write("report under " + epoch + ": " + progress, options);
  }

  private ScalingView numbers() {
    int size = view.desiredSize();
    return new ScalingView(size, size, scaling.minSize(), scaling.maxSize(), MAX_SIZE, 0, 0);
  }

  private void desire(int size) {
    PoolView v = view;
    view = new PoolView(
        name, v.timestamp(), v.revision() + 1, size, v.status(), v.machines(), v.alarms());
  }

  /** What a person should look at, nothing if empty. */
  public void changeAlarms(List<Alarm> alarms) {
    PoolView v = view;
    view = new PoolView(
        name, v.timestamp(), v.revision() + 1, v.desiredSize(), v.status(), v.machines(), alarms);
  }

  /** Whether machines have stopped to count since they were shown. */
  public boolean noneCounts;

  private void refuseIfNoneCounts(boolean decrement) {
    if (noneCounts && decrement) {
      throw new PoolException(
          PoolException.Reason.CONFLICT, "the machine does not count", "Nothing was changed.");
    }
  }

  @Override
  public void terminate(MachineId machine, boolean decrementDesiredSize, WriteOptions options) {
    member(machine);
    refuseIfNoneCounts(decrementDesiredSize);
    write("terminate " + machine + " " + decrementDesiredSize, options);
  }

  @Override
  public void setServiceState(MachineId machine, ServiceState state, WriteOptions options) {
    member(machine);
    write("serviceState " + machine + " " + state, options);
  }

  @Override
  public void reportHealth(HealthSource source, List<HealthReport> reports, WriteOptions options) {
    for (HealthReport report : reports) {
      member(report.machine());
      write(
          "health " + report.machine() + " " + source + " " + report.verdict() + " "
              + report.reason(),
          options);
    }
  }

  @Override
  public void detach(MachineId machine, boolean decrementDesiredSize, WriteOptions options) {
    member(machine);
    refuseIfNoneCounts(decrementDesiredSize);
    write("detach " + machine + " " + decrementDesiredSize, options);
  }

  @Override
  public void attach(MachineId machine, WriteOptions options) {
    write("attach " + machine, options);
  }

  @Override
  public void protect(MachineId machine, boolean isProtected, WriteOptions options) {
    member(machine);
    write("protect " + machine + " " + isProtected, options);
  }

  @Override
  public void setMembershipStatus(
      MachineId machine, MembershipStatus status, WriteOptions options) {
    member(machine);
    write("membershipStatus " + machine + " " + status.word(), options);
  }

  @Override
  public PoolSamples samples(SampleSpan span) {
    onRead.run();
    return new PoolSamples(span, samples);
  }

  @Override
  public DisruptionStatus disruption() {
    onRead.run();
    return disruption.orElseGet(() -> new DisruptionStatus(0, OptionalInt.empty(), List.of()));
  }

  @Override
  public void adopt(WriteOptions options) {
    write("adopt", options);
  }

  @Override
  public void disown(WriteOptions options) {
    write("disown", options);
  }

  @Override
  public Optional<RestoreReport> restoreReport() {
    onRead.run();
    return Optional.of(new RestoreReport(
        "0123456789abcdef",
        42,
        Instant.EPOCH,
        Instant.EPOCH.plusSeconds(1),
        3,
        2,
        3,
        List.of(new MachineId("i-1")),
        List.of(),
        List.of(new MachineId("i-2")),
        List.of(new MachineId("i-3"))));
  }

  @Override
  public Optional<RefreshStatus> refreshStatus() {
    onRead.run();
    return Optional.of(new RefreshStatus(
        UUID.fromString("6f5c1f3e-8f0b-4f0e-9a53-7d1a7d3a2b10"),
        RefreshState.PAUSED,
        RefreshCause.REQUEST,
        Optional.of("it was paused by ann"),
        Optional.of("it was paused by ann"),
        RefreshRequest.builder()
            .batchSize(2)
            .checkpoint(20, Duration.ofHours(1))
            .build(),
        2,
        OptionalInt.of(1),
        OptionalInt.empty(),
        20,
        12,
        2,
        19,
        18,
        1,
        List.of(new MachineId("i-1")),
        Instant.EPOCH,
        "ann",
        Optional.empty()));
  }

  @Override
  public void refresh(RefreshRequest request, WriteOptions options) {
    write("refresh " + request.minHealthyPercent() + " " + request.checkpoints(), options);
  }

  @Override
  public void controlRefresh(RefreshControl control, WriteOptions options) {
    write(control + " the refresh", options);
  }

  @Override
  public void acceptRestore(WriteOptions options) {
    write("accept the restore", options);
  }

  @Override
  public void thaw(WriteOptions options) {
    write("thaw", options);
  }

  private void member(MachineId machine) {
    List<MachineId> members = new ArrayList<>();
    view.machines().forEach(m -> members.add(m.id()));
    if (!members.contains(machine)) {
      throw new PoolException(
          PoolException.Reason.NOT_FOUND,
          "machine " + machine + " is not a member of pool " + name,
          "GET /pool lists the members");
    }
  }

  private void write(String call, WriteOptions options) {
    onWrite.run();
    lastOptions = options;
    calls.add(call);
  }
}

package io.cloudadapter.client;

import io.cloudadapter.api.DisruptionStatus;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.MembershipStatus;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.PoolSize;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.QuarantineDecision;
import io.cloudadapter.api.QuarantinedMachine;
import io.cloudadapter.api.RestoreReport;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.TimeSpan;
import io.cloudadapter.api.WriteOptions;
import io.cloudadapter.api.action.ActionLease;
import io.cloudadapter.api.action.ActionList;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.api.action.ActionRequest;
import io.cloudadapter.api.action.ActionStatus;
import io.cloudadapter.api.action.ActionWatch;
import io.cloudadapter.api.event.PoolEventPage;
import io.cloudadapter.api.event.PoolEventQuery;
import io.cloudadapter.api.health.HealthReport;
import io.cloudadapter.api.health.HealthSource;
import io.cloudadapter.api.hook.HookResult;
import io.cloudadapter.api.hook.WaitingHook;
import io.cloudadapter.api.refresh.RefreshControl;
import io.cloudadapter.api.refresh.RefreshRequest;
import io.cloudadapter.api.refresh.RefreshStatus;
import io.cloudadapter.api.sample.PoolSamples;
import io.cloudadapter.api.sample.SampleSpan;
import io.cloudadapter.api.scaling.PolicySelector;
import io.cloudadapter.api.scaling.PoolScaling;
import io.cloudadapter.api.scaling.ResizeDecision;
import io.cloudadapter.api.scaling.ResizeRequest;
import io.cloudadapter.api.scaling.ScalingDecision;
import io.cloudadapter.api.scaling.ScalingRequest;
import io.cloudadapter.client.message.ActionMessages;
import io.cloudadapter.client.message.DisruptionMessages;
import io.cloudadapter.client.message.EventMessages;
import io.cloudadapter.client.message.HookMessages;
import io.cloudadapter.client.message.PoolMessages;
import io.cloudadapter.client.message.RefreshMessages;
import io.cloudadapter.client.message.RestoreMessages;
import io.cloudadapter.client.message.SampleMessages;
import io.cloudadapter.client.message.ScalingMessages;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** One pool of a server, under {@code /pool} or {@code /pools/{name}/pool}. */
final class RemotePool implements MachinePool {
  private static final Duration FIRST_POLL = Duration.ofMillis(100);
  private static final Duration SLOWEST_POLL = Duration.ofSeconds(1);

  private final PoolName name;
  private final String path;
  private final RequestExchange exchange;
  private final WriteRetry writes;
  private final MonotonicWait waits;
  private final RemoteViewReader views;

  RemotePool(
      PoolName name,
      String path,
      RequestExchange exchange,
      WriteRetry writes,
      MonotonicWait waits) {
    this.name = name;
    this.path = path;
    this.exchange = exchange;
    this.writes = writes;
    this.waits = waits;
    this.views = new RemoteViewReader(name, path, exchange);
  }

  @Override
  public PoolName name() {
    return name;
  }

  /** Sent again only when it has changed: the last one is kept. */
  @Override
  public PoolView view() {
    return views.view();
  }

  @Override
  public PoolSize size() {
    return views.size();
  }

  @Override
  public PoolPlan plan() {
    return PoolMessages.plan(read(path + "/plan").fields());
  }

  @Override
  public PoolPlan planFor(int desiredSize) {
    PoolPlan plan =
        PoolMessages.plan(read(path + "/plan?desiredSize=" + desiredSize).fields());
    if (plan.desiredSize() != desiredSize) {
      throw new PoolException(
          Reason.UNSUPPORTED,
          "the server does not plan for other sizes",
          "It is older than this client, and has left out the size that was asked for.");
    }
    return plan;
  }

  @Override
  public PoolView await(Predicate<? super PoolView> wish, Duration atMost)
      throws InterruptedException {
    Objects.requireNonNull(atMost, "atMost");
    Objects.requireNonNull(wish, "wish");
    long begun = waits.nanos();
    Duration pause = FIRST_POLL;
    while (true) {
      PoolException trouble = null;
      try {
        PoolView view = view();
        if (view.everListed() && wish.test(view)) {
          return view;
        }
      } catch (PoolException e) {
        if (e.reason() != Reason.UNAVAILABLE) {
          throw e;
        }
        trouble = e;
      }
      if (Thread.interrupted()) {
        throw new InterruptedException("interrupted while waiting for pool " + name);
      }
      Duration left = atMost.minusNanos(waits.nanos() - begun);
      if (left.isNegative() || left.isZero()) {
        throw late(atMost, trouble);
      }
      waits.pause(pause.compareTo(left) < 0 ? pause : left);
      pause =
          pause.multipliedBy(2).compareTo(SLOWEST_POLL) < 0 ? pause.multipliedBy(2) : SLOWEST_POLL;
    }
  }

  private PoolException late(Duration atMost, @Nullable PoolException trouble) {
    return new PoolException(
        Reason.UNAVAILABLE,
        "timed out after " + TimeSpan.text(atMost) + " waiting for pool " + name,
        trouble == null
            ? "Wait longer, or see what its plan and alarms say."
            : String.valueOf(trouble.getMessage()),
        trouble);
  }

  @Override
  public void setDesiredSize(int desiredSize, WriteOptions options) {
    Objects.requireNonNull(options, "options");
    writes.write(path + "/size", Map.of("desiredSize", desiredSize), options);
  }

  @Override
  public ScalingDecision scale(ScalingRequest request, PolicySelector by, WriteOptions options) {
    Objects.requireNonNull(request, "request");
    Objects.requireNonNull(by, "by");
    Objects.requireNonNull(options, "options");
    Map<String, Object> body = new LinkedHashMap<>();
    String to;
    if (request instanceof ScalingRequest.Scale scale) {
      to = path + "/scale";
      body.put("event", scale.event().word());
      if (scale.count() != null) {
        body.put("count", scale.count());
      }
    } else {
      ScalingRequest.Measured measured = (ScalingRequest.Measured) request;
      to = path + "/metrics/"
          + measured.metric().orElseThrow(() -> cannotBeSent("a metric must have a name"));
      body.put("value", measured.value());
    }
    if (by instanceof PolicySelector.Named named) {
      body.put("policy", named.name());
    } else if (by instanceof PolicySelector.Given) {
      throw cannotBeSent("a policy must be one of the pool's own");
    }
    return ScalingMessages.decision(request, writes.write(to, body, options).fields());
  }

  private static PoolException cannotBeSent(String what) {
    return new PoolException(
        Reason.UNSUPPORTED, what + " to be sent to a server", "Nothing was sent.");
  }

  @Override
  public PoolScaling scaling() {
    return ScalingMessages.scaling(read(path + "/scaling").fields());
  }

  @Override
  public ResizeDecision resize(ResizeRequest resize, WriteOptions options) {
    Objects.requireNonNull(resize, "resize");
    Objects.requireNonNull(options, "options");
    ServerReply reply = writes.write(path + "/resize", ScalingMessages.body(resize), options);
    return ScalingMessages.decision(resize, reply.fields());
  }

  @Override
  public List<WaitingHook> hooks() {
    return HookMessages.hooks(read(path + "/hooks").fields());
  }

  @Override
  public void answerHook(UUID token, HookResult result, WriteOptions options) {
    Objects.requireNonNull(token, "token");
    Objects.requireNonNull(result, "result");
    Objects.requireNonNull(options, "options");
    String word = result == HookResult.CONTINUE ? "complete" : "abandon";
    writes.write(path + "/hooks/" + token + "/" + word, options);
  }

  @Override
  public Instant heartbeat(UUID token, WriteOptions options) {
    Objects.requireNonNull(token, "token");
    Objects.requireNonNull(options, "options");
    return writes
        .write(path + "/hooks/" + token + "/heartbeat", options)
        .fields()
        .time("deadline");
  }

  @Override
  public UUID submit(ActionRequest request, WriteOptions options) {
    Objects.requireNonNull(request, "request");
    Objects.requireNonNull(options, "options");
    String to = path + "/" + request.machine() + "/actions";
    return ActionMessages.id(
        writes.write(to, ActionMessages.body(request), options).fields(), "id");
  }

  @Override
  public PoolEventPage events(PoolEventQuery query) {
    Objects.requireNonNull(query, "query");
    return EventMessages.page(
        read(path + "/events?" + EventMessages.query(query)).fields());
  }

  @Override
  public PoolSamples samples(SampleSpan span) {
    Objects.requireNonNull(span, "span");
    return SampleMessages.samples(read(path + "/samples?span=" + span.word()).fields());
  }

  @Override
  public ActionList actions() {
    return ActionMessages.list(read(path + "/actions").fields());
  }

  @Override
  public Optional<ActionStatus> action(UUID uid) {
    Objects.requireNonNull(uid, "uid");
    ServerReply reply = views.get(path + "/actions/" + uid, Optional.empty());
    return reply.status() == 404
        ? Optional.empty()
        : Optional.of(ActionMessages.action(RemoteViewReader.ok(reply).fields()));
  }

  @Override
  public ActionWatch watchActions(long version) {
    return new RemoteWatch(path, this::read, waits, exchange.timeout(), version);
  }

  @Override
  public void cancelAction(UUID uid, WriteOptions options) {
    Objects.requireNonNull(uid, "uid");
    Objects.requireNonNull(options, "options");
    writes.write(path + "/actions/" + uid + "/cancel", options);
  }

  /** Sent again after a lost answer it renews the lease that the first one may have got. */
  @Override
  public ActionLease claimAction(UUID uid, String holder, Duration lease, WriteOptions options) {
    Objects.requireNonNull(uid, "uid");
    Objects.requireNonNull(holder, "holder");
    Objects.requireNonNull(lease, "lease");
    Objects.requireNonNull(options, "options");
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("holder", holder);
    body.put("lease", lease.toSeconds());
    return ActionMessages.lease(
        writes.write(path + "/actions/" + uid + "/claim", body, options).fields());
  }

  @Override
  public void reportAction(UUID uid, int epoch, ActionProgress progress, WriteOptions options) {
    Objects.requireNonNull(uid, "uid");
    Objects.requireNonNull(progress, "progress");
    Objects.requireNonNull(options, "options");
    writes.write(
        path + "/actions/" + uid + "/report", ActionMessages.body(epoch, progress), options);
  }

  @Override
  public void terminate(MachineId machine, boolean decrementDesiredSize, WriteOptions options) {
    Objects.requireNonNull(machine, "machine");
    Objects.requireNonNull(options, "options");
    Map<String, ?> body = Map.of("decrementDesiredSize", decrementDesiredSize);
    writes.write(path + "/" + machine + "/terminate", body, options);
  }

  @Override
  public void setServiceState(MachineId machine, ServiceState state, WriteOptions options) {
    Objects.requireNonNull(machine, "machine");
    Objects.requireNonNull(state, "state");
    Objects.requireNonNull(options, "options");
    Map<String, ?> body = Map.of("serviceState", state.name());
    writes.write(path + "/" + machine + "/serviceState", body, options);
  }

  /** An agent's reports go one by one; a probe reports to the server that leads, and not from afar. */
  @Override
  public void reportHealth(HealthSource source, List<HealthReport> reports, WriteOptions options) {
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(options, "options");
    if (source != HealthSource.AGENT) {
      throw new PoolException(
          PoolException.Reason.INVALID, "source must be agent, was " + source.word(), "");
    }
    if (reports.size() > 1 && options.idempotencyKey().isPresent()) {
      throw new PoolException(
          PoolException.Reason.INVALID,
          "idempotencyKey must be given with one report alone, there are " + reports.size(),
          "Each report to another server is a request of its own: call once for each machine.");
    }
    for (HealthReport report : reports) {
      Map<String, Object> body = new LinkedHashMap<>();
      body.put("verdict", report.verdict().name());
      body.put("reason", report.reason());
      writes.write(path + "/" + report.machine() + "/health", body, options);
    }
  }

  @Override
  public void detach(MachineId machine, boolean decrementDesiredSize, WriteOptions options) {
    Objects.requireNonNull(machine, "machine");
    Objects.requireNonNull(options, "options");
    Map<String, ?> body = Map.of("decrementDesiredSize", decrementDesiredSize);
    writes.write(path + "/" + machine + "/detach", body, options);
  }

  @Override
  public void attach(MachineId machine, WriteOptions options) {
    Objects.requireNonNull(machine, "machine");
    Objects.requireNonNull(options, "options");
    writes.patiently(path + "/" + machine + "/attach", options);
  }

  @Override
  public void protect(MachineId machine, boolean isProtected, WriteOptions options) {
    Objects.requireNonNull(machine, "machine");
    Objects.requireNonNull(options, "options");
    Map<String, ?> body = Map.of("protected", isProtected);
    writes.write(path + "/" + machine + "/protection", body, options);
  }

  @Override
  public void setMembershipStatus(
      MachineId machine, MembershipStatus status, WriteOptions options) {
    Objects.requireNonNull(machine, "machine");
    Objects.requireNonNull(options, "options");
    Map<String, ?> body = Map.of("membershipStatus", PoolMessages.membership(status));
    writes.write(path + "/" + machine + "/membershipStatus", body, options);
  }

  @Override
  public List<QuarantinedMachine> quarantine() {
    return PoolMessages.quarantine(read(path + "/quarantine").fields());
  }

  @Override
  public void settleQuarantine(
      MachineId machine, QuarantineDecision decision, WriteOptions options) {
    Objects.requireNonNull(machine, "machine");
    Objects.requireNonNull(decision, "decision");
    Objects.requireNonNull(options, "options");
    writes.write(path + "/quarantine/" + machine + "/" + decision.word(), options);
  }

  @Override
  public Optional<RestoreReport> restoreReport() {
    return RestoreMessages.report(read(path + "/restore").fields());
  }

  @Override
  public void acceptRestore(WriteOptions options) {
    Objects.requireNonNull(options, "options");
    writes.write(path + "/restore/accept", options);
  }

  @Override
  public void refresh(RefreshRequest request, WriteOptions options) {
    Objects.requireNonNull(request, "request");
    Objects.requireNonNull(options, "options");
    writes.write(path + "/refresh", RefreshMessages.request(request), options);
  }

  @Override
  public DisruptionStatus disruption() {
    return DisruptionMessages.status(read(path + "/disruption").fields());
  }

  @Override
  public Optional<RefreshStatus> refreshStatus() {
    return RefreshMessages.status(read(path + "/refresh").fields());
  }

  @Override
  public void controlRefresh(RefreshControl control, WriteOptions options) {
    Objects.requireNonNull(control, "control");
    Objects.requireNonNull(options, "options");
    writes.write(path + "/refresh/" + control.name().toLowerCase(Locale.ROOT), options);
  }

  @Override
  public void adopt(WriteOptions options) {
    Objects.requireNonNull(options, "options");
    writes.write(path + "/adopt", options);
  }

  @Override
  public void disown(WriteOptions options) {
    Objects.requireNonNull(options, "options");
    writes.write(path + "/disown", options);
  }

  @Override
  public void thaw(WriteOptions options) {
    Objects.requireNonNull(options, "options");
    writes.write(path + "/thaw", options);
  }

  private ServerReply read(String from) {
    return RemoteViewReader.ok(views.get(from, Optional.empty()));
  }

  @Override
  public String toString() {
    return "RemotePool[" + name + " at " + exchange + path + "]";
  }
}

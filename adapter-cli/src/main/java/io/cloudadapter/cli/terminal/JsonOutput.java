package io.cloudadapter.cli.terminal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.Machine;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.PoolSize;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.action.ActionAttempt;
import io.cloudadapter.api.action.ActionLease;
import io.cloudadapter.api.action.ActionStatus;
import io.cloudadapter.api.hook.WaitingHook;
import io.cloudadapter.api.scaling.PoolScaling;
import io.cloudadapter.api.scaling.ScheduledSize;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What the commands print for programs: the messages of the REST API, with our own facts beside. */
public final class JsonOutput {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private JsonOutput() {}

  public static String text(Object value) {
    return written(MAPPER.writerWithDefaultPrettyPrinter(), value);
  }

  /** The same on one line. */
  public static String line(Object value) {
    return written(MAPPER.writer(), value);
  }

  private static String written(ObjectWriter writer, Object value) {
    try {
      return writer.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException("maps, lists and texts can always be written", e);
    }
  }

  /** The machine pool message, with the status beside. */
  public static Map<String, Object> view(PoolView view) {
    Map<String, Object> fields = status(view);
    fields.put("machines", view.machines().stream().map(JsonOutput::machine).toList());
    return fields;
  }

  private static Map<String, Object> machine(Machine machine) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("id", machine.id().value());
    fields.put("machineState", machine.machineState().name());
    fields.put("serviceState", machine.serviceState().name());
    fields.put("launchtime", machine.launchTime().map(Object::toString).orElse(null));
    fields.put("publicIps", machine.publicIps());
    fields.put("privateIps", machine.privateIps());
    Map<String, String> metadata = new TreeMap<>(machine.metadata());
    machine.zone().ifPresent(zone -> metadata.put("zone", zone));
    machine.size().ifPresent(size -> metadata.put("size", size));
    if (machine.isProtected()) {
      metadata.put("protected", "true");
    }
    fields.put("metadata", metadata);
    return fields;
  }

  public static Map<String, Object> status(PoolView view) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("pool", view.pool().value());
    fields.put("status", view.status().name());
    fields.put("timestamp", view.timestamp().toString());
    fields.put("revision", view.revision());
    fields.put("desiredSize", view.desiredSize());
    fields.put("alarms", view.alarms().stream().map(JsonOutput::alarm).toList());
    return fields;
  }

  private static Map<String, Object> alarm(Alarm alarm) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("code", alarm.code().name());
    fields.put("message", alarm.message());
    fields.put("since", alarm.since().toString());
    return fields;
  }

  /** The pool size message. */
  public static Map<String, Object> size(PoolSize size) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("desiredSize", size.desiredSize());
    fields.put("allocated", size.allocated());
    fields.put("outOfService", size.outOfService());
    return fields;
  }

  public static Map<String, Object> plan(PoolPlan plan) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("desiredSize", plan.desiredSize());
    fields.put("effective", plan.effective());
    fields.put("open", plan.open());
    fields.put("launches", plan.launches().stream().map(JsonOutput::launch).toList());
    fields.put(
        "terminations",
        plan.terminations().stream()
            .map(end -> fields("machine", end.machine().value(), "reason", end.reason()))
            .toList());
    fields.put("holds", plan.holds().stream().map(JsonOutput::hold).toList());
    fields.put("ongoing", plan.ongoing().stream().map(JsonOutput::ongoing).toList());
    return fields;
  }

  private static Map<String, Object> ongoing(PoolPlan.Ongoing ongoing) {
    Map<String, Object> fields = fields(
        "operation",
        ongoing.operation().name(),
        "id",
        ongoing.id(),
        "machines",
        ongoing.machines(),
        "waitsFor",
        ongoing.waitsFor());
    ongoing.until().ifPresent(until -> fields.put("until", until.toString()));
    return fields;
  }

  private static Map<String, Object> launch(PoolPlan.Launch launch) {
    Map<String, Object> fields = fields("count", launch.count());
    launch.zone().ifPresent(zone -> fields.put("zone", zone));
    fields.put("reason", launch.reason());
    return fields;
  }

  private static Map<String, Object> hold(PoolPlan.Hold hold) {
    Map<String, Object> fields = fields("code", hold.code().name(), "reason", hold.reason());
    hold.until().ifPresent(until -> fields.put("until", until.toString()));
    return fields;
  }

  public static Map<String, Object> scaling(PoolScaling scaling) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("minSize", scaling.minSize());
    fields.put("maxSize", scaling.maxSize());
    fields.put("cap", scaling.cap());
    fields.put(
        "configured",
        fields("minSize", scaling.configuredMinSize(), "maxSize", scaling.configuredMaxSize()));
    Map<String, Object> policies = new LinkedHashMap<>();
    scaling.policies().forEach((name, policy) -> policies.put(name, policy.spec()));
    fields.put("policies", policies);
    Map<String, Object> cooldowns = new LinkedHashMap<>();
    scaling.cooldowns().forEach((name, left) -> cooldowns.put(name, left.toSeconds()));
    fields.put("cooldowns", cooldowns);
    Map<String, Object> schedules = new LinkedHashMap<>();
    scaling.schedules().forEach((name, schedule) -> schedules.put(name, schedule(schedule)));
    fields.put("schedules", schedules);
    return fields;
  }

  private static Map<String, Object> schedule(ScheduledSize schedule) {
    Map<String, Object> fields =
        fields("cron", schedule.cron(), "zone", schedule.zone().getId());
    schedule.desiredSize().ifPresent(size -> fields.put("desiredSize", size));
    schedule.minSize().ifPresent(size -> fields.put("minSize", size));
    schedule.maxSize().ifPresent(size -> fields.put("maxSize", size));
    schedule.next().ifPresent(next -> fields.put("next", next.toString()));
    return fields;
  }

  public static Map<String, Object> hooks(List<WaitingHook> hooks) {
    return fields("hooks", hooks.stream().map(JsonOutput::hook).toList());
  }

  private static Map<String, Object> hook(WaitingHook hook) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("token", hook.token().toString());
    fields.put("machine", hook.machine().value());
    fields.put("transition", hook.transition().word());
    fields.put("hook", hook.hook());
    fields.put("since", hook.since().toString());
    fields.put("deadline", hook.deadline().toString());
    fields.put("limit", hook.limit().toString());
    fields.put("told", hook.told());
    return fields;
  }

  /** The action message. */
  public static Map<String, Object> action(ActionStatus action) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("id", action.uid().toString());
    fields.put("version", action.version());
    fields.put("pool", action.pool().value());
    fields.put("machine", action.machine().value());
    fields.put("machineUid", action.machineUid().toString());
    fields.put("type", action.action().type());
    fields.put("parameters", new TreeMap<>(action.action().parameters()));
    fields.put("phase", action.phase().name());
    fields.put("reason", action.reason());
    fields.put("createdAt", action.createdAt().toString());
    fields.put("notBefore", action.notBefore().toString());
    fields.put("deadline", action.deadline().toString());
    action.startedAt().ifPresent(at -> fields.put("startedAt", at.toString()));
    action.endedAt().ifPresent(at -> fields.put("endedAt", at.toString()));
    fields.put("attempts", action.attempts().stream().map(JsonOutput::attempt).toList());
    fields.put("result", new TreeMap<>(action.result()));
    fields.put("cancelRequested", action.cancelRequested());
    fields.put("labels", new TreeMap<>(action.labels()));
    fields.put("requestedBy", action.requestedBy());
    action.lease().ifPresent(lease -> fields.put("lease", lease(lease)));
    return fields;
  }

  /** The lease message. */
  public static Map<String, Object> lease(ActionLease lease) {
    return fields(
        "holder",
        lease.holder(),
        "epoch",
        lease.epoch(),
        "expiresAt",
        lease.expiresAt().toString());
  }

  private static Map<String, Object> attempt(ActionAttempt attempt) {
    Map<String, Object> fields =
        fields("number", attempt.number(), "startedAt", attempt.startedAt().toString());
    attempt.endedAt().ifPresent(at -> fields.put("endedAt", at.toString()));
    attempt.error().ifPresent(error -> fields.put("error", error));
    return fields;
  }

  /** Fields in this order: name, value, name, value, … */
  public static Map<String, Object> fields(Object... namesAndValues) {
    Map<String, Object> fields = new LinkedHashMap<>();
    List<Object> all = List.of(namesAndValues);
    for (int i = 0; i < all.size(); i += 2) {
      fields.put(all.get(i).toString(), all.get(i + 1));
    }
    return fields;
  }
}

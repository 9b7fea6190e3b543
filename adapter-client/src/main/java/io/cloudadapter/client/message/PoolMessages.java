package io.cloudadapter.client.message;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.LaunchTemplate;
import io.cloudadapter.api.ListStatus;
import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.MembershipStatus;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.PoolSize;
import io.cloudadapter.api.PoolStatus;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.QuarantinedMachine;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.health.HealthSource;
import io.cloudadapter.api.health.MachineHealth;
import io.cloudadapter.api.refresh.RefreshState;
import io.cloudadapter.api.warm.WarmState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Writes and reads the messages about a pool; refuses an answer that breaks the REST API. */
public final class PoolMessages {
  private PoolMessages() {}

  /** The machine pool message. */
  public record Members(Instant timestamp, List<Machine> machines) {}

  /** What the pool status message says beyond the REST API 2.0. */
  public record Status(
      long revision,
      int desiredSize,
      PoolStatus status,
      List<Alarm> alarms,
      ListStatus listStatus,
      Optional<LaunchTemplate> template,
      Optional<RefreshState> refresh,
      int headroom) {}

  /** Writes the machine pool message with all machines. */
  public static Map<String, Object> pool(PoolView view) {
    return MessageFields.of("timestamp", view.timestamp(), "machines", machines(view));
  }

  /** Writes the machine pool message of the specification, without warm machines that run. */
  public static Map<String, Object> specified(PoolView view) {
    List<Machine> machines =
        view.machines().stream().filter(WarmMessages::isSpecified).toList();
    return MessageFields.of(
        "timestamp",
        view.timestamp(),
        "machines",
        MessageFields.each(machines, PoolMessages::machine));
  }

  /** Writes the machines of a pool. */
  public static Iterable<Object> machines(PoolView view) {
    return MessageFields.each(view.machines(), PoolMessages::machine);
  }

  private static Map<String, Object> machine(Machine machine) {
    return MessageFields.of(
        "id", machine.id(),
        "machineState", machine.machineState().name(),
        "serviceState", machine.serviceState().name(),
        "launchtime", machine.launchTime(),
        "publicIps", machine.publicIps(),
        "privateIps", machine.privateIps(),
        "metadata", metadata(machine),
        "membershipStatus", membership(machine));
  }

  /**
   * The cloud's facts, and what the specification has no field for: zone, size, protected, launch template, source of
   * the service state, drift, and the state in a warm pool. Ours win over the cloud's of the same name. Empty rather
   * than null, which the specification allows: a client that reads an object cannot read the whole pool then.
   */
  private static Map<String, String> metadata(Machine machine) {
    Map<String, String> all = new TreeMap<>(machine.metadata());
    machine.zone().ifPresent(zone -> all.put("zone", zone));
    machine.size().ifPresent(size -> all.put("size", size));
    if (machine.isProtected()) {
      all.put("protected", "true");
    }
    machine.template().ifPresent(template -> {
      all.put("launchTemplate", Integer.toString(template.number()));
      all.put("launchTemplateDigest", template.digest());
    });
    machine.health().ifPresent(health -> {
      all.put("serviceStateSource", health.source().word());
      if (!health.reason().isEmpty()) {
        all.put("serviceStateReason", health.reason());
      }
    });
    if (machine.drifted()) {
      all.put("drift", String.join(",", machine.drift()));
    }
    machine.warm().ifPresent(state -> all.put("warm", state.word()));
    return all;
  }

  /** The membership status; absent if it is the default. */
  private static Optional<Object> membership(Machine machine) {
    return machine.membershipStatus().equals(MembershipStatus.DEFAULT)
        ? Optional.empty()
        : Optional.of(membership(machine.membershipStatus()));
  }

  /** Writes a membership status. */
  public static Map<String, Object> membership(MembershipStatus status) {
    return MessageFields.of("active", status.active(), "evictable", status.evictable());
  }

  private static MembershipStatus membership(JsonFields machine) {
    if (!machine.has("membershipStatus")) {
      return MembershipStatus.DEFAULT;
    }
    JsonFields status = machine.at("membershipStatus");
    return new MembershipStatus(status.flag("active"), status.flag("evictable"));
  }

  /** Reads the machine pool message. */
  public static Members members(JsonFields message) {
    List<Machine> machines = new ArrayList<>();
    for (JsonFields fields : message.list("machines")) {
      machines.add(machine(fields));
    }
    return new Members(message.time("timestamp"), machines);
  }

  private static Machine machine(JsonFields fields) {
    Map<String, String> metadata = fields.freeForm("metadata");
    Optional<MachineHealth> health = health(metadata);
    Optional<WarmState> warm = WarmMessages.state(metadata);
    return new Machine(
        id(fields, "id"),
        fields.choice("machineState", MachineState.class),
        fields.choice("serviceState", ServiceState.class),
        fields.optionalTime("launchtime"),
        fields.texts("publicIps"),
        fields.texts("privateIps"),
        Optional.ofNullable(metadata.remove("zone")),
        Optional.ofNullable(metadata.remove("size")),
        "true".equals(metadata.remove("protected")),
        metadata,
        template(metadata.remove("launchTemplate"), metadata.remove("launchTemplateDigest")),
        drift(metadata.remove("drift")),
        membership(fields),
        health,
        warm);
  }

  /** The source of the service state, unless the server is of another version, or these are the cloud's own facts. */
  private static Optional<MachineHealth> health(Map<String, String> metadata) {
    Optional<HealthSource> source = Stream.of(HealthSource.values())
        .filter(known -> known.word().equals(metadata.get("serviceStateSource")))
        .findFirst();
    if (source.isEmpty()) {
      return Optional.empty();
    }
    metadata.remove("serviceStateSource");
    String reason = metadata.remove("serviceStateReason");
    return Optional.of(
        new MachineHealth(source.get(), MachineHealth.shortened(reason == null ? "" : reason)));
  }

  /** The template of a machine, unless the server is of an earlier version, or these are the cloud's own facts. */
  private static Optional<LaunchTemplate> template(
      @Nullable String number, @Nullable String digest) {
    return number != null && digest != null && number.matches("[1-9][0-9]{0,8}")
        ? Optional.of(new LaunchTemplate(Integer.parseInt(number), digest))
        : Optional.empty();
  }

  private static List<String> drift(@Nullable String fields) {
    return fields == null ? List.of() : List.of(fields.split(","));
  }

  public static MachineId id(JsonFields fields, String name) {
    String text = fields.text(name);
    try {
      return new MachineId(text);
    } catch (IllegalArgumentException e) {
      throw fields.wrong(name, "1 to 128 of [A-Za-z0-9._~@-]", text);
    }
  }

  /** Writes the pool size message. */
  public static Map<String, Object> size(PoolSize size) {
    return MessageFields.of(
        "desiredSize", size.desiredSize(),
        "allocated", size.allocated(),
        "outOfService", size.outOfService());
  }

  /** Reads the pool size message. */
  public static PoolSize size(JsonFields message) {
    int desired = message.count("desiredSize");
    int allocated = message.count("allocated");
    int outOfService = message.count("outOfService");
    if (outOfService > allocated) {
      throw message.wrong("outOfService", "at most allocated", outOfService);
    }
    return new PoolSize(desired, allocated, outOfService);
  }

  /** Writes what the keeper does at present, and what a person should look at. */
  public static Map<String, Object> status(PoolView view) {
    return MessageFields.of(
        "pool", view.pool(),
        "status", view.status().name(),
        "listStatus", view.listStatus().name(),
        "timestamp", view.timestamp(),
        "revision", view.revision(),
        "desiredSize", view.desiredSize(),
        "headroom", view.headroom(),
        "unhealthy", view.unhealthy(),
        "warm", WarmMessages.counts(view),
        "template",
            view.template()
                .map(template -> MessageFields.of(
                    "number", template.number(),
                    "digest", template.digest(),
                    "driftedMachines", view.drifted(),
                    "unknownMachines", view.unknownTemplates())),
        "refresh", view.refresh().map(RefreshState::name),
        "alarms",
            MessageFields.each(
                view.alarms(),
                alarm -> MessageFields.of(
                    "code", alarm.code().name(),
                    "message", alarm.message(),
                    "since", alarm.since())));
  }

  /** Reads the pool status message. */
  public static Status status(JsonFields message) {
    List<Alarm> alarms = new ArrayList<>();
    for (JsonFields alarm : message.list("alarms")) {
      alarms.add(new Alarm(
          alarm.choice("code", Alarm.Code.class), alarm.text("message"), alarm.time("since")));
    }
    return new Status(
        message.number("revision"),
        message.count("desiredSize"),
        message.choice("status", PoolStatus.class),
        alarms,
        // A server of an earlier version does not tell.
        message.has("listStatus")
            ? message.choice("listStatus", ListStatus.class)
            : ListStatus.RECENT,
        message.has("template") ? Optional.of(template(message.at("template"))) : Optional.empty(),
        message.has("refresh")
            ? Optional.of(message.choice("refresh", RefreshState.class))
            : Optional.empty(),
        message.optionalCount("headroom").orElse(0));
  }

  private static LaunchTemplate template(JsonFields fields) {
    int number = fields.count("number");
    if (number == 0) {
      throw fields.wrong("number", "1 or more", number);
    }
    return new LaunchTemplate(number, fields.text("digest"));
  }

  /** Writes the machines in quarantine. */
  public static Map<String, Object> quarantine(List<QuarantinedMachine> machines) {
    return MessageFields.of(
        "machines",
        MessageFields.each(
            machines,
            machine -> MessageFields.of(
                "id", machine.id(),
                "machineState", machine.state().name(),
                "reason", machine.reason(),
                "holdsLaunches", machine.holdsLaunches(),
                "launchtime", machine.launchTime(),
                "zone", machine.zone(),
                "publicIps", machine.publicIps(),
                "privateIps", machine.privateIps())));
  }

  /** Reads the machines in quarantine. */
  public static List<QuarantinedMachine> quarantine(JsonFields message) {
    List<QuarantinedMachine> machines = new ArrayList<>();
    for (JsonFields fields : message.list("machines")) {
      machines.add(new QuarantinedMachine(
          id(fields, "id"),
          fields.choice("machineState", MachineState.class),
          fields.text("reason"),
          fields.flag("holdsLaunches"),
          fields.optionalTime("launchtime"),
          fields.optionalText("zone"),
          fields.texts("publicIps"),
          fields.texts("privateIps")));
    }
    return machines;
  }

  /** Writes what the keeper would do next, and why. */
  public static Map<String, Object> plan(PoolPlan plan) {
    return MessageFields.of(
        "desiredSize", plan.desiredSize(),
        "headroom", plan.headroom(),
        "effective", plan.effective(),
        "open", plan.open(),
        "launches",
            MessageFields.each(
                plan.launches(),
                launch -> MessageFields.of(
                    "count", launch.count(), "zone", launch.zone(), "reason", launch.reason())),
        "terminations",
            MessageFields.each(
                plan.terminations(),
                end -> MessageFields.of("machine", end.machine(), "reason", end.reason())),
        "holds", MessageFields.each(plan.holds(), HoldMessages::write),
        "ongoing",
            MessageFields.each(
                plan.ongoing(),
                ongoing -> MessageFields.of(
                    "operation", ongoing.operation().name(),
                    "id", ongoing.id(),
                    "machines", ongoing.machines(),
                    "waitsFor", ongoing.waitsFor(),
                    "until", ongoing.until())),
        "warm", plan.warm().map(WarmMessages::plan),
        "unhealthy", MessageFields.each(plan.unhealthy(), UnhealthyMessages::write));
  }

  /** Reads what the keeper would do next, and why. */
  public static PoolPlan plan(JsonFields message) {
    return new PoolPlan(
        message.count("desiredSize"),
        message.count("effective"),
        message.count("open"),
        message.list("launches").stream()
            .map(launch -> new PoolPlan.Launch(
                launch.count("count"), launch.optionalText("zone"), launch.text("reason")))
            .toList(),
        message.list("terminations").stream()
            .map(end -> new PoolPlan.Termination(id(end, "machine"), end.text("reason")))
            .toList(),
        message.list("holds").stream().map(HoldMessages::read).toList(),
        message.optionalList("ongoing").stream()
            .map(ongoing -> new PoolPlan.Ongoing(
                ongoing.choice("operation", PoolPlan.Operation.class),
                ongoing.text("id"),
                ongoing.count("machines"),
                ongoing.text("waitsFor"),
                ongoing.optionalTime("until")))
            .toList(),
        message.optionalCount("headroom").orElse(0),
        message.has("warm") ? Optional.of(WarmMessages.plan(message.at("warm"))) : Optional.empty(),
        message.optionalList("unhealthy").stream().map(UnhealthyMessages::read).toList());
  }
}

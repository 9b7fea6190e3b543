package io.cloudadapter.client;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.ListStatus;
import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.PoolSize;
import io.cloudadapter.api.PoolStatus;
import io.cloudadapter.api.QuarantinedMachine;
import io.cloudadapter.api.ReplicaInfo;
import io.cloudadapter.api.ReplicaRole;
import io.cloudadapter.api.ServiceState;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the messages of the REST API; refuses what does not keep to it. */
final class PoolMessages {
  private PoolMessages() {}

  /** The machine pool message. */
  record Members(Instant timestamp, List<Machine> machines) {}

  /** What the pool status message says beyond the REST API 2.0. */
  record Status(
      long revision,
      int desiredSize,
      PoolStatus status,
      List<Alarm> alarms,
      ListStatus listStatus) {}

  /** Which pools a server has. */
  record Directory(PoolName defaultPool, List<PoolName> pools) {}

  static Directory directory(ServerReply reply) {
    JsonFields message = JsonFields.of(reply);
    List<PoolName> names = new ArrayList<>();
    Optional<PoolName> preferred = Optional.empty();
    for (JsonFields pool : message.list("pools")) {
      PoolName name = poolName(pool);
      names.add(name);
      if (pool.flag("default")) {
        preferred = Optional.of(name);
      }
    }
    return new Directory(
        preferred.orElseThrow(() -> message.wrong("pools", "a list with a default pool", names)),
        List.copyOf(names));
  }

  /** The server's part among others; empty if it keeps its pools alone. */
  static Optional<ReplicaRole> part(ServerReply reply) {
    JsonFields message = JsonFields.of(reply);
    if (!message.has("role")) {
      return Optional.empty();
    }
    return Optional.of(new ReplicaRole(
        message.text("name"),
        message.text("role").equals("leader"),
        replicas(reply).stream().filter(ReplicaInfo::leads).findFirst(),
        message.seconds("ageSeconds"),
        message.seconds("leaseSeconds"),
        message.seconds("leaseLeftSeconds"),
        message.text("trouble")));
  }

  static List<ReplicaInfo> replicas(ServerReply reply) {
    List<ReplicaInfo> replicas = new ArrayList<>();
    for (JsonFields replica : JsonFields.of(reply).list("replicas")) {
      replicas.add(new ReplicaInfo(
          replica.text("name"),
          replica.optionalText("url"),
          replica.text("role").equals("leader"),
          replica.number("revision")));
    }
    return replicas;
  }

  private static PoolName poolName(JsonFields pool) {
    String text = pool.text("name");
    try {
      return new PoolName(text);
    } catch (IllegalArgumentException e) {
      throw pool.wrong("name", "[a-z][a-z0-9-]{0,29}", text);
    }
  }

  /** Since when an unchanged pool is known to be unchanged, if the server tells. */
  static Optional<Instant> timestamp(ServerReply reply) {
    try {
      return reply.header("Pool-Timestamp").map(Instant::parse);
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  static Members members(ServerReply reply) {
    JsonFields message = JsonFields.of(reply);
    List<Machine> machines = new ArrayList<>();
    for (JsonFields fields : message.list("machines")) {
      machines.add(machine(fields));
    }
    return new Members(message.time("timestamp"), machines);
  }

  private static Machine machine(JsonFields fields) {
    Map<String, String> metadata = fields.freeForm("metadata");
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
        metadata);
  }

  static MachineId id(JsonFields fields, String name) {
    String text = fields.text(name);
    try {
      return new MachineId(text);
    } catch (IllegalArgumentException e) {
      throw fields.wrong(name, "1 to 128 of [A-Za-z0-9._~@-]", text);
    }
  }

  /** The pool size message. */
  static PoolSize size(ServerReply reply) {
    JsonFields message = JsonFields.of(reply);
    int desired = message.count("desiredSize");
    int allocated = message.count("allocated");
    int outOfService = message.count("outOfService");
    if (outOfService > allocated) {
      throw message.wrong("outOfService", "at most allocated", outOfService);
    }
    return new PoolSize(desired, allocated, outOfService);
  }

  static Status status(ServerReply reply) {
    JsonFields message = JsonFields.of(reply);
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
            : ListStatus.RECENT);
  }

  static List<QuarantinedMachine> quarantine(ServerReply reply) {
    List<QuarantinedMachine> machines = new ArrayList<>();
    for (JsonFields fields : JsonFields.of(reply).list("machines")) {
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

  static PoolPlan plan(ServerReply reply) {
    JsonFields message = JsonFields.of(reply);
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
        message.list("holds").stream()
            .map(hold -> new PoolPlan.Hold(
                hold.choice("code", Alarm.Code.class),
                hold.text("reason"),
                hold.optionalTime("until")))
            .toList(),
        message.optionalList("ongoing").stream()
            .map(ongoing -> new PoolPlan.Ongoing(
                ongoing.choice("operation", PoolPlan.Operation.class),
                ongoing.text("id"),
                ongoing.count("machines"),
                ongoing.text("waitsFor"),
                ongoing.optionalTime("until")))
            .toList());
  }
}

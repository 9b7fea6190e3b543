package io.cloudadapter.server.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.Machine;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.PoolSize;
import io.cloudadapter.api.PoolView;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Writes the messages of the specification, and those of our own resources. */
final class PoolJson {
  private PoolJson() {}

  /** Machine pool message. */
  static void pool(JsonGenerator json, PoolView view) throws IOException {
    json.writeStartObject();
    json.writeStringField("timestamp", Timestamps.format(view.timestamp()));
    json.writeArrayFieldStart("machines");
    for (Machine machine : view.machines()) {
      machine(json, machine);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void machine(JsonGenerator json, Machine machine) throws IOException {
    json.writeStartObject();
    json.writeStringField("id", machine.id().value());
    json.writeStringField("machineState", machine.machineState().name());
    json.writeStringField("serviceState", machine.serviceState().name());
    if (machine.launchTime().isPresent()) {
      json.writeStringField("launchtime", Timestamps.format(machine.launchTime().get()));
    }
    strings(json, "publicIps", machine.publicIps());
    strings(json, "privateIps", machine.privateIps());
    metadata(json, machine);
    json.writeEndObject();
  }

  private static void strings(JsonGenerator json, String name, List<String> values)
      throws IOException {
    json.writeArrayFieldStart(name);
    for (String value : values) {
      json.writeString(value);
    }
    json.writeEndArray();
  }

  /**
   * The cloud's facts, and what the specification has no field for: zone, size, protected. Ours win
   * over the cloud's of the same name. An empty object if there is nothing to tell: null is allowed, but a client that
   * reads an object cannot read the whole pool then.
   */
  private static void metadata(JsonGenerator json, Machine machine) throws IOException {
    Map<String, String> facts = machine.metadata();
    boolean ours =
        machine.zone().isPresent() || machine.size().isPresent() || machine.isProtected();
    Map<String, String> all = ours || facts.size() > 1 ? new TreeMap<>(facts) : facts;
    machine.zone().ifPresent(zone -> all.put("zone", zone));
    machine.size().ifPresent(size -> all.put("size", size));
    if (machine.isProtected()) {
      all.put("protected", "true");
    }
    json.writeObjectFieldStart("metadata");
    for (Map.Entry<String, String> fact : all.entrySet()) {
      json.writeStringField(fact.getKey(), fact.getValue());
    }
    json.writeEndObject();
  }

  /** Pool size message. */
  static void size(JsonGenerator json, PoolSize size) throws IOException {
    json.writeStartObject();
    json.writeNumberField("desiredSize", size.desiredSize());
    json.writeNumberField("allocated", size.allocated());
    json.writeNumberField("outOfService", size.outOfService());
    json.writeEndObject();
  }

  /** What the keeper does at present, and what a person should look at. */
  static void status(JsonGenerator json, PoolView view) throws IOException {
    json.writeStartObject();
    json.writeStringField("pool", view.pool().value());
    json.writeStringField("status", view.status().name());
    json.writeStringField("listStatus", view.listStatus().name());
    json.writeStringField("timestamp", Timestamps.format(view.timestamp()));
    json.writeNumberField("revision", view.revision());
    json.writeNumberField("desiredSize", view.desiredSize());
    json.writeArrayFieldStart("alarms");
    for (Alarm alarm : view.alarms()) {
      json.writeStartObject();
      json.writeStringField("code", alarm.code().name());
      json.writeStringField("message", alarm.message());
      json.writeStringField("since", Timestamps.format(alarm.since()));
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  /** What the keeper would do next, and why. */
  static void plan(JsonGenerator json, PoolPlan plan) throws IOException {
    json.writeStartObject();
    json.writeNumberField("desiredSize", plan.desiredSize());
    json.writeNumberField("effective", plan.effective());
    json.writeNumberField("open", plan.open());
    json.writeArrayFieldStart("launches");
    for (PoolPlan.Launch launch : plan.launches()) {
      json.writeStartObject();
      json.writeNumberField("count", launch.count());
      if (launch.zone().isPresent()) {
        json.writeStringField("zone", launch.zone().get());
      }
      json.writeStringField("reason", launch.reason());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeArrayFieldStart("terminations");
    for (PoolPlan.Termination termination : plan.terminations()) {
      json.writeStartObject();
      json.writeStringField("machine", termination.machine().value());
      json.writeStringField("reason", termination.reason());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeArrayFieldStart("holds");
    for (PoolPlan.Hold hold : plan.holds()) {
      json.writeStartObject();
      json.writeStringField("code", hold.code().name());
      json.writeStringField("reason", hold.reason());
      if (hold.until().isPresent()) {
        json.writeStringField("until", Timestamps.format(hold.until().get()));
      }
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeArrayFieldStart("ongoing");
    for (PoolPlan.Ongoing ongoing : plan.ongoing()) {
      json.writeStartObject();
      json.writeStringField("operation", ongoing.operation().name());
      json.writeStringField("id", ongoing.id());
      json.writeNumberField("machines", ongoing.machines());
      json.writeStringField("waitsFor", ongoing.waitsFor());
      if (ongoing.until().isPresent()) {
        json.writeStringField("until", Timestamps.format(ongoing.until().get()));
      }
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }
}

package com.example.larch.cloud;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What was asked to be done to machines, and the snapshots that came of it. Guarded by the estate. */
final class FakeActions {
  private static final Duration KEY_LIFETIME = Duration.ofHours(24);
  private static final Duration QUICK = Duration.ofSeconds(2);
  private static final Duration SLOW = Duration.ofSeconds(5);
  private static final Set<String> FIELDS = Set.of("action", "mode", "name", "snapshot");
  private static final Set<String> RUNNING = Set.of("ACTIVE");
  private static final Set<String> DOWN = Set.of("STOPPING", "STOPPED");
  private static final Set<String> UP = Set.of("QUEUED", "STARTING", "ACTIVE");
  private static final long BYTES = 8L << 30;

  /** One action: what it was asked for with, when it began, and when it is over. */
  private record Job(
      String key, FakeMachine machine, JsonNode order, Instant at, Instant until, String snapshot) {
    String action() {
      return order.path("action").asText();
    }

    boolean over(Instant moment) {
      return !moment.isBefore(until);
    }
  }

  private final List<Job> jobs = new ArrayList<>();
  private int snapshots;

  /** Does what is asked, unless that was asked for already under the same key. */
  ObjectNode begin(FakeMachine vm, JsonNode order, String key, Instant now) {
    Optional<Job> known = find(vm, key, now);
    if (known.isPresent()) {
      if (!known.get().order().equals(order)) {
        throw new LarchRefusal(409, "KEY_MISMATCH", "the key was used for another action");
      }
      return row(known.get(), now);
    }
    check(order);
    Job job = job(vm, order, key, now, vm.at(now).orElseThrow().state());
    jobs.add(job);
    return row(job, now);
  }

  private static void check(JsonNode order) {
    order.fieldNames().forEachRemaining(field -> {
      if (!FIELDS.contains(field)) {
        throw new LarchRefusal(400, "INVALID_REQUEST", "no field " + field);
      }
    });
  }

  private Job job(FakeMachine vm, JsonNode order, String key, Instant now, String state) {
    switch (order.path("action").asText()) {
      case "reboot" -> {
        String mode = order.path("mode").asText();
        if (!mode.equals("soft") && !mode.equals("hard")) {
          throw new LarchRefusal(400, "INVALID_REQUEST", "mode must be soft or hard");
        }
        must(RUNNING.contains(state), "NOT_RUNNING", "the machine is " + state);
        return new Job(key, vm, order, now, now.plus(QUICK), "");
      }
      case "stop" -> {
        boolean so = DOWN.contains(state);
        must(so || state.equals("ACTIVE"), "BUSY", "the machine is " + state);
        return new Job(key, vm, order, now, so ? now : halts(vm, now), "");
      }
      case "start" -> {
        boolean so = UP.contains(state);
        must(so || state.equals("STOPPED"), "BUSY", "the machine is " + state);
        return new Job(key, vm, order, now, so ? now : starts(vm, now), "");
      }
      case "snapshot" -> {
        mustExist(state);
        return new Job(key, vm, order, now, now.plus(SLOW), "snap-" + ++snapshots);
      }
      case "restore" -> {
        mustExist(state);
        String snapshot = order.path("snapshot").asText();
        if (!taken(vm, now).contains(snapshot)) {
          throw new LarchRefusal(
              404, "NO_SUCH_SNAPSHOT", "no snapshot " + snapshot + " of the machine");
        }
        return new Job(key, vm, order, now, now.plus(SLOW), snapshot);
      }
      default ->
        throw new LarchRefusal(400, "INVALID_REQUEST", "no action " + order.path("action"));
    }
  }

  private static void must(boolean well, String code, String message) {
    if (!well) {
      throw new LarchRefusal(409, code, message);
    }
  }

  private static void mustExist(String state) {
    must(state.equals("ACTIVE") || state.equals("STOPPED"), "BUSY", "the machine is " + state);
  }

  private static Instant halts(FakeMachine vm, Instant now) {
    vm.becomes(now, phase -> phase.in("STOPPING"));
    vm.willBe(now.plus(QUICK), phase -> phase.in("STOPPED"));
    return now.plus(QUICK);
  }

  private static Instant starts(FakeMachine vm, Instant now) {
    vm.becomes(now, FakeMachine.Phase::startedAgain);
    vm.willBe(now.plus(QUICK), phase -> phase.in("ACTIVE"));
    return now.plus(QUICK);
  }

  /** Returns an action as a reader sees it at that moment; empty if it had not begun. */
  Optional<ObjectNode> look(FakeMachine vm, String key, Instant moment) {
    return find(vm, key, moment)
        .filter(job -> !moment.isBefore(job.at()))
        .map(job -> row(job, moment));
  }

  private Optional<Job> find(FakeMachine vm, String key, Instant now) {
    return jobs.stream()
        .filter(job -> job.machine() == vm && job.key().equals(key))
        .filter(job -> now.isBefore(job.at().plus(KEY_LIFETIME)))
        .findFirst();
  }

  private static ObjectNode row(Job job, Instant moment) {
    ObjectNode row = JsonNodeFactory.instance.objectNode();
    row.put("key", job.key()).put("action", job.action());
    row.put("state", job.over(moment) ? "DONE" : "RUNNING");
    if (job.action().equals("snapshot") && job.over(moment)) {
      row.put("snapshot", job.snapshot()).put("bytes", BYTES);
    }
    return row;
  }

  // The truth.

  int reboots(FakeMachine vm, Instant now) {
    return over(vm, "reboot", now).size();
  }

  List<String> taken(FakeMachine vm, Instant now) {
    return over(vm, "snapshot", now).stream().map(Job::snapshot).toList();
  }

  List<String> restored(FakeMachine vm, Instant now) {
    return over(vm, "restore", now).stream().map(Job::snapshot).toList();
  }

  private List<Job> over(FakeMachine vm, String action, Instant now) {
    return jobs.stream()
        .filter(job -> job.machine() == vm && job.action().equals(action) && job.over(now))
        .toList();
  }
}

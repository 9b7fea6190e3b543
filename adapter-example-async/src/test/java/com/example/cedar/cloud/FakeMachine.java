package com.example.cedar.cloud;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.Optional;
import java.util.TreeMap;

/** One machine, from the end of the operation that makes it. Guarded by the project. */
final class FakeMachine {
  final String id;
  final String zone;
  final LaunchBody wanted;
  final Instant begun;
  private final Instant made;
  private final int number;
  private String state = "RUNNING";
  private Optional<FakeOperation> ending = Optional.empty();
  private boolean killed;

  FakeMachine(String id, String zone, LaunchBody wanted, Instant begun, Instant made, int number) {
    this.id = id;
    this.zone = zone;
    this.wanted = wanted;
    this.begun = begun;
    this.made = made;
    this.number = number;
  }

  boolean hasRow(Instant now) {
    return !now.isBefore(made) && !hasEnded(now);
  }

  boolean hasEnded(Instant now) {
    return killed || ending.filter(end -> end.isDone(now)).isPresent();
  }

  /** The operation that ends it and still runs. */
  Optional<FakeOperation> endingAt(Instant now) {
    return ending.filter(end -> end.isRunning(now));
  }

  void endsBy(FakeOperation operation) {
    ending = Optional.of(operation);
    state = "RUNNING";
  }

  void state(String value) {
    state = value;
  }

  void kill() {
    killed = true;
  }

  ObjectNode row(Instant now) {
    ObjectNode row = JsonNodeFactory.instance.objectNode();
    row.put("id", id);
    row.put("state", hasEnded(now) || endingAt(now).isPresent() ? "ENDING" : state);
    row.put("zone", zone);
    row.put("size", wanted.size());
    row.put("image", wanted.image());
    row.put("spot", wanted.spot());
    ObjectNode tags = row.putObject("tags");
    new TreeMap<>(wanted.tags()).forEach(tags::put);
    row.put("createdAt", begun.toString());
    row.putArray("publicIps")
        .add("203.0.113." + number % 250)
        .add("2001:db8::" + Integer.toHexString(number));
    row.putArray("privateIps").add("10.0." + number / 250 % 250 + "." + number % 250);
    return row;
  }
}

package com.example.cedar.cloud;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** One operation, whose end is decided when it begins. Guarded by the project. */
final class FakeOperation {
  private static final Duration REMEMBERED = Duration.ofHours(1);

  final String id;
  private final Instant end;
  private final Optional<ObjectNode> error;
  private Optional<FakeMachine> machine = Optional.empty();
  private boolean forgotten;

  /**
   * An operation that runs.
   *
   * @param id its id
   * @param end when it ends
   * @param error why it fails; empty if it ends well
   */
  FakeOperation(String id, Instant end, Optional<ObjectNode> error) {
    this.id = id;
    this.end = end;
    this.error = error;
  }

  void makes(FakeMachine made) {
    machine = Optional.of(made);
  }

  Instant end() {
    return end;
  }

  /** The machine that it makes; empty if it fails, or ends a machine. */
  Optional<FakeMachine> machine() {
    return machine;
  }

  boolean isRunning(Instant now) {
    return now.isBefore(end);
  }

  boolean isDone(Instant now) {
    return !isRunning(now) && error.isEmpty();
  }

  boolean fails() {
    return error.isPresent();
  }

  boolean isForgotten(Instant now) {
    return forgotten || !now.isBefore(end.plus(REMEMBERED));
  }

  void forget(Instant now) {
    forgotten |= !isRunning(now);
  }

  ObjectNode row(Instant now) {
    ObjectNode row = JsonNodeFactory.instance.objectNode().put("id", id);
    if (isRunning(now)) {
      return row.put("state", "RUNNING");
    }
    if (error.isPresent()) {
      row.put("state", "FAILED").set("error", error.get());
      return row;
    }
    row.put("state", "DONE");
    machine.ifPresent(made -> row.set("machine", made.row(now)));
    return row;
  }
}

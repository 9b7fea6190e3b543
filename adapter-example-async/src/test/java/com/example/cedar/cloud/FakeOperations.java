package com.example.cedar.cloud;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The operations of a project, and the keys of the requests that began them. Guarded by the project. */
final class FakeOperations {
  private static final Duration MAKES = Duration.ofSeconds(20);
  private static final Duration ENDS = Duration.ofSeconds(5);
  private static final Duration KEY_LIFETIME = Duration.ofHours(24);

  private record KeyUse(JsonNode body, FakeOperation operation, Instant at) {}

  private final Map<String, FakeOperation> operations = new HashMap<>();
  private final Map<String, KeyUse> keys = new HashMap<>();

  /** The operation that a key stands for; empty if the key is free. */
  Optional<FakeOperation> under(String key, JsonNode body, Instant now) {
    KeyUse use = keys.get(key);
    if (use == null
        || !now.isBefore(use.at().plus(KEY_LIFETIME))
        || (use.operation().fails() && use.operation().isForgotten(now))) {
      return Optional.empty();
    }
    if (!use.body().equals(body)) {
      throw new CedarRefusal(409, "KEY_MISMATCH", "the key was used for another request");
    }
    if (use.operation().machine().filter(made -> made.hasEnded(now)).isPresent()) {
      throw new CedarRefusal(409, "KEY_SPENT", "the key's machine has ended");
    }
    return Optional.of(use.operation());
  }

  void keep(String key, JsonNode body, FakeOperation operation, Instant now) {
    keys.put(key, new KeyUse(body, operation, now));
  }

  FakeOperation beginMaking(Instant now, Optional<ObjectNode> error) {
    return begin(now.plus(MAKES), error);
  }

  FakeOperation beginEnding(Instant now, Optional<ObjectNode> error) {
    return begin(now.plus(ENDS), error);
  }

  private FakeOperation begin(Instant end, Optional<ObjectNode> error) {
    FakeOperation operation = new FakeOperation("op-" + (operations.size() + 1), end, error);
    operations.put(operation.id, operation);
    return operation;
  }

  ObjectNode row(String id, Instant now) {
    return Optional.ofNullable(operations.get(id))
        .filter(operation -> !operation.isForgotten(now))
        .orElseThrow(() -> new CedarRefusal(404, "NO_SUCH_OPERATION", "no operation " + id))
        .row(now);
  }

  void forgetEnded(Instant now) {
    operations.values().forEach(operation -> operation.forget(now));
  }

  int begun() {
    return operations.size();
  }
}

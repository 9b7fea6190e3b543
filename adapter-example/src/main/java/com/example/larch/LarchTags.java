package com.example.larch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Conflict;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.ErrorScope;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.feature.Adoption;
import io.cloudadapter.spi.feature.Labeling;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Changes the tags of machines that exist. Each change reads them, and writes them back on condition that
 * they have not changed meanwhile; also if they seem to be right already, since a look-up may be stale.
 */
final class LarchTags implements Adoption, Labeling {
  private static final Set<String> MARKS =
      Set.of(OwnershipMarks.POOL_TAG, OwnershipMarks.INCARNATION_TAG, OwnershipMarks.KEY_TAG);

  private final LarchApi api;

  LarchTags(LarchApi api) {
    this.api = api;
  }

  private record Tagged(Map<String, String> tags, String version) {}

  @Override
  public void mark(MachineId machine, OwnershipMarks marks, CallContext call) {
    api.checkOpen();
    Tagged now = read(machine, call).orElseThrow(() -> notFound(machine));
    checkNotForeign(machine, now.tags(), marks);
    now.tags().keySet().removeAll(MARKS);
    now.tags().putAll(marks.toTags());
    if (!write(machine, now, call)) {
      throw notFound(machine);
    }
  }

  @Override
  public void unmark(MachineId machine, OwnershipMarks marks, CallContext call) {
    api.checkOpen();
    Optional<Tagged> now = read(machine, call);
    if (now.isPresent()) {
      checkNotForeign(machine, now.get().tags(), marks);
      now.get().tags().keySet().removeAll(MARKS);
      write(machine, now.get(), call);
    }
  }

  @Override
  public void label(MachineId machine, Map<String, String> labels, CallContext call) {
    api.checkOpen();
    for (String name : labels.keySet()) {
      if (name.startsWith(OwnershipMarks.RESERVED)) {
        throw LarchLimits.invalid(
            "a label must not begin with " + OwnershipMarks.RESERVED + ", was " + name);
      }
    }
    Tagged now = read(machine, call).orElseThrow(() -> notFound(machine));
    now.tags().putAll(labels);
    if (!write(machine, now, call)) {
      throw notFound(machine);
    }
  }

  /** The machine's tags, or empty if it is not there or has ended. */
  private Optional<Tagged> read(MachineId machine, CallContext call) {
    LarchRequest request = LarchRequest.get("/v1/machines/" + machine.value());
    LarchReply reply = api.exchange(request, call);
    if (reply.is(404, "NO_SUCH_MACHINE")) {
      return Optional.empty();
    }
    JsonNode row = LarchErrors.expect(200, request, reply);
    if (LarchRows.isEnded(row)) {
      return Optional.empty();
    }
    Map<String, String> tags =
        LarchRows.tags(row).orElseThrow(() -> LarchErrors.notUnderstood(request, reply, "tags"));
    String version =
        reply.etag().orElseThrow(() -> LarchErrors.notUnderstood(request, reply, "ETag"));
    return Optional.of(new Tagged(tags, version));
  }

  /** Returns false if there is no such machine any more. */
  private boolean write(MachineId machine, Tagged wanted, CallContext call) {
    LarchLimits.checkTags(wanted.tags().size(), wanted.tags());
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    ObjectNode tags = body.putObject("tags");
    wanted.tags().forEach(tags::put);
    LarchRequest request = new LarchRequest(
        RequestKind.MARK,
        "PUT",
        "/v1/machines/" + machine.value() + "/tags",
        Map.of("If-Match", wanted.version()),
        Optional.of(body));
    LarchReply reply = api.exchange(request, call);
    if (reply.is(404, "NO_SUCH_MACHINE")) {
      return false;
    }
    LarchErrors.expect(200, request, reply);
    return true;
  }

  private static void checkNotForeign(
      MachineId machine, Map<String, String> tags, OwnershipMarks marks) {
    String pool = tags.getOrDefault(OwnershipMarks.POOL_TAG, marks.pool().value());
    String incarnation =
        tags.getOrDefault(OwnershipMarks.INCARNATION_TAG, marks.incarnation().value());
    if (!pool.equals(marks.pool().value())
        || !incarnation.equals(marks.incarnation().value())) {
      throw CloudException.of(
              Kind.CONFLICT,
              Effect.NONE,
              "machine " + machine + " belongs to pool " + pool + ", incarnation " + incarnation)
          .conflict(Conflict.FOREIGN)
          .scope(ErrorScope.machine())
          .build();
    }
  }

  private static CloudException notFound(MachineId machine) {
    return CloudException.of(Kind.NOT_FOUND, Effect.NONE, "Larch has no machine " + machine)
        .scope(ErrorScope.machine())
        .build();
  }
}

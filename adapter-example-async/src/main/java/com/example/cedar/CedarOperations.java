package com.example.cedar;

import com.fasterxml.jackson.databind.JsonNode;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchOperation;
import io.cloudadapter.spi.LaunchProgress;
import io.cloudadapter.spi.LaunchResult;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.feature.LaunchOperations;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Begins and follows the operations that make machines. An operation's id is Cedar's own, which any process with a
 * token of the project finds again.
 */
final class CedarOperations implements LaunchOperations {
  /** What can stand in a path as it is. */
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9-]{1,64}");

  private final CedarApi api;

  CedarOperations(CedarApi api) {
    this.api = api;
  }

  /** Begins an operation. The key goes with the request, so that a second sending begins no second operation. */
  LaunchResult begin(CedarLaunchRequest launch, LaunchKey key, CallContext call) {
    CedarRequest request = launch.under(key);
    CedarReply reply = api.exchange(request, call);
    JsonNode accepted = CedarErrors.expect(202, request, reply);
    String id = CedarReply.text(accepted, "operation")
        .filter(text -> ID.matcher(text).matches())
        .orElseThrow(() -> CedarErrors.notUnderstood(request, reply, "operation"));
    return LaunchResult.accepted(new LaunchOperation(id), List.of());
  }

  /** Only Cedar's own words end an operation, or deny it: a 404 of another server is an error. */
  @Override
  public LaunchProgress check(LaunchOperation operation, CallContext call) {
    api.checkOpen();
    if (!ID.matcher(operation.id()).matches()) {
      // No operation of Cedar has such an id.
      return new LaunchProgress.Unknown();
    }
    CedarRequest request = CedarRequest.get("/v1/operations/" + operation.id());
    CedarReply reply = api.exchange(request, call);
    if (reply.is(404, "NO_SUCH_OPERATION")) {
      return new LaunchProgress.Unknown();
    }
    JsonNode row = CedarErrors.expect(200, request, reply);
    if (!CedarReply.text(row, "id").equals(Optional.of(operation.id()))) {
      throw CedarErrors.notUnderstood(request, reply, "id");
    }
    return switch (CedarReply.text(row, "state").orElse("")) {
      case "RUNNING" -> new LaunchProgress.Running();
      case "DONE" -> new LaunchProgress.Done(LaunchResult.of(List.of(made(row, request, reply))));
      case "FAILED" -> failed(row, request, reply);
      default -> throw CedarErrors.notUnderstood(request, reply, "state");
    };
  }

  private static MachineSighting made(JsonNode row, CedarRequest request, CedarReply reply) {
    return CedarRows.sighting(row.path("machine"))
        .orElseThrow(() -> CedarErrors.notUnderstood(request, reply, "machine"));
  }

  private static LaunchProgress failed(JsonNode row, CedarRequest request, CedarReply reply) {
    if (CedarReply.text(row.path("error"), "code").isEmpty()) {
      throw CedarErrors.notUnderstood(request, reply, "error");
    }
    return new LaunchProgress.Failed(CedarErrors.failure(row.path("error")));
  }
}

package io.cloudadapter.clusterautoscaler;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.server.options.AuditOutcome;
import io.grpc.Status;

/** Translates the exceptions of pools into the status of a call. */
final class CallStatus {
  private CallStatus() {}

  /** The status with which a call ends. */
  static Status of(RuntimeException failure) {
    if (failure instanceof io.grpc.StatusRuntimeException refused) {
      return refused.getStatus();
    }
    if (failure instanceof PoolException refused) {
      String detail = refused.detail().isEmpty() ? "" : " (" + refused.detail() + ")";
      return code(refused.reason())
          .toStatus()
          .withDescription(refused.getMessage() + detail)
          .withCause(refused);
    }
    return Status.INTERNAL
        .withDescription("the server failed; its log has the reason")
        .withCause(failure);
  }

  private static Status.Code code(PoolException.Reason reason) {
    return switch (reason) {
      case INVALID -> Status.Code.INVALID_ARGUMENT;
      case NOT_FOUND -> Status.Code.NOT_FOUND;
      case CONFLICT, STALE, GONE, UNSUPPORTED -> Status.Code.FAILED_PRECONDITION;
      case QUOTA, THROTTLED -> Status.Code.RESOURCE_EXHAUSTED;
      case UNAVAILABLE, ELSEWHERE -> Status.Code.UNAVAILABLE;
      case UNKNOWN -> Status.Code.UNKNOWN;
    };
  }

  /** The outcome of a write for the audit log. */
  static AuditOutcome outcome(Status.Code code) {
    return switch (code) {
      case OK -> AuditOutcome.DONE;
      case INVALID_ARGUMENT,
          NOT_FOUND,
          FAILED_PRECONDITION,
          RESOURCE_EXHAUSTED,
          PERMISSION_DENIED,
          UNAUTHENTICATED,
          UNIMPLEMENTED -> AuditOutcome.REFUSED;
      default -> AuditOutcome.FAILED;
    };
  }
}

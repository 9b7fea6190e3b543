package io.cloudadapter.server.kube;

import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.http.JsonBody;
import io.cloudadapter.server.http.SafeText;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * An executor's write to the status of an action: a claim, or a report under the epoch of its claim. The executor may
 * send the whole object back with changes; the server ignores the fields that it owns.
 *
 * <pre>
 *   claim    status.lease: {"holder": "agent-7", "leaseSeconds": 60}
 *   report   status.lease: {"epoch": 3}, and complete: true (done, or failed if there is an error),
 *            or outcome: DONE, FAILED, NOT_DONE, UNKNOWN or UNDER_WAY
 * </pre>
 */
sealed interface StatusUpdate {

  /** Claims the action, or renews the claim. */
  record Claim(String holder, Duration lease) implements StatusUpdate {}

  /** Reports on the action. */
  record Report(int epoch, ActionProgress progress) implements StatusUpdate {}

  /**
   * A body.
   *
   * @param uid of the object in it, if there is one
   * @param version of the object in it, if there is one
   * @param update the claim or the report
   */
  record Written(Optional<String> uid, Optional<String> version, StatusUpdate update) {}

  /** In seconds. */
  long LONGEST_LEASE = 3600;

  /** What may stand in a status. */
  Set<String> STATUS = Set.of(
      "complete",
      "outcome",
      "error",
      "result",
      "lease",
      "phase",
      "message",
      "podActionStatus",
      "podName",
      "podID",
      "rebootStatus",
      "restoreStatus",
      "snapshotStatus",
      "conditions",
      "startTime",
      "completionTime",
      "attempts",
      "cancelRequested");

  /**
   * Reads a body.
   *
   * @throws HttpError 400 or 422 if it is neither a claim nor a report
   */
  static Written read(byte[] body, String name) {
    JsonBody fields = JsonBody.read(body, KubeErrors.INSTANCE)
        .only(Set.of("kind", "apiVersion", "metadata", "spec", "status"));
    Optional<JsonBody> metadata = fields.object("metadata");
    metadata.flatMap(meta -> meta.text("name")).ifPresent(given -> {
      if (!given.equals(name)) {
        throw KubeErrors.invalid(
            "metadata.name",
            "metadata.name must be that of the path, " + name + ", was " + SafeText.quoted(given));
      }
    });
    JsonBody status = fields
        .object("status")
        .orElseThrow(() -> KubeErrors.invalid("status", "status is needed: a claim or a report"))
        .only(STATUS);
    JsonBody lease = status
        .object("lease")
        .orElseThrow(() -> KubeErrors.invalid(
            "status.lease",
            "status.lease is needed: holder and leaseSeconds to claim, epoch to report"))
        .only(Set.of("holder", "leaseSeconds", "epoch", "expiresAt"));
    return new Written(
        metadata.flatMap(meta -> meta.text("uid")),
        metadata.flatMap(meta -> meta.text("resourceVersion")),
        lease.names().contains("leaseSeconds") ? claim(lease) : report(status, lease));
  }

  private static StatusUpdate claim(JsonBody lease) {
    return new Claim(
        lease
            .text("holder")
            .orElseThrow(() -> KubeErrors.invalid(
                "status.lease.holder", "status.lease.holder is needed: who claims")),
        Duration.ofSeconds(lease.number("leaseSeconds", 1, LONGEST_LEASE).orElseThrow()));
  }

  private static StatusUpdate report(JsonBody status, JsonBody lease) {
    int epoch = lease
        .number("epoch", 1, Integer.MAX_VALUE)
        .orElseThrow(() -> KubeErrors.invalid(
            "status.lease.epoch",
            "status.lease.epoch is needed: that of the claim, or leaseSeconds to claim"));
    Map<String, String> result = status.texts("result");
    String error = status.text("error").orElse("");
    try {
      return new Report(epoch, new ActionProgress(state(status, error), result, error));
    } catch (IllegalArgumentException wrong) {
      throw KubeErrors.invalid("status", "status: " + wrong.getMessage());
    }
  }

  private static ActionProgress.State state(JsonBody status, String error) {
    Optional<ActionProgress.State> outcome = status.oneOf("outcome", ActionProgress.State.class);
    if (outcome.isPresent()) {
      return outcome.get();
    }
    if (!status.flag("complete").orElse(false)) {
      throw KubeErrors.invalid(
          "status.complete",
          "status.complete must be true, or status.outcome must give the outcome");
    }
    return error.isEmpty() ? ActionProgress.State.DONE : ActionProgress.State.FAILED;
  }
}

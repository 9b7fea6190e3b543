package io.cloudadapter.server.kube;

import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.http.SafeText;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What an executor outside writes to the status of an action: a claim, or a report under the epoch of its
 * claim. Whoever sends the whole object back, changed, may: what is ours in it is passed over.
 *
 * <pre>
 *   claim    status.lease: {"holder": "agent-7", "leaseSeconds": 60}
 *   report   status.lease: {"epoch": 3}, and complete: true (done, or failed if there is an error),
 *            or outcome: DONE, FAILED, NOT_DONE, UNKNOWN or UNDER_WAY
 * </pre>
 */
sealed interface StatusUpdate {

  /** Takes the action, or keeps it. */
  record Claim(String holder, Duration lease) implements StatusUpdate {}

  /** Says what became of it. */
  record Report(int epoch, ActionProgress progress) implements StatusUpdate {}

  /**
   * A body.
   *
   * @param uid of the object in it, if it tells one
   * @param version of the object in it, if it tells one
   * @param update what it says
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
    KubeJsonReader fields =
        KubeJsonReader.read(body).only(Set.of("kind", "apiVersion", "metadata", "spec", "status"));
    Optional<KubeJsonReader> metadata = fields.object("metadata");
    metadata.flatMap(meta -> meta.text("name")).ifPresent(given -> {
      if (!given.equals(name)) {
        throw KubeJsonReader.invalid(
            "metadata.name",
            "metadata.name must be that of the path, " + name + ", was " + SafeText.quoted(given));
      }
    });
    KubeJsonReader status = fields
        .object("status")
        .orElseThrow(
            () -> KubeJsonReader.invalid("status", "status is needed: a claim or a report"))
        .only(STATUS);
    KubeJsonReader lease = status
        .object("lease")
        .orElseThrow(() -> KubeJsonReader.invalid(
            "status.lease",
            "status.lease is needed: holder and leaseSeconds to claim, epoch to report"))
        .only(Set.of("holder", "leaseSeconds", "epoch", "expiresAt"));
    return new Written(
        metadata.flatMap(meta -> meta.text("uid")),
        metadata.flatMap(meta -> meta.text("resourceVersion")),
        lease.names().contains("leaseSeconds") ? claim(lease) : report(status, lease));
  }

  private static StatusUpdate claim(KubeJsonReader lease) {
    return new Claim(
        lease
            .text("holder")
            .orElseThrow(() -> KubeJsonReader.invalid(
                "status.lease.holder", "status.lease.holder is needed: who claims")),
        Duration.ofSeconds(lease.number("leaseSeconds", 1, LONGEST_LEASE).orElseThrow()));
  }

  private static StatusUpdate report(KubeJsonReader status, KubeJsonReader lease) {
    int epoch = lease
        .number("epoch", 1, Integer.MAX_VALUE)
        .orElseThrow(() -> KubeJsonReader.invalid(
            "status.lease.epoch",
            "status.lease.epoch is needed: that of the claim, or leaseSeconds to claim"));
    Map<String, String> result =
        status.object("result").map(KubeJsonReader::texts).orElse(Map.of());
    String error = status.text("error").orElse("");
    try {
      return new Report(epoch, new ActionProgress(state(status, error), result, error));
    } catch (IllegalArgumentException wrong) {
      throw KubeJsonReader.invalid("status", "status: " + wrong.getMessage());
    }
  }

  private static ActionProgress.State state(KubeJsonReader status, String error) {
    Optional<String> outcome = status.text("outcome");
    if (outcome.isPresent()) {
      return Arrays.stream(ActionProgress.State.values())
          .filter(state -> state.name().equals(outcome.get()))
          .findFirst()
          .orElseThrow(() -> KubeJsonReader.invalid(
              "status.outcome",
              "status.outcome must be one of " + Arrays.toString(ActionProgress.State.values())
                  + ", was " + SafeText.quoted(outcome.get())));
    }
    if (!status.flag("complete").orElse(false)) {
      throw KubeJsonReader.invalid(
          "status.complete",
          "status.complete must be true, or status.outcome say what became of it");
    }
    return error.isEmpty() ? ActionProgress.State.DONE : ActionProgress.State.FAILED;
  }
}

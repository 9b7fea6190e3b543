package io.cloudadapter.server.rest;

import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.http.JsonBody;
import java.time.Duration;

/** Reads what executors outside of the server send: claims and reports. */
final class ExecutorJson {
  private static final long LONGEST_LEASE = 3600;
  private static final String CLAIM = "{ \"holder\": \"<who>\", \"lease\": <seconds> }";
  private static final String REPORT =
      "{ \"epoch\": <number>, \"outcome\": \"DONE\", \"result\": {}, \"note\": \"<why>\" }, of which"
          + " epoch and outcome are needed";

  private ExecutorJson() {}

  /** Claims the action, or renews the claim. */
  record Claim(String holder, Duration lease) {}

  /** Reports on the action. */
  record Report(int epoch, ActionProgress progress) {}

  /**
   * Reads a claim.
   *
   * @throws HttpError 400 if the body is anything else
   */
  static Claim claim(byte[] body) {
    JsonBody fields =
        JsonBody.read(body, new RestErrors(CLAIM)).only("holder", "lease").required();
    return new Claim(
        fields.text("holder", "a text: who takes it up").orElseThrow(),
        Duration.ofSeconds(fields.number("lease", 1, LONGEST_LEASE).orElseThrow()));
  }

  /**
   * Reads a report.
   *
   * @throws HttpError 400 if the body is anything else
   */
  static Report report(byte[] body) {
    RestErrors errors = new RestErrors(REPORT);
    JsonBody fields = JsonBody.read(body, errors).only("epoch", "outcome", "result", "note");
    int epoch = fields.required().number("epoch", 1, Integer.MAX_VALUE).orElseThrow();
    ActionProgress.State state =
        fields.required().oneOf("outcome", ActionProgress.State.class).orElseThrow();
    try {
      return new Report(
          epoch,
          new ActionProgress(state, fields.texts("result"), fields.text("note").orElse("")));
    } catch (IllegalArgumentException wrong) {
      throw errors.refused(String.valueOf(wrong.getMessage()));
    }
  }
}

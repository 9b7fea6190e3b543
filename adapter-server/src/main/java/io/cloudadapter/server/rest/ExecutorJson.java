package io.cloudadapter.server.rest;

import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.server.http.HttpError;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** What executors outside of the server send: that they take an action up, and what became of it. */
final class ExecutorJson {
  private static final long LONGEST_LEASE = 3600;
  private static final String CLAIM = "{ \"holder\": \"<who>\", \"lease\": <seconds> }";
  private static final String REPORT =
      "{ \"epoch\": <number>, \"outcome\": \"DONE\", \"result\": {}, \"note\": \"<why>\" }, of which"
          + " epoch and outcome are needed";

  private ExecutorJson() {}

  /** Takes an action up, or keeps it. */
  record Claim(String holder, Duration lease) {}

  /** Says what became of it. */
  record Report(int epoch, ActionProgress progress) {}

  /**
   * Reads a claim.
   *
   * @throws HttpError 400 if the body is anything else
   */
  static Claim claim(byte[] body) {
    JsonObjectReader fields = JsonObjectReader.read(body, List.of("holder", "lease"), CLAIM);
    return new Claim(
        fields.text("holder", "a text: who takes it up"),
        Duration.ofSeconds(fields.number("lease", 1, LONGEST_LEASE)));
  }

  /**
   * Reads a report.
   *
   * @throws HttpError 400 if the body is anything else
   */
  static Report report(byte[] body) {
    JsonObjectReader fields =
        JsonObjectReader.read(body, List.of("epoch", "outcome", "result", "note"), REPORT);
    int epoch = fields.number("epoch", 1, Integer.MAX_VALUE);
    ActionProgress.State state = outcome(fields);
    try {
      return new Report(
          epoch,
          new ActionProgress(
              state,
              fields.texts("result"),
              fields.optionalText("note", "a text").orElse("")));
    } catch (IllegalArgumentException wrong) {
      throw fields.refused(String.valueOf(wrong.getMessage()));
    }
  }

  private static ActionProgress.State outcome(JsonObjectReader fields) {
    String allowed = "one of " + Arrays.toString(ActionProgress.State.values());
    String given = fields.text("outcome", allowed);
    return Arrays.stream(ActionProgress.State.values())
        .filter(state -> state.name().equals(given))
        .findFirst()
        .orElseThrow(() -> fields.wrong("outcome", allowed));
  }
}

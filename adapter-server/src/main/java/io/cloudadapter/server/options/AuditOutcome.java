package io.cloudadapter.server.options;

import java.util.Locale;

/** The outcome of a write in the audit log. */
public enum AuditOutcome {
  /** It is about to be carried out; another line of the same id has what came of it. */
  STARTED,
  /** It was carried out. */
  DONE,
  /** It was refused and changed nothing. */
  REFUSED,
  /** It failed or was broken off, and may have changed something. */
  FAILED;

  /**
   * The outcome of a request.
   *
   * @param status the HTTP status of its answer
   * @return done below 400, refused below 500, else failed
   */
  public static AuditOutcome of(int status) {
    if (status < 400) {
      return DONE;
    }
    return status < 500 ? REFUSED : FAILED;
  }

  /**
   * The outcome as a line has it.
   *
   * @return in lower case
   */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}

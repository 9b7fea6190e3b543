package io.cloudadapter.server.browser;

import io.cloudadapter.server.http.Caller;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A session of the console: who has signed in, and until when.
 *
 * @param number counts the sessions of this server
 * @param caller who has signed in, with the rights of its credential
 * @param by the credential that it has shown
 * @param ends when the session ends, used or not
 */
record ConsoleSession(long number, Caller caller, SignIn by, Instant ends) {
  private static final String SUFFIX = " by console session ";
  private static final Pattern NAME = Pattern.compile(".*" + SUFFIX + "([0-9]{1,18})");

  /** The caller of requests of this session: the audit log and standing tell it from its credential by the name. */
  Caller asking() {
    return new Caller(
        caller.name() + SUFFIX + number,
        caller.principal(),
        caller.role(),
        caller.scope(),
        Optional.of(ends));
  }

  /** The number of the session of a caller; empty if it has asked by another credential. */
  static Optional<Long> numberOf(Caller asking) {
    Matcher name = NAME.matcher(asking.name());
    return name.matches() ? Optional.of(Long.valueOf(name.group(1))) : Optional.empty();
  }
}

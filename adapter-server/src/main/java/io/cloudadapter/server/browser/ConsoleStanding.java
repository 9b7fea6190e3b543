package io.cloudadapter.server.browser;

import io.cloudadapter.server.http.Caller;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Whether a caller that was identified some time ago still has its session of the console, or its credential. Watches
 * ask it while they last. Any number of threads may use it.
 */
public final class ConsoleStanding implements Predicate<Caller> {
  private final ConsoleSessions sessions;
  private final Predicate<Caller> credentials;

  /**
   * Standing by sessions and credentials.
   *
   * @param sessions the sessions
   * @param credentials whether a caller still has its credential and its rights
   */
  public ConsoleStanding(ConsoleSessions sessions, Predicate<Caller> credentials) {
    this.sessions = sessions;
    this.credentials = credentials;
  }

  @Override
  public boolean test(Caller caller) {
    Optional<Long> number = ConsoleSession.numberOf(caller);
    return number.isEmpty()
        ? credentials.test(caller)
        : sessions
            .numbered(number.get())
            .filter(session -> session.caller().principal().equals(caller.principal()))
            .filter(session -> credentials.test(session.caller()))
            .isPresent();
  }
}

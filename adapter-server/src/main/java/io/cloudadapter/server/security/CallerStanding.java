package io.cloudadapter.server.security;

import io.cloudadapter.server.http.Caller;
import java.time.Clock;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Whether a caller that was identified some time ago still has its credential and its permissions. Watches ask it while
 * they last. Any number of threads may use it.
 */
public final class CallerStanding implements Predicate<Caller> {
  private final Supplier<TokenRegistry> tokens;
  private final Clock clock;

  /**
   * Standing by the tokens of a server.
   *
   * @param tokens the bearer tokens at this moment
   * @param clock the time
   */
  public CallerStanding(Supplier<TokenRegistry> tokens, Clock clock) {
    this.tokens = tokens;
    this.clock = clock;
  }

  @Override
  public boolean test(Caller caller) {
    boolean expired =
        caller.expires().filter(end -> !clock.instant().isBefore(end)).isPresent();
    return !expired && (!TokenRegistry.isOfToken(caller) || tokens.get().accepts(caller));
  }
}

package io.cloudadapter.server.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.server.http.Caller;
import io.cloudadapter.server.options.AccessScope;
import io.cloudadapter.server.options.BearerToken;
import io.cloudadapter.server.options.Role;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Whether a caller that was identified a while ago may still watch. */
class CallerStandingTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final BearerToken TOKEN = new BearerToken(
      "ci", Role.READ, new BearerToken.Hash("ab".repeat(32)), AccessScope.everything());

  private TokenRegistry tokens = TokenRegistry.of(List.of(TOKEN));
  private final CallerStanding standing =
      new CallerStanding(() -> tokens, Clock.fixed(NOW, ZoneOffset.UTC));

  private static Caller caller(Optional<Instant> expires) {
    return new Caller("oidc:x#y", "x#y", Role.READ, AccessScope.everything(), expires);
  }

  @Test
  void aCredentialThatHasExpiredEnds() {
    assertThat(standing.test(caller(Optional.empty()))).isTrue();
    assertThat(standing.test(caller(Optional.of(NOW.plusMillis(1))))).isTrue();
    assertThat(standing.test(caller(Optional.of(NOW)))).isFalse();
  }

  @Test
  void aTokenThatWasRemovedOrHasOtherRightsEnds() {
    Caller caller = tokens.named("ci").orElseThrow().caller;
    assertThat(standing.test(caller)).isTrue();

    tokens = TokenRegistry.of(List.of(TOKEN.within(AccessScope.ofPools(new PoolName("batch")))));
    assertThat(standing.test(caller)).isFalse();

    BearerToken replaced = new BearerToken(
        "ci", Role.READ, new BearerToken.Hash("cd".repeat(32)), AccessScope.everything());
    tokens = TokenRegistry.of(List.of(replaced));
    assertThat(standing.test(caller)).as("another token of the same name").isFalse();

    tokens = TokenRegistry.of(List.of());
    assertThat(standing.test(caller)).isFalse();
  }
}

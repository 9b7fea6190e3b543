package io.cloudadapter.server.security;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The list of sessions that were ended before their time stays bounded, and forgets none that still lasts. */
class RevokedSessionsTest {
  private final RevokedSessions revoked = new RevokedSessions(2);

  @Test
  void aSessionIsRevokedForItsOwnerOnly() {
    revoked.add("a", 1, 100, 1, 0);

    assertThat(revoked.contains("a", 1)).isTrue();
    assertThat(revoked.contains("a", 2)).isFalse();
    assertThat(revoked.contains("b", 1)).isFalse();
  }

  @Test
  void thoseThatWouldHaveEndedMakeRoom() {
    revoked.add("a", 1, 100, 3, 0);
    revoked.add("a", 2, 200, 3, 0);
    revoked.add("a", 3, 300, 4, 100);

    assertThat(revoked.contains("a", 2)).isTrue();
    assertThat(revoked.contains("a", 3)).isTrue();
    assertThat(revoked.contains("a", 4)).isFalse();
  }

  @Test
  void moreThanTheListHoldsEndAllThatWereBegun() {
    revoked.add("a", 1, 100, 4, 0);
    revoked.add("a", 2, 100, 4, 0);
    revoked.add("a", 3, 100, 4, 0);

    assertThat(revoked.contains("a", 1)).isTrue();
    assertThat(revoked.contains("a", 4)).isTrue();
    assertThat(revoked.contains("a", 5)).isFalse();
    assertThat(revoked.contains("b", 4)).isFalse();
  }
}

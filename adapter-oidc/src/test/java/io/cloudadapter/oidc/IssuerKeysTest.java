package io.cloudadapter.oidc;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** When keys are fetched, and how long they serve. */
class IssuerKeysTest {
  private static final JWK OLD = SignedTokens.ec("old");
  private static final JWK NEW = SignedTokens.ec("new");

  private Instant now = SignedTokens.NOW;
  private List<JWK> atIssuer = List.of(OLD);
  private Optional<Duration> maxAge = Optional.empty();
  private boolean down;
  private int fetches;

  /** Fetches that are to run in the background. */
  private final Deque<Runnable> begun = new ArrayDeque<>();

  private final IssuerKeys keys = new IssuerKeys("https://i", this::fetch, () -> now, begun::add);

  private KeySource.Fetched fetch() {
    fetches++;
    if (down) {
      throw new KeySource.FetchException("the issuer is down");
    }
    return new KeySource.Fetched(new JWKSet(atIssuer), maxAge);
  }

  private void run() {
    while (!begun.isEmpty()) {
      begun.remove().run();
    }
  }

  private void pass(Duration time) {
    now = now.plus(time);
  }

  private JWKSet searched() {
    return keys.usable().orElseThrow();
  }

  private List<String> usable() {
    return keys.usable().stream()
        .flatMap(set -> set.getKeys().stream())
        .map(JWK::getKeyID)
        .toList();
  }

  @Test
  void thereAreNoKeysUntilTheFirstFetchHasEnded() {
    assertThat(keys.usable()).isEmpty();
    run();
    assertThat(usable()).containsExactly("old");
  }

  @Test
  void aFetchRunsOnceForAllThatWaitForIt() {
    keys.usable();
    run();
    JWKSet searched = searched();
    pass(IssuerKeys.BETWEEN_FETCHES);
    for (int i = 0; i < 10; i++) {
      assertThat(keys.fetchForUnknownKey(searched)).isTrue();
    }
    assertThat(begun).hasSize(1);
  }

  @Test
  void aKeyThatAFetchBroughtSinceTheSearchIsNotUnknown() {
    keys.usable();
    run();
    JWKSet searched = searched();
    atIssuer = List.of(NEW);
    pass(IssuerKeys.BETWEEN_FETCHES);
    keys.fetchForUnknownKey(searched);
    run();

    assertThat(keys.fetchForUnknownKey(searched)).isTrue();
    assertThat(fetches).isEqualTo(2);
  }

  @Test
  void unknownKeysAreFetchedForAtMostOnceInHalfAMinute() {
    keys.usable();
    run();
    for (int i = 0; i < 300; i++) {
      pass(Duration.ofMillis(100));
      keys.fetchForUnknownKey(searched());
      run();
    }
    assertThat(fetches).isEqualTo(2);
  }

  @Test
  void aNewKeyIsThereAfterOneFetchAndARevokedOneIsGone() {
    keys.usable();
    run();
    atIssuer = List.of(NEW);
    assertThat(usable()).containsExactly("old");

    pass(IssuerKeys.BETWEEN_FETCHES);
    assertThat(keys.fetchForUnknownKey(searched())).isTrue();
    run();

    assertThat(usable()).containsExactly("new");
    assertThat(keys.fetchForUnknownKey(searched())).isFalse();
  }

  @Test
  void keysAreFetchedAgainAtTheAgeOfTheIssuerWithinFiveMinutesAndADay() {
    assertThat(agedFetch(Optional.empty())).isEqualTo(Duration.ofMinutes(5));
    assertThat(agedFetch(Optional.of(Duration.ofSeconds(1)))).isEqualTo(Duration.ofMinutes(5));
    assertThat(agedFetch(Optional.of(Duration.ofHours(2)))).isEqualTo(Duration.ofHours(2));
    assertThat(agedFetch(Optional.of(Duration.ofDays(30)))).isEqualTo(Duration.ofHours(24));
  }

  /** After how long keys of that age are fetched again. */
  private Duration agedFetch(Optional<Duration> age) {
    maxAge = age;
    pass(Duration.ofDays(2));
    keys.usable();
    run();
    int before = fetches;
    Instant fetched = now;
    while (fetches == before) {
      pass(Duration.ofMinutes(1));
      keys.usable();
      run();
    }
    return Duration.between(fetched, now);
  }

  @Test
  void theLastKeysServeADayWhileTheIssuerIsDown() {
    keys.usable();
    run();
    down = true;
    pass(Duration.ofHours(24).minusSeconds(1));
    keys.usable();
    run();
    assertThat(usable()).containsExactly("old");

    pass(Duration.ofSeconds(1));
    assertThat(keys.usable()).isEmpty();

    down = false;
    pass(IssuerKeys.BETWEEN_FETCHES);
    keys.usable();
    run();
    assertThat(usable()).containsExactly("old");
  }

  @Test
  void anIssuerThatIsDownFromTheStartIsTriedAgainEachHalfMinute() {
    down = true;
    for (int i = 0; i < 120; i++) {
      keys.usable();
      run();
      pass(Duration.ofSeconds(1));
    }
    assertThat(fetches).isEqualTo(4);
  }
}

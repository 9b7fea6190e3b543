package io.cloudadapter.server.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.server.http.Caller;
import io.cloudadapter.server.options.Role;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A session of the console ends when it is not used, in any case at its end, and never later than its credential. */
class ConsoleSessionsTest {
  private static final Caller ANN = new Caller("token:ann", Role.ADMIN);

  private final HandClock clock = new HandClock();
  private final AtomicInteger ids = new AtomicInteger();
  private final ConsoleSessions sessions =
      new ConsoleSessions(() -> "id-" + ids.incrementAndGet(), clock);

  /** A clock that a test moves. */
  private static final class HandClock extends Clock {
    private Instant now = Instant.parse("2026-03-01T12:00:00Z");

    void pass(Duration time) {
      now = now.plus(time);
    }

    @Override
    public Instant instant() {
      return now;
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }

  @Test
  void aSessionThatIsNotUsedEndsAfterHalfAnHour() {
    String id = sessions.begin(ANN, SignIn.TOKEN);
    clock.pass(Duration.ofMinutes(29));
    assertThat(sessions.find(id)).isPresent();
    clock.pass(Duration.ofMinutes(29));
    assertThat(sessions.find(id)).isPresent();
    clock.pass(Duration.ofMinutes(30));
    assertThat(sessions.find(id)).isEmpty();
  }

  @Test
  void aSessionThatIsUsedAllTheTimeEndsAfterEightHours() {
    String id = sessions.begin(ANN, SignIn.TOKEN);
    for (int i = 0; i < 31; i++) {
      clock.pass(Duration.ofMinutes(15));
      assertThat(sessions.find(id)).isPresent();
    }
    clock.pass(Duration.ofMinutes(15));
    assertThat(sessions.find(id)).isEmpty();
  }

  @Test
  void aSessionEndsWithItsCredential() {
    Instant end = clock.instant().plusSeconds(60);
    String id = sessions.begin(
        new Caller("oidc:ann", "ann", Role.ADMIN, ANN.scope(), Optional.of(end)), SignIn.TOKEN);
    assertThat(sessions.find(id).orElseThrow().ends()).isEqualTo(end);
    clock.pass(Duration.ofSeconds(60));
    assertThat(sessions.find(id)).isEmpty();
  }

  @Test
  void manySessionsOfOneCallerEndItsOldestAndThoseOfNoOther() {
    String other = sessions.begin(new Caller("token:rob", Role.READ), SignIn.TOKEN);
    List<String> own = new ArrayList<>();
    for (int i = 0; i < 33; i++) {
      clock.pass(Duration.ofSeconds(1));
      own.add(sessions.begin(ANN, SignIn.TOKEN));
    }

    assertThat(sessions.find(own.get(0))).isEmpty();
    assertThat(own.subList(1, 33)).allMatch(id -> sessions.find(id).isPresent());
    assertThat(sessions.find(other)).isPresent();
  }

  @Test
  void aSessionThatHasEndedIsNotFound() {
    String id = sessions.begin(ANN, SignIn.TOKEN);
    sessions.end(id);
    assertThat(sessions.find(id)).isEmpty();
    assertThat(sessions.find("another")).isEmpty();
  }
}

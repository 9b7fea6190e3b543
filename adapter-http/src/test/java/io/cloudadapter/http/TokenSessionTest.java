package io.cloudadapter.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.cloudadapter.fake.FakeCall;
import io.cloudadapter.http.TokenSession.Grant;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class TokenSessionTest {
  private final HttpTransport transport =
      new HttpTransport("cloud-prod", new TrustMaterial(Optional::empty));
  private final List<Boolean> logins = new ArrayList<>();
  private long nanos;

  @AfterEach
  void close() {
    transport.close();
  }

  private TokenSession<String> session(TokenSession.Login<String> login) {
    return new TokenSession<>("fetching a token", login, transport, () -> nanos);
  }

  private Grant<String> login(boolean refused, CallContext call) {
    logins.add(refused);
    return Grant.expiring("token " + logins.size(), Duration.ofSeconds(100));
  }

  @Test
  void aTokenIsFetchedWhenItIsNeededAndAgainATenthBeforeItExpires() {
    TokenSession<String> session = session(this::login);
    assertThat(logins).isEmpty();

    assertThat(session.get(FakeCall.patient())).isEqualTo("token 1");
    nanos = Duration.ofSeconds(90).toNanos() - 1;
    assertThat(session.get(FakeCall.patient())).isEqualTo("token 1");
    nanos++;
    assertThat(session.get(FakeCall.patient())).isEqualTo("token 2");
    assertThat(logins).containsExactly(false, false);
  }

  @Test
  void aRefusedTokenIsReplacedAndTheRequestIsSentOnceMore() {
    TokenSession<String> session = session(this::login);
    List<String> sent = new ArrayList<>();

    String reply = session.exchange(
        token -> {
          sent.add(token);
          return "refuses " + token;
        },
        text -> text.endsWith("1") || text.endsWith("2"),
        FakeCall.patient());

    assertThat(reply).as("never a third time").isEqualTo("refuses token 2");
    assertThat(sent).containsExactly("token 1", "token 2");
    assertThat(logins).containsExactly(false, true);
  }

  @Test
  void aTokenThatAnotherCallHasReplacedIsNotFetchedAgain() {
    TokenSession<String> session = session(this::login);
    String first = session.get(FakeCall.patient());
    session.refused(first);
    String second = session.get(FakeCall.patient());

    session.refused(first);

    assertThat(session.get(FakeCall.patient())).isSameAs(second);
  }

  @Test
  void aFailedLoginFailsItsOwnCallAlone() {
    TokenSession<String> session = session((refused, call) -> {
      if (logins.isEmpty()) {
        logins.add(refused);
        throw CloudException.of(Kind.UNAVAILABLE, Effect.NONE, "down").build();
      }
      return login(refused, call);
    });

    assertThatThrownBy(() -> session.get(FakeCall.patient())).isInstanceOf(CloudException.class);
    assertThat(session.get(FakeCall.patient())).isEqualTo("token 2");
  }

  @Test
  void noCallWaitsLongForATokenThatAnotherOneFetches() throws Exception {
    CountDownLatch stuck = new CountDownLatch(1);
    // It waits much longer than the other call may: that would end without a token if it waited for
    // this one.
    FakeCall slow = new FakeCall(Duration.ofHours(1));
    TokenSession<String> session = session((refused, call) -> {
      if (call == slow) {
        stuck.countDown();
        return transport.await(
            new CompletableFuture<>(), Duration.ofHours(1), "a login", () -> Effect.NONE, call);
      }
      return new Grant<>("quick", Duration.ofDays(1));
    });
    CompletableFuture<CloudException> first = new CompletableFuture<>();
    new Thread(() ->
            first.complete(catchThrowableOfType(CloudException.class, () -> session.get(slow))))
        .start();
    stuck.await();

    assertThat(session.get(FakeCall.patient())).isEqualTo("quick");

    slow.cancel();
    assertThat(first.get(120, TimeUnit.SECONDS).kind()).isEqualTo(Kind.CANCELLED);
  }

  @Test
  void aGrantDoesNotShowItsToken() {
    assertThat(new Grant<>("s3cr3t", Duration.ofSeconds(9))).hasToString("Grant[PT9S]");
  }
}

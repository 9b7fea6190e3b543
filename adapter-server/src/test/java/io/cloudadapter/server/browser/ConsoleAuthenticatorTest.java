package io.cloudadapter.server.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.server.http.Caller;
import io.cloudadapter.server.http.ConsolePlace;
import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.http.RequestHead;
import io.cloudadapter.server.options.Role;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A session gives no more than its credential gives at the moment of a request. */
class ConsoleAuthenticatorTest {
  private static final Caller ANN = new Caller("token:ann", Role.ADMIN);
  private static final Caller OPS = new Caller("certificate:CN=ops", Role.OPERATE);

  private final ConsoleSessions sessions = new ConsoleSessions(() -> "id", Clock.systemUTC());
  private boolean stands = true;
  private Caller byCertificate = OPS;
  private final ConsoleAuthenticator authenticator = new ConsoleAuthenticator(
      sessions,
      true,
      head -> {
        assertThat(head.headers().apply("Authorization")).isEmpty();
        return byCertificate;
      },
      head -> {
        throw HttpError.of(401, "no", "");
      },
      caller -> stands);

  private static RequestHead head(String path, Map<String, String> headers) {
    return ConsolePlace.split(new RequestHead(
        "1",
        "GET",
        path,
        Optional.empty(),
        name -> Optional.ofNullable(headers.get(name)).stream().toList(),
        false,
        0,
        Optional.empty(),
        "10.0.0.7"));
  }

  private static RequestHead withCookie(String cookie) {
    return head(
        "/console/api/pools",
        Map.of(
            "Host", "pools.example:8443",
            "Cookie", cookie,
            "Authorization", "Bearer of-someone-else"));
  }

  private static final RequestHead HEAD =
      withCookie("a=b; __Host-cloudadapter-console-8443=id; c=d");

  private void refused(RequestHead head) {
    assertThatThrownBy(() -> authenticator.caller(head))
        .isInstanceOfSatisfying(
            HttpError.class, e -> assertThat(e.reply().status()).isEqualTo(401));
  }

  @Test
  void theCallerOfASessionHasItsNameAndRightsAndAnEnd() {
    String unused = sessions.begin(ANN, SignIn.TOKEN);

    assertThat(authenticator.caller(HEAD).name()).isEqualTo("token:ann by console session 1");
    assertThat(authenticator.caller(HEAD).role()).isEqualTo(Role.ADMIN);
    assertThat(authenticator.caller(HEAD).expires()).isPresent();
  }

  @Test
  void aSessionOfATokenEndsForGoodOnceTheTokenIsRevoked() {
    String unused = sessions.begin(ANN, SignIn.TOKEN);
    stands = false;
    refused(HEAD);
    stands = true;
    refused(HEAD);
  }

  @Test
  void aSessionOfACertificateNeedsTheSameCertificateOnEachConnection() {
    String unused = sessions.begin(OPS, SignIn.CERTIFICATE);
    assertThat(authenticator.caller(HEAD).name()).startsWith("certificate:CN=ops");
    byCertificate = new Caller("certificate:CN=other", Role.ADMIN);
    refused(HEAD);
  }

  @Test
  void aWatchLastsAsLongAsItsSessionAndItsCredential() {
    ConsoleStanding standing = new ConsoleStanding(sessions, caller -> stands);
    String id = sessions.begin(ANN, SignIn.TOKEN);
    Caller watching = authenticator.caller(HEAD);
    assertThat(standing.test(watching)).isTrue();

    stands = false;
    assertThat(standing.test(watching)).isFalse();
    assertThat(standing.test(ANN)).isFalse();
    stands = true;
    sessions.end(id);

    assertThat(standing.test(watching)).isFalse();
    assertThat(standing.test(ANN)).isTrue();
  }

  @Test
  void twoCookiesOfTheNameAreNone() {
    String unused = sessions.begin(ANN, SignIn.TOKEN);
    refused(withCookie("__Host-cloudadapter-console-8443=id; __Host-cloudadapter-console-8443=x"));
  }

  @Test
  void theCookieOfAnotherPortOfTheHostIsNone() {
    String unused = sessions.begin(ANN, SignIn.TOKEN);
    refused(withCookie("__Host-cloudadapter-console-9443=id"));
  }

  @Test
  void pathsOutsideOfTheConsoleTakeNoCookie() {
    String unused = sessions.begin(ANN, SignIn.TOKEN);
    refused(head(
        "/pools",
        Map.of("Host", "pools.example:8443", "Cookie", "__Host-cloudadapter-console-8443=id")));
  }
}

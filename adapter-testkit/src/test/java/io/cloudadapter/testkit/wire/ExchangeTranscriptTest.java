package io.cloudadapter.testkit.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExchangeTranscriptTest {
  private static final String SECRET = "p\"ss/w+rd 1";

  @Test
  void showsRequestAndReplyAndWhatStruck() {
    RecordedExchange exchange = exchange(
            "/machines?page=2", Map.of("Accept", List.of("text/plain")), "a\nb")
        .with(
            Optional.of(ProxyReply.of(201, "text/plain", "made")),
            Optional.of(WireFault.LOST_REPLY));

    assertThat(exchange.evidence(List.of())).isEqualTo("""
            #3 in call 2, spoilt by LOST_REPLY
            POST http://cloud.example:80/machines?page=2
              Accept: text/plain
              a
              b
            → 201
              Content-Type: text/plain
              made
            """);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Authorization",
        "X-Auth-Token",
        "x-subject-token",
        "Cookie",
        "set-cookie",
        "X-Amz-Security-Token",
        "X-Token",
        "X-Auth-Thing",
        "sessionId",
        "Api-Key",
        "access_token"
      })
  void neverShowsCredentials(String header) {
    RecordedExchange exchange = exchange("/", Map.of(header, List.of("t0ken")), "")
        .with(
            Optional.of(ProxyReply.of(200, "text/plain", "").with(header, "t0ken")),
            Optional.empty());

    assertThat(exchange.evidence(List.of())).doesNotContain("t0ken").contains(header + ": ***");
  }

  @Test
  void doesNotShowWhatALoginIsAnsweredWith() {
    RecordedExchange granted = exchange("/login", Map.of(), "ada")
        .with(Optional.of(ProxyReply.of(200, "text/plain", "t0ken")), Optional.empty());
    RecordedExchange refused = exchange("/login", Map.of(), "ada")
        .with(Optional.of(ProxyReply.of(401, "text/plain", "who?")), Optional.empty());
    ExchangeTranscript evidence =
        new ExchangeTranscript(List.of(), one -> one.target().equals("/login"));

    assertThat(evidence.of(granted)).contains("ada", "*** (5 bytes)").doesNotContain("t0ken");
    assertThat(evidence.of(refused)).contains("who?");
  }

  @Test
  void learnsTokensFromHeadersWithAndWithoutTheirScheme() {
    SeenCredentials credentials = new SeenCredentials();

    credentials.learn(Map.of(
        "authorization", List.of("Bearer abcd-efgh"),
        "X-Subject-Token", List.of("ijkl-mnop"),
        "Cookie", List.of("a=1"),
        "Accept", List.of("application/json")));

    assertThat(credentials.all())
        .containsExactlyInAnyOrder("Bearer abcd-efgh", "abcd-efgh", "ijkl-mnop");
  }

  @Test
  void showsNoHeaderOfALoginButThoseOfEveryServer() {
    RecordedExchange granted = exchange("/login", Map.of(), "ada")
        .with(
            Optional.of(ProxyReply.of(200, "text/plain", "").with("X-Larch-7", "t0ken")),
            Optional.empty());

    assertThat(new ExchangeTranscript(List.of(), one -> one.target().equals("/login")).of(granted))
        .contains("X-Larch-7: ***", "Content-Type: text/plain");
  }

  @Test
  void learnsTheValueOfACookieAndNotHowToKeepIt() {
    SeenCredentials credentials = new SeenCredentials();

    credentials.learn(Map.of("Set-Cookie", List.of("sid=abcd-efgh; Path=/machines; HttpOnly")));
    credentials.learn(Map.of("Cookie", List.of("a=1; other=ijkl-mnop")));

    assertThat(credentials.all()).containsExactlyInAnyOrder("abcd-efgh", "ijkl-mnop");
  }

  @Test
  void learnsNoTokenOfAPageOrAgainstRepetitions() {
    SeenCredentials credentials = new SeenCredentials();

    credentials.learn(Map.of(
        "X-Next-Token", List.of("abcd-efgh"),
        "Client-Token", List.of("ijkl-mnop"),
        "WWW-Authenticate", List.of("Bearer realm=\"machines\"")));

    assertThat(credentials.all()).isEmpty();
  }

  @Test
  void masksASecretInATargetWhicheverOfItsLettersAreEscaped() {
    assertThat(exchange("/login?key=t%6Fp%2dsecret", Map.of(), "").evidence(List.of("top-secret")))
        .contains("/login?key=***");
    assertThat(exchange("/login?to=%2Flogin%3Fkey%3Dt%256Fp-secret", Map.of(), "")
            .evidence(List.of("top-secret")))
        .contains("key=***");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "p\"ss/w+rd 1",
        "p\\\"ss/w+rd 1",
        "p%22ss%2Fw%2Brd+1",
        "p%22ss%2Fw%2Brd%201",
        "cCJzcy93K3JkIDE="
      })
  void masksASecretInAnyFormAnywhere(String form) {
    RecordedExchange exchange = exchange(
            "/login?key=" + form, Map.of("X-Note", List.of("is " + form)), form)
        .with(Optional.of(ProxyReply.of(200, "text/plain", form)), Optional.empty());

    assertThat(exchange.evidence(List.of(SECRET, "", "w+rd")))
        .doesNotContain(form)
        .contains("/login?key=***", "X-Note: is ***", "\n  ***\n");
  }

  @Test
  void masksBeforeItCutsALongBody() {
    String body = "x".repeat(3995) + "top-secret" + "y".repeat(5000);

    assertThat(exchange("/", Map.of(), body).evidence(List.of("top-secret")))
        .doesNotContain("top-")
        .contains("x***yy… (9005 bytes)");
  }

  @Test
  void countsBytesThatAreNoText() {
    RecordedExchange exchange = new RecordedExchange(
        1,
        0,
        URI.create("http://cloud.example:80"),
        "PUT",
        "/",
        Map.of(),
        new byte[] {(byte) 0xff, 1, 2},
        Optional.empty(),
        Optional.empty());

    assertThat(exchange.evidence(List.of())).contains("(3 bytes)").contains("→ no reply");
  }

  @Test
  void aShortTextShowsNeitherQueryNorHeadersNorBodies() {
    RecordedExchange exchange =
        exchange("/login?key=s3cret", Map.of("Authorization", List.of("s3cret")), "s3cret");

    assertThat(exchange).hasToString("#3 POST /login?…");
    assertThat(ProxyReply.of(200, "text/plain", "s3cret")).hasToString("200 with 6 bytes");
  }

  private static RecordedExchange exchange(
      String target, Map<String, List<String>> headers, String body) {
    return new RecordedExchange(
        3,
        2,
        URI.create("http://cloud.example:80"),
        "POST",
        target,
        headers,
        body.getBytes(StandardCharsets.UTF_8),
        Optional.empty(),
        Optional.empty());
  }
}

package io.cloudadapter.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.server.HashedTokens;
import io.cloudadapter.server.RawClient;
import io.cloudadapter.server.TestServer;
import io.cloudadapter.server.options.BearerToken;
import io.cloudadapter.server.options.Role;
import io.cloudadapter.server.options.ServerLimits;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Connections without a valid credential keep no caller out. */
@Tag("proof")
@Timeout(300)
class AnonymousConnectionsTest {
  private final List<AutoCloseable> open = new ArrayList<>();
  private final TestServer server = new TestServer(builder -> builder
      .limits(ServerLimits.defaults().withConnections(16))
      .tokens(
          List.of(BearerToken.sha256("ci", Role.READ, HashedTokens.sha256("a-token-for-tests")))));

  @AfterEach
  void close() throws Exception {
    for (int i = open.size() - 1; i >= 0; i--) {
      open.get(i).close();
    }
    server.close();
  }

  private RawClient client() {
    RawClient client = new RawClient(server.uri("/"));
    open.add(client);
    return client;
  }

  private static String known(String path) {
    return "GET " + path
        + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer a-token-for-tests\r\n\r\n";
  }

  @Test
  void aConnectionEndsAfterAFailedAuthentication() {
    RawClient client = client().send(WaitingWrite.get("/pool"));

    RawClient.Raw reply = client.reply();

    assertThat(reply.status()).isEqualTo(401);
    assertThat(reply.head()).containsIgnoringCase("Connection: close");
    assertThat(client.ended()).isTrue();
  }

  @Test
  void aConnectionOfAKnownCallerStaysOpenAlsoAfterAnError() {
    RawClient client = client();

    for (String path : List.of("/pool/size", "/nowhere", "/pool/size")) {
      assertThat(client.send(known(path)).reply().head())
          .doesNotContainIgnoringCase("Connection: close");
    }
  }

  @Test
  void silentConnectionsNeverKeepAHealthCheckOut() throws Exception {
    // More than one address may have, and than all may have: 128 and 256 of 1,024.
    try (TestServer large = new TestServer(builder -> builder.tokens(
        List.of(BearerToken.sha256("ci", Role.READ, HashedTokens.sha256("a-token-for-tests")))))) {
      for (int i = 0; i < 400; i++) {
        open.add(new RawClient(large.uri("/")));
      }

      try (RawClient check = new RawClient(large.uri("/"));
          RawClient caller = new RawClient(large.uri("/"))) {
        assertThat(check.send(WaitingWrite.get("/healthz")).reply().status()).isEqualTo(200);
        assertThat(caller.send(known("/pool/size")).reply().status()).isEqualTo(200);
      }
    }
  }

  @Test
  void connectionsThatAskAboutHealthNeverKeepAKnownCallerOut() {
    for (int i = 0; i < 100; i++) {
      assertThat(client().send(WaitingWrite.get("/healthz")).reply().status()).isEqualTo(200);
    }

    assertThat(client().send(known("/pool/size")).reply().status()).isEqualTo(200);
  }

  @Test
  void connectionsOfKnownCallersStayWhileAnonymousOnesComeAndGo() {
    List<RawClient> callers = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      RawClient caller = client();
      assertThat(caller.send(known("/pool/size")).reply().status()).isEqualTo(200);
      callers.add(caller);
    }
    for (int i = 0; i < 50; i++) {
      assertThat(client().send(WaitingWrite.get("/healthz")).reply().status()).isEqualTo(200);
    }
    assertThat(client().send(WaitingWrite.get("/healthz")).reply().status()).isEqualTo(200);

    for (RawClient caller : callers) {
      assertThat(caller.send(known("/pool/size")).reply().status()).isEqualTo(200);
    }
  }

  @Test
  void knownCallersBeyondTheirShareAreServedToo() {
    for (int i = 0; i < 40; i++) {
      assertThat(client().send(known("/pool/size")).reply().status()).isEqualTo(200);
    }

    assertThat(client().send(WaitingWrite.get("/healthz")).reply().status()).isEqualTo(200);
  }
}

package com.example.larch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudadapter.api.Secret;
import io.cloudadapter.http.HttpExchange;
import io.cloudadapter.http.HttpTransport;
import io.cloudadapter.http.TokenSession;
import io.cloudadapter.http.TokenSession.Grant;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.Ticker;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Requests to Larch, with a token. */
final class LarchApi {
  private static final Pattern FORM = Pattern.compile("[!-~]+");
  private static final long LONGEST_SECONDS = Duration.ofDays(1).toSeconds();

  private final String base;
  private final String user;
  private final Secret secret;
  private final HttpTransport transport;
  private final TokenSession<Secret> session;

  LarchApi(URI endpoint, String user, Secret secret, HttpTransport transport, Ticker ticker) {
    this.base = endpoint.toString().replaceFirst("/$", "");
    this.user = user;
    this.secret = secret;
    this.transport = transport;
    this.session = new TokenSession<>("fetching a token", this::login, transport, ticker);
  }

  /** Refuses calls that begin after the close. */
  void checkOpen() {
    transport.checkOpen();
  }

  /** Sends a request, and once more if its token had expired; returns the reply with any status. */
  LarchReply exchange(LarchRequest request, CallContext call) {
    return session.exchange(
        token -> send(request, Optional.of(token), call),
        reply -> reply.is(401, "TOKEN_EXPIRED"),
        call);
  }

  private LarchReply send(LarchRequest request, Optional<Secret> token, CallContext call) {
    Optional<String> json = request.body().map(JsonNode::toString);
    HttpRequest.Builder http = HttpRequest.newBuilder(URI.create(base + request.path()))
        .method(
            request.method(), json.map(BodyPublishers::ofString).orElseGet(BodyPublishers::noBody));
    http.header("Accept", "application/json");
    http.header("Content-Type", "application/json");
    http.header("X-Trace-Id", call.traceId());
    token.ifPresent(secret -> http.header("Authorization", "Bearer " + secret.reveal()));
    request.headers().forEach(http::header);
    HttpExchange exchange = new HttpExchange(request.verb(), request.toString());
    return LarchReply.of(transport.send(exchange, http.build(), call));
  }

  private Grant<Secret> login(boolean refused, CallContext call) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.put("user", user);
    body.put("secret", secret.reveal());
    LarchRequest request =
        new LarchRequest(RequestKind.READ, "POST", "/v1/token", Map.of(), Optional.of(body));
    LarchReply reply = send(request, Optional.empty(), call);
    JsonNode granted = LarchErrors.expect(200, request, reply);
    String token = LarchReply.text(granted, "token")
        .filter(text -> FORM.matcher(text).matches())
        .orElseThrow(() -> LarchErrors.notUnderstood(request, reply, "token"));
    long seconds = Math.min(granted.path("expiresIn").asLong(0), LONGEST_SECONDS);
    return Grant.expiring(Secret.of(token), Duration.ofSeconds(seconds));
  }

  /** Ends the calls in flight, the connections and the threads. */
  void close() {
    transport.close();
  }
}

package com.example.cedar;

import com.fasterxml.jackson.databind.JsonNode;
import io.cloudadapter.api.Secret;
import io.cloudadapter.http.HttpExchange;
import io.cloudadapter.http.HttpTransport;
import io.cloudadapter.spi.CallContext;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Optional;

/** Sends requests to Cedar, with the project's token. */
final class CedarApi {
  private final String base;
  private final Secret token;
  private final HttpTransport transport;

  CedarApi(URI endpoint, Secret token, HttpTransport transport) {
    this.base = endpoint.toString().replaceFirst("/$", "");
    this.token = token;
    this.transport = transport;
  }

  /** Refuses calls that begin after the close. */
  void checkOpen() {
    transport.checkOpen();
  }

  /** Sends a request once, and returns the reply with any status. */
  CedarReply exchange(CedarRequest request, CallContext call) {
    Optional<String> json = request.body().map(JsonNode::toString);
    HttpRequest.Builder http = HttpRequest.newBuilder(URI.create(base + request.path()))
        .method(
            request.method(), json.map(BodyPublishers::ofString).orElseGet(BodyPublishers::noBody));
    http.header("Accept", "application/json");
    http.header("Content-Type", "application/json");
    http.header("X-Trace-Id", call.traceId());
    http.header("Authorization", "Bearer " + token.reveal());
    request.headers().forEach(http::header);
    HttpExchange exchange = new HttpExchange(request.verb(), request.toString());
    return CedarReply.of(transport.send(exchange, http.build(), call));
  }

  /** Ends the calls in flight, the connections and the threads. */
  void close() {
    transport.close();
  }
}

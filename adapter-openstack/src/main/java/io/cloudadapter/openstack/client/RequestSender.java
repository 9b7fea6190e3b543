package io.cloudadapter.openstack.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.cloudadapter.api.Secret;
import io.cloudadapter.http.HttpAddress;
import io.cloudadapter.http.HttpExchange;
import io.cloudadapter.http.HttpTransport;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Optional;

/** Sends requests of OpenStack's services, with a token or, to log in, without one. */
final class RequestSender {
  private final HttpTransport transport;

  RequestSender(HttpTransport transport) {
    this.transport = transport;
  }

  /**
   * Sends a request once.
   *
   * @param base the service's address, without a slash at its end
   * @param token what the request carries; nothing for a login
   * @return the reply with any status
   */
  OpenStackResponse send(
      String base, ApiRequest request, Optional<Secret> token, CallContext call) {
    HttpExchange exchange = new HttpExchange(request.verb(), request.toString());
    return OpenStackResponse.of(transport.send(exchange, http(base, request, token, call), call));
  }

  private static HttpRequest http(
      String base, ApiRequest request, Optional<Secret> token, CallContext call) {
    Optional<String> json = request.body().map(JsonNode::toString);
    HttpRequest.Builder http = HttpRequest.newBuilder(address(base, request))
        .method(
            request.method(), json.map(BodyPublishers::ofString).orElseGet(BodyPublishers::noBody));
    http.header("Accept", "application/json");
    http.header("Content-Type", "application/json");
    http.header("X-Trace-Id", call.traceId());
    token.ifPresent(secret -> http.header("X-Auth-Token", secret.reveal()));
    request.headers().forEach(http::header);
    return http.build();
  }

  private static URI address(String base, ApiRequest request) {
    try {
      URI address = URI.create(base + request.path());
      if (HttpAddress.isHttp(address)) {
        return address;
      }
    } catch (IllegalArgumentException e) {
      // Reported below.
    }
    throw CloudException.of(
            Kind.UNAVAILABLE,
            Effect.NONE,
            "the address of the service " + request.service().type + " is unusable: " + base)
        .build();
  }
}

package io.cloudadapter.openstack.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.cloudadapter.spi.RequestKind;
import java.util.Map;
import java.util.Optional;

/** One request to a service. READ is the verb of all that change nothing. */
public record ApiRequest(
    ServiceType service,
    RequestKind verb,
    String method,
    String path,
    Map<String, String> headers,
    Optional<JsonNode> body) {

  public static ApiRequest get(ServiceType service, String path) {
    return new ApiRequest(service, RequestKind.READ, "GET", path, Map.of(), Optional.empty());
  }

  public static ApiRequest write(
      ServiceType service, RequestKind verb, String method, String path, JsonNode body) {
    return new ApiRequest(service, verb, method, path, Map.of(), Optional.of(body));
  }

  boolean writes() {
    return verb != RequestKind.READ;
  }

  /** For messages: headers and body may hold secrets. */
  @Override
  public String toString() {
    return service.type + " " + method + " " + path;
  }
}

package io.cloudadapter.openstack;

import com.fasterxml.jackson.databind.JsonNode;
import io.cloudadapter.spi.Verb;
import java.util.Map;
import java.util.Optional;

/** One request to a service. READ is the verb of all that change nothing. */
record Request(
    Service service,
    Verb verb,
    String method,
    String path,
    Map<String, String> headers,
    Optional<JsonNode> body) {

  static Request get(Service service, String path) {
    return new Request(service, Verb.READ, "GET", path, Map.of(), Optional.empty());
  }

  static Request write(Service service, Verb verb, String method, String path, JsonNode body) {
    return new Request(service, verb, method, path, Map.of(), Optional.of(body));
  }

  boolean writes() {
    return verb != Verb.READ;
  }

  /** For messages: headers and body may hold secrets. */
  @Override
  public String toString() {
    return service.type + " " + method + " " + path;
  }
}

package com.example.cedar;

import com.fasterxml.jackson.databind.JsonNode;
import io.cloudadapter.spi.RequestKind;
import java.util.Map;
import java.util.Optional;

/** One request to Cedar. A request that changes nothing has the verb READ. */
record CedarRequest(
    RequestKind verb,
    String method,
    String path,
    Map<String, String> headers,
    Optional<JsonNode> body) {

  static CedarRequest get(String path) {
    return new CedarRequest(RequestKind.READ, "GET", path, Map.of(), Optional.empty());
  }

  boolean writes() {
    return verb != RequestKind.READ;
  }

  /** Method and path, for messages; the body may hold secrets. */
  @Override
  public String toString() {
    return method + " " + path;
  }
}

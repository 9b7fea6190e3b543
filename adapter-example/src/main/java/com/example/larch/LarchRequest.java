package com.example.larch;

import com.fasterxml.jackson.databind.JsonNode;
import io.cloudadapter.spi.RequestKind;
import java.util.Map;
import java.util.Optional;

/** One request to Larch. READ is the verb of all that change nothing. */
record LarchRequest(
    RequestKind verb,
    String method,
    String path,
    Map<String, String> headers,
    Optional<JsonNode> body) {

  static LarchRequest get(String path) {
    return new LarchRequest(RequestKind.READ, "GET", path, Map.of(), Optional.empty());
  }

  boolean writes() {
    return verb != RequestKind.READ;
  }

  /** For messages: the body may hold secrets. */
  @Override
  public String toString() {
    return method + " " + path;
  }
}

package io.cloudadapter.client;

import io.cloudadapter.client.message.JsonFields;
import java.net.http.HttpHeaders;
import java.util.Optional;

/** The answer of a server; the body is complete and uncompressed. Its bytes never change. */
final class ServerReply {
  private final String request;
  private final int status;
  private final HttpHeaders headers;
  private final byte[] body;

  /** An answer to a request such as {@code GET /pool}, which messages name. */
  ServerReply(String request, int status, HttpHeaders headers, byte[] body) {
    this.request = request;
    this.status = status;
    this.headers = headers;
    this.body = body;
  }

  String request() {
    return request;
  }

  int status() {
    return status;
  }

  /** The same with another status. */
  ServerReply as(int other) {
    return new ServerReply(request, other, headers, body);
  }

  boolean ok() {
    return status >= 200 && status < 300;
  }

  boolean unchanged() {
    return status == 304;
  }

  Optional<String> header(String name) {
    return headers.firstValue(name);
  }

  byte[] body() {
    return body;
  }

  /** The fields of the body, which must be a JSON object. */
  JsonFields fields() {
    return JsonFields.of(body, request);
  }

  @Override
  public String toString() {
    return request + " -> " + status + ", " + body.length + " bytes";
  }
}

package io.cloudadapter.testkit.wire;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * A reply, and how it travels.
 *
 * @param chunked whether its body is sent in chunks, as the cloud did
 */
record ScriptedReply(ProxyReply reply, boolean chunked) {

  static ScriptedReply of(ProxyReply reply) {
    return new ScriptedReply(reply, false);
  }

  /** The bytes of the reply, and where its body begins. */
  @SuppressWarnings("ArrayRecordComponent")
  record Bytes(byte[] all, int head) {}

  Bytes bytes(String method, boolean lasting) {
    StringBuilder head = new StringBuilder("HTTP/1.1 " + reply.status() + " " + reason() + "\r\n");
    append(head, reply.headers());
    byte[] body = method.equals("HEAD") ? new byte[0] : reply.body();
    boolean bodiless = reply.status() == 204 || reply.status() == 304;
    if (chunked) {
      head.append("Transfer-Encoding: chunked\r\n");
    } else if (!bodiless && !method.equals("HEAD")) {
      head.append("Content-Length: ").append(body.length).append("\r\n");
    }
    if (!lasting) {
      head.append("Connection: close\r\n");
    }
    byte[] start = head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(start);
    if (chunked) {
      chunk(all, body, 0, body.length / 2);
      chunk(all, body, body.length / 2, body.length);
      all.writeBytes("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    } else if (!bodiless) {
      all.writeBytes(body);
    }
    return new Bytes(all.toByteArray(), start.length);
  }

  static void append(StringBuilder head, Map<String, List<String>> headers) {
    headers.forEach((name, values) ->
        values.forEach(value -> head.append(name).append(": ").append(value).append("\r\n")));
  }

  private static void chunk(ByteArrayOutputStream all, byte[] body, int from, int to) {
    if (to > from) {
      all.writeBytes((Integer.toHexString(to - from) + "\r\n").getBytes(StandardCharsets.US_ASCII));
      all.write(body, from, to - from);
      all.writeBytes("\r\n".getBytes(StandardCharsets.US_ASCII));
    }
  }

  private String reason() {
    return switch (reply.status()) {
      case 200 -> "OK";
      case 201 -> "Created";
      case 202 -> "Accepted";
      case 204 -> "No Content";
      case 307 -> "Temporary Redirect";
      case 400 -> "Bad Request";
      case 401 -> "Unauthorized";
      case 403 -> "Forbidden";
      case 404 -> "Not Found";
      case 409 -> "Conflict";
      case 429 -> "Too Many Requests";
      case 500 -> "Internal Server Error";
      case 502 -> "Bad Gateway";
      case 503 -> "Service Unavailable";
      default -> "Status";
    };
  }
}

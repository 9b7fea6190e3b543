package io.cloudadapter.server.kube;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cloudadapter.server.RawClient;
import io.cloudadapter.server.TestServer;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/**
 * The one client of the HTTP cloudprovider API, to the byte: its paths are put together as texts and sent as they
 * are, its bodies have no content type, and it has neither TLS nor credentials.
 */
public final class KubernetesClient {
  public static final String PREFIX = "/cloudprovider/v1aplha1/";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final URI uri;

  KubernetesClient(TestServer server) {
    this.uri = server.server.plainCloudprovider().orElseThrow();
  }

  /** An answer, as JSON where it is some. */
  public record Reply(int status, String head, String body) {
    JsonNode json() {
      try {
        return JSON.readTree(body);
      } catch (JsonProcessingException e) {
        throw new AssertionError(body, e);
      }
    }

    public JsonNode at(String pointer) {
      return json().at(pointer);
    }
  }

  public Reply get(String path) {
    return send("GET", PREFIX + path, "");
  }

  public Reply options(String path) {
    return send("OPTIONS", PREFIX + path, "");
  }

  public Reply post(String path, String body) {
    return send("POST", PREFIX + path, body);
  }

  public Reply put(String path, String body) {
    return send("PUT", PREFIX + path, body);
  }

  public Reply delete(String path) {
    return send("DELETE", PREFIX + path, "");
  }

  public Reply send(String method, String target, String body) {
    int length = body.getBytes(StandardCharsets.UTF_8).length;
    String head = method + " " + target + " HTTP/1.1\r\n"
        + "Host: 127.0.0.1:" + uri.getPort() + "\r\n"
        + "User-Agent: Go-http-client/1.1\r\n"
        + (length > 0 ? "Content-Length: " + length + "\r\n" : "")
        + "Accept-Encoding: gzip\r\n\r\n";
    try (RawClient client = new RawClient(uri)) {
      RawClient.Raw raw = client.send(head + body).reply();
      return new Reply(raw.status(), raw.head(), raw.body());
    }
  }
}

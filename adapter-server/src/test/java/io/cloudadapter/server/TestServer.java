package io.cloudadapter.server;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.function.UnaryOperator;

/** A server over plain HTTP on loopback with two fake pools, and a client to ask it. */
final class TestServer implements AutoCloseable {
  final FakePools pools = new FakePools();
  final AdapterServer server;
  private final HttpClient client = HttpClient.newHttpClient();

  TestServer() {
    this(builder -> builder);
  }

  TestServer(UnaryOperator<AdapterServer.Builder> settings) {
    try {
      server = settings.apply(AdapterServer.builder(pools).tls(TlsConfig.off())).start();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  URI uri(String path) {
    return server.uri().resolve(path);
  }

  HttpResponse<String> get(String path, String... headers) {
    return send("GET", path, "", headers);
  }

  HttpResponse<String> post(String path, String body, String... headers) {
    return send("POST", path, body, headers);
  }

  HttpResponse<String> send(String method, String path, String body, String... headers) {
    HttpRequest.Builder request = HttpRequest.newBuilder(uri(path))
        .timeout(Duration.ofSeconds(30))
        .method(
            method,
            body.isEmpty()
                ? HttpRequest.BodyPublishers.noBody()
                : HttpRequest.BodyPublishers.ofString(body));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return send(request.build());
  }

  HttpResponse<String> send(HttpRequest request) {
    try {
      return client.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new IllegalStateException(request + " got no answer", e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    server.stop();
  }
}

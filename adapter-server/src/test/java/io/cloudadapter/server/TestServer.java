package io.cloudadapter.server;

import io.cloudadapter.server.options.TlsConfig;
import io.cloudadapter.server.rest.FakeLogLevels;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.function.UnaryOperator;

/** A server over plain HTTP on loopback with two fake pools, and a client to ask it. */
public final class TestServer implements AutoCloseable {
  public final FakePools pools = new FakePools();
  public final AdapterServer server;
  private final HttpClient client = HttpClient.newHttpClient();

  public TestServer() {
    this(builder -> builder);
  }

  public TestServer(UnaryOperator<AdapterServer.Builder> settings) {
    try {
      server = settings
          .apply(AdapterServer.builder(pools)
              .tls(TlsConfig.off())
              .notifications(new FakeReceivers(pools))
              .reload(new FakeReload(pools))
              .logLevels(new FakeLogLevels(() -> {
                pools.web.onWrite.run();
                pools.web.calls.add("log level");
              })))
          .start();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  public URI uri(String path) {
    return server.uri().resolve(path);
  }

  public HttpResponse<String> get(String path, String... headers) {
    return send("GET", path, "", headers);
  }

  public HttpResponse<String> post(String path, String body, String... headers) {
    return send("POST", path, body, headers);
  }

  public HttpResponse<String> send(String method, String path, String body, String... headers) {
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

  public HttpResponse<String> send(HttpRequest request) {
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

package io.cloudadapter.console;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Sends requests as a browser would, header by header. */
final class ConsoleClient {
  private final URI server;
  private final HttpClient client;

  /** The headers of each request. */
  private final List<String> headers = new ArrayList<>();

  ConsoleClient(URI server, Optional<Path> trusted, KeyManager... shown) {
    this.server = server;
    HttpClient.Builder builder = HttpClient.newBuilder();
    trusted.ifPresent(file -> builder.sslContext(tls(file, shown)));
    this.client = builder.build();
  }

  private static SSLContext tls(Path file, KeyManager... shown) {
    try (var in = Files.newInputStream(file)) {
      KeyStore trust = KeyStore.getInstance("PKCS12");
      trust.load(null, null);
      trust.setCertificateEntry(
          "server", CertificateFactory.getInstance("X.509").generateCertificate(in));
      TrustManagerFactory trusts =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trusts.init(trust);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(shown, trusts.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Sends a header with each request from now on. */
  ConsoleClient with(String name, String value) {
    headers.add(name);
    headers.add(value);
    return this;
  }

  /** What a page of the server itself sends. */
  ConsoleClient asOwnPage() {
    return with("Origin", server.toString()).with("Sec-Fetch-Site", "same-origin");
  }

  /** The cookie that an answer has set, as a browser sends it back. */
  static String cookie(HttpResponse<String> answer) {
    return answer.headers().firstValue("Set-Cookie").orElseThrow().split(";", 2)[0];
  }

  HttpResponse<String> get(String path) {
    return send("GET", path, "");
  }

  HttpResponse<String> post(String path, String body) {
    return send("POST", path, body);
  }

  HttpResponse<String> send(String method, String path, String body) {
    HttpRequest.Builder request = HttpRequest.newBuilder(server.resolve(path))
        .timeout(Duration.ofSeconds(30))
        .method(
            method,
            body.isEmpty()
                ? HttpRequest.BodyPublishers.noBody()
                : HttpRequest.BodyPublishers.ofString(body));
    if (!headers.isEmpty()) {
      request.headers(headers.toArray(String[]::new));
    }
    try {
      return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new IllegalStateException(method + " " + path + " got no answer", e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The lines of an answer as they come; the iterator ends with the answer. */
  Iterator<String> lines(String path) {
    HttpRequest.Builder request = HttpRequest.newBuilder(server.resolve(path));
    request.headers(headers.toArray(String[]::new));
    try {
      return client
          .send(request.build(), HttpResponse.BodyHandlers.ofLines())
          .body()
          .iterator();
    } catch (IOException e) {
      throw new IllegalStateException(path + " got no answer", e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}

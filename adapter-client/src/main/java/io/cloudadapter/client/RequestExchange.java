package io.cloudadapter.client;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.Secret;
import io.cloudadapter.api.TimeSpan;
import io.cloudadapter.spi.trace.Tracing;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.zip.GZIPInputStream;
import javax.net.ssl.SSLException;

/** Sends one request and waits for its whole answer, never longer than the time-out. */
final class RequestExchange {
  /** A pool of 100,000 machines takes some 40 MB. */
  private static final int LARGEST_BODY = 256 << 20;

  private final HttpClient http;
  private final URI server;
  private final Optional<Secret> token;
  private final Duration timeout;
  private final Tracing tracing;

  RequestExchange(
      HttpClient http, URI server, Optional<Secret> token, Duration timeout, Tracing tracing) {
    this.tracing = tracing;
    this.http = http;
    this.server = server;
    this.token = token;
    this.timeout = timeout;
  }

  Duration timeout() {
    return timeout;
  }

  /** Reads; with a tag, the answer may be that nothing has changed. */
  ServerReply get(String path, Optional<String> knownTag) throws LostReplyException {
    HttpRequest.Builder request = request(path).timeout(timeout).GET();
    knownTag.ifPresent(tag -> request.header("If-None-Match", tag));
    return send("GET " + shown(path), request.build(), timeout);
  }

  /**
   * Reads a body of any size part by part.
   *
   * @throws PoolException with the server's refusal
   */
  HttpResponse<InputStream> open(String path) throws LostReplyException {
    String name = "GET " + shown(path);
    HttpRequest request = request(path)
        .setHeader("Accept-Encoding", "identity")
        .timeout(timeout)
        .GET()
        .build();
    try {
      HttpResponse<InputStream> response =
          http.send(request, HttpResponse.BodyHandlers.ofInputStream());
      if (response.statusCode() == 200) {
        return response;
      }
      try (InputStream refusal = response.body()) {
        throw ErrorResponseMapper.of(new ServerReply(
            name, response.statusCode(), response.headers(), refusal.readNBytes(1 << 20)));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LostReplyException(
          name + " was interrupted", "The waiting thread was interrupted.", true, false, e);
    } catch (IOException e) {
      throw lost(name, timeout, e);
    }
  }

  ServerReply post(String path, Optional<String> json, Map<String, String> headers, Duration atMost)
      throws LostReplyException {
    HttpRequest.Builder request = request(path).timeout(atMost);
    headers.forEach(request::header);
    json.ifPresent(text -> request.header("Content-Type", "application/json"));
    request.POST(json.map(HttpRequest.BodyPublishers::ofString)
        .orElseGet(HttpRequest.BodyPublishers::noBody));
    return send("POST " + shown(path), request.build(), atMost);
  }

  /** Writes by another method than POST. */
  ServerReply write(String method, String path, Optional<String> json) throws LostReplyException {
    return write(method, path, json, Map.of());
  }

  ServerReply write(String method, String path, Optional<String> json, Map<String, String> headers)
      throws LostReplyException {
    HttpRequest.Builder request = request(path).timeout(timeout);
    headers.forEach(request::header);
    json.ifPresent(text -> request.header("Content-Type", "application/json"));
    request.method(
        method,
        json.map(HttpRequest.BodyPublishers::ofString)
            .orElseGet(HttpRequest.BodyPublishers::noBody));
    return send(method + " " + shown(path), request.build(), timeout);
  }

  /** A path as messages name it: programs log them, and a hook's token must not get into logs. */
  static String shown(String path) {
    return path.replaceFirst("(/hooks/[^/]{8})[^/]*", "$1…");
  }

  private HttpRequest.Builder request(String path) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server + path))
        .header("Accept", "application/json")
        .header("Accept-Encoding", "gzip");
    tracing.current().ifPresent(trace -> request.header("traceparent", trace));
    token.ifPresent(secret -> request.header("Authorization", "Bearer " + secret.reveal()));
    return request;
  }

  private ServerReply send(String name, HttpRequest request, Duration atMost)
      throws LostReplyException {
    // The request's own time-out ends with the headers; this one covers the body too.
    CompletableFuture<HttpResponse<byte[]>> answer =
        http.sendAsync(request, HttpResponse.BodyHandlers.ofByteArray());
    try {
      HttpResponse<byte[]> response = answer.get(atMost.toNanos(), TimeUnit.NANOSECONDS);
      return new ServerReply(name, response.statusCode(), response.headers(), body(response));
    } catch (TimeoutException e) {
      answer.cancel(true);
      throw overdue(name, atMost, e);
    } catch (ExecutionException e) {
      throw lost(name, atMost, e.getCause() == null ? e : e.getCause());
    } catch (InterruptedException e) {
      answer.cancel(true);
      Thread.currentThread().interrupt();
      throw new LostReplyException(
          name + " was interrupted", "The waiting thread was interrupted.", true, false, e);
    } catch (IOException e) {
      throw lost(name, atMost, e);
    }
  }

  private static byte[] body(HttpResponse<byte[]> response) throws IOException {
    if (!response.headers().firstValue("Content-Encoding").orElse("").equals("gzip")) {
      return response.body();
    }
    try (GZIPInputStream plain = new GZIPInputStream(new ByteArrayInputStream(response.body()))) {
      byte[] bytes = plain.readNBytes(LARGEST_BODY + 1);
      if (bytes.length > LARGEST_BODY) {
        throw new IOException("the answer is larger than " + LARGEST_BODY + " bytes");
      }
      return bytes;
    }
  }

  private LostReplyException overdue(String name, Duration atMost, Throwable cause) {
    return new LostReplyException(
        server + " did not answer " + name + " within " + TimeSpan.text(atMost),
        "See whether the server is busy, or allow more time.",
        true,
        true,
        cause);
  }

  private LostReplyException lost(String name, Duration atMost, Throwable cause) {
    if (cause instanceof HttpConnectTimeoutException
        || cause instanceof ConnectException
        || cause instanceof UnresolvedAddressException) {
      return new LostReplyException(
          "cannot connect to " + server,
          "See whether the server runs and the address is right.",
          false,
          true,
          cause);
    }
    if (cause instanceof SSLException) {
      return new LostReplyException(
          "no secure connection to " + server + ": " + firstLine(cause),
          "Name the certificate to trust, and a client certificate if the server asks for one.",
          false,
          false,
          cause);
    }
    if (cause instanceof java.net.http.HttpTimeoutException) {
      return overdue(name, atMost, cause);
    }
    return new LostReplyException(
        "the connection to " + server + " broke during " + name + ": " + firstLine(cause),
        "See whether the server still runs.",
        true,
        true,
        cause);
  }

  private static String firstLine(Throwable cause) {
    String text = cause.getMessage();
    return text == null
        ? cause.getClass().getSimpleName()
        : text.lines().findFirst().orElse("").strip();
  }

  /** For a read, which may always be asked again. */
  static PoolException unavailable(LostReplyException lost) {
    return new PoolException(
        PoolException.Reason.UNAVAILABLE, String.valueOf(lost.getMessage()), lost.advice(), lost);
  }

  static String text(byte[] body) {
    return new String(body, StandardCharsets.UTF_8);
  }

  /** The server's address. */
  @Override
  public String toString() {
    return server.toString();
  }
}

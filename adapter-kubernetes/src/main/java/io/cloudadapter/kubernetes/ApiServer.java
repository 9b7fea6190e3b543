package io.cloudadapter.kubernetes;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.cloudadapter.http.HttpExchange;
import io.cloudadapter.http.HttpReply;
import io.cloudadapter.http.HttpTransport;
import io.cloudadapter.http.TrustMaterial;
import io.cloudadapter.kubernetes.ClusterAccess.UnusableAccessException;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.RequestKind;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import javax.net.ssl.SSLContext;

/** Sends requests to one API server, on any number of threads. Errors name the server and the credentials. */
final class ApiServer implements AutoCloseable {
  static final ObjectMapper JSON = JsonMapper.builder().build();

  private static final int LARGEST_REPLY = 32 * 1024 * 1024;
  private static final int LONGEST_MESSAGE = 160;

  private final ClusterAccess access;
  private final HttpTransport transport;

  /** A reply with its JSON; missing if it has none. */
  record Reply(int status, JsonNode json, HttpReply http) {
    boolean isDone() {
      return status >= 200 && status < 300;
    }
  }

  ApiServer(ClusterAccess access) {
    this.access = access;
    this.transport = new HttpTransport("kubernetes", TrustMaterial.from(this::tls), LARGEST_REPLY);
  }

  private SSLContext tls() {
    try {
      return ClusterTls.context(access);
    } catch (UnusableAccessException e) {
      throw unusable(e);
    }
  }

  static CloudException unusable(UnusableAccessException e) {
    return CloudException.of(Kind.UNAUTHENTICATED, Effect.NONE, String.valueOf(e.getMessage()))
        .build();
  }

  /** The way by which it is reached. */
  ClusterAccess access() {
    return access;
  }

  /** Its address, for people. */
  String address() {
    return access.server().getScheme() + "://" + access.server().getAuthority();
  }

  /** One part of a path, or of a query. */
  static String escaped(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** Reads an object of a kind; any other reply is an error. */
  Reply get(String path, String kind, CallContext call) {
    Reply reply = ask(path, call);
    String what = "GET " + shown(path);
    if (!reply.isDone()) {
      throw refused(what, reply);
    }
    return checked(what, reply, Set.of(kind));
  }

  /** Reads; the caller looks at the status. */
  Reply ask(String path, CallContext call) {
    return send("GET", path, "application/json", Optional.empty(), call);
  }

  /**
   * Writes once; the caller looks at the status.
   *
   * @param kinds the kinds of object with which the API server answers what it has done; any other reply of success is
   *     an error, as is a 404 or 409 that is not the API server's own
   */
  Reply write(String method, String path, JsonNode body, Set<String> kinds, CallContext call) {
    String type = method.equals("PATCH") ? "application/merge-patch+json" : "application/json";
    Reply reply = send(method, path, type, Optional.of(body), call);
    String what = method + " " + shown(path);
    if (reply.isDone()) {
      return checked(what, reply, kinds);
    }
    boolean isFinal = reply.status() == 404 || reply.status() == 409;
    return isFinal ? checked(what, reply, Set.of(ReplyKind.STATUS)) : reply;
  }

  /** A proxy on the way may answer anything; what it answers is no word of the API server. */
  private Reply checked(String what, Reply reply, Set<String> kinds) {
    if (!ReplyKind.isOneOf(reply, kinds)) {
      throw unexpected(
          what, reply, "an object of kind " + String.join(" or ", new TreeSet<>(kinds)));
    }
    return reply;
  }

  /** The error of a reply that is not the API server's, or not to this request. */
  CloudException unexpected(String what, Reply reply, String expected) {
    return CloudException.of(
            Kind.UNAVAILABLE,
            Effect.UNKNOWN,
            "the API server " + address() + " answered " + what + " with status " + reply.status()
                + " and " + ReplyKind.shown(reply) + "; it must be " + expected
                + "; does a proxy answer for it?")
        .build();
  }

  private Reply send(
      String method, String path, String type, Optional<JsonNode> body, CallContext call) {
    String name = method + " " + shown(path) + " at " + address();
    // Before the token is read: what is cancelled needs none.
    transport.checkWanted(name, call);
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(access.server() + path))
        .header("Accept", "application/json");
    try {
      access.currentToken().ifPresent(token -> request.header("Authorization", "Bearer " + token));
      request.method(
          method,
          body.isPresent()
              ? BodyPublishers.ofByteArray(JSON.writeValueAsBytes(body.get()))
              : BodyPublishers.noBody());
    } catch (UnusableAccessException e) {
      throw unusable(e);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree is JSON", e);
    }
    body.ifPresent(given -> request.header("Content-Type", type));
    RequestKind kind = method.equals("GET") ? RequestKind.READ : RequestKind.MARK;
    HttpReply reply = transport.send(new HttpExchange(kind, name), request.build(), call);
    return new Reply(reply.status(), json(reply), reply);
  }

  private static JsonNode json(HttpReply reply) {
    try {
      return JSON.readTree(reply.body());
    } catch (IOException e) {
      // A watch has several documents; a proxy's error page none.
      return JSON.missingNode();
    }
  }

  /** The error that a status stands for. */
  CloudException refused(String what, Reply reply) {
    String why = switch (reply.status()) {
      case 401 -> " does not accept the credentials of " + access.credentials();
      case 403 -> " does not allow " + what + " to " + access.credentials() + withColon(reply);
      default -> " answered " + what + " with status " + reply.status() + withColon(reply);
    };
    CloudException.Builder error = CloudException.of(
        kind(reply.status()), Effect.UNKNOWN, "the API server " + address() + why);
    reply.http().retryAfter().ifPresent(error::retryAfter);
    return error.build();
  }

  private static String withColon(Reply reply) {
    String message = statusMessage(reply);
    return message.isEmpty() ? "" : ": " + message;
  }

  /** The message for people of a Status; empty if the reply is none. */
  static String statusMessage(Reply reply) {
    return ReplyKind.isOneOf(reply, Set.of(ReplyKind.STATUS))
        ? oneLine(reply.json().path("message"))
        : "";
  }

  /** A text of the API server, in one line that is not too long. */
  static String oneLine(JsonNode message) {
    String text = message.asText("").replaceAll("\\p{Cntrl}+", " ").strip();
    return text.length() > LONGEST_MESSAGE ? text.substring(0, LONGEST_MESSAGE) + "…" : text;
  }

  private static Kind kind(int status) {
    return switch (status) {
      case 401 -> Kind.UNAUTHENTICATED;
      case 403 -> Kind.DENIED;
      case 404, 410 -> Kind.NOT_FOUND;
      case 409 -> Kind.CONFLICT;
      case 429 -> Kind.THROTTLED;
      default -> {
        if (status < 400) {
          yield Kind.NOT_FOUND; // A redirect, which is not followed.
        }
        yield status >= 500 ? Kind.UNAVAILABLE : Kind.INVALID;
      }
    };
  }

  /** Without the query, which is long and says little. */
  private static String shown(String path) {
    int query = path.indexOf('?');
    return query < 0 ? path : path.substring(0, query);
  }

  @Override
  public void close() {
    transport.close();
  }
}

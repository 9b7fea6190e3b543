package io.cloudadapter.server.senlin;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cloudadapter.server.http.ErrorFormat;
import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.http.HttpReply;
import io.cloudadapter.server.http.RequestHead;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Writes errors under /v1 and /v3 in the form of OpenStack: a code, a title and a message, and the headers
 * X-OpenStack-Request-ID and OpenStack-API-Version.
 */
public final class OpenStackErrorFormat implements ErrorFormat {
  /** Names the type of an error on its way to the client, and is not sent. */
  static final String TYPE_HEADER = "Error-Type";

  private static final ObjectMapper JSON = new ObjectMapper();

  /** A tongue. */
  public OpenStackErrorFormat() {}

  @Override
  public HttpReply say(RequestHead head, HttpReply reply) {
    boolean senlin = EndpointPaths.under(EndpointPaths.VERSION, head.path())
        || EndpointPaths.under(EndpointPaths.ENDPOINT, head.path());
    if (!senlin && !EndpointPaths.under("/v3", head.path())) {
      return reply;
    }
    HttpReply said = (reply.status() >= 400 ? error(reply) : reply)
        .with("X-OpenStack-Request-ID", "req-" + head.id());
    return senlin
        ? said.with(ApiVersion.HEADER, "clustering " + version(head))
            .with("Vary", ApiVersion.HEADER)
        : said;
  }

  private static String version(RequestHead head) {
    try {
      return ApiVersion.of(head);
    } catch (HttpError e) {
      return ApiVersion.MOST;
    }
  }

  private static HttpReply error(HttpReply reply) {
    int status = reply.status();
    String title = title(status);
    Map<String, Object> error = new LinkedHashMap<>();
    error.put("code", status);
    error.put("title", title);
    error.put("type", reply.headers().getOrDefault(TYPE_HEADER, type(status)));
    error.put("message", message(reply));
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("code", status);
    document.put("title", title);
    document.put("explanation", explanation(status));
    document.put("error", error);
    HttpReply said = ResourceRow.reply(status, document);
    Map<String, String> headers = new HashMap<>(reply.headers());
    headers.putAll(said.headers());
    headers.remove(TYPE_HEADER);
    return new HttpReply(status, headers, said.body());
  }

  /** The message of our error body, and its detail where there is one. */
  private static String message(HttpReply reply) {
    try {
      JsonNode plain = JSON.readTree(reply.body());
      String message = plain.path("message").asText("");
      String detail = plain.path("detail").asText("");
      return detail.isEmpty() ? message : message + " (" + detail + ")";
    } catch (JsonProcessingException e) {
      return title(reply.status());
    } catch (IOException e) {
      throw new IllegalStateException("bytes in memory could not be read", e);
    }
  }

  private static String title(int status) {
    return switch (status) {
      case 400 -> "Bad Request";
      case 401 -> "Unauthorized";
      case 403 -> "Forbidden";
      case 404 -> "Not Found";
      case 405 -> "Method Not Allowed";
      case 406 -> "Not Acceptable";
      case 408 -> "Request Timeout";
      case 409 -> "Conflict";
      case 413 -> "Request Entity Too Large";
      case 415 -> "Unsupported Media Type";
      case 503 -> "Service Unavailable";
      default -> "Internal Server Error";
    };
  }

  /** What the status means, for a client that shows this in the place of the message. */
  private static String explanation(int status) {
    return switch (status) {
      case 400 -> "The request is malformed.";
      case 401 -> "The request shows no valid credential.";
      case 403 -> "The caller may not do this.";
      case 404 -> "There is no such resource.";
      case 405 -> "The resource does not take this method.";
      case 406 -> "The version is not served.";
      case 409 -> "The state of the server or its configuration does not allow the request.";
      case 413, 414, 431 -> "The request is too long.";
      case 415 -> "The body is not JSON in UTF-8.";
      case 429, 503 -> "The server cannot accept this request at present; send it again later.";
      default -> status < 500 ? "The request was refused." : "The server could not do it.";
    };
  }

  private static String type(int status) {
    return switch (status) {
      case 404 -> "ResourceNotFound";
      case 409 -> "ActionConflict";
      case 500 -> "InternalError";
      default -> title(status).replace(" ", "");
    };
  }
}

package io.cloudadapter.server.kube;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.http.HttpReply;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * An outcome in the form of Kubernetes: the v1 Status.
 *
 * @param code the HTTP status; from 400 on it is a failure
 * @param reason one word that clients act on, such as NotFound; empty with a success
 * @param message a sentence for people
 * @param details what it is about; left out if there is nothing in it
 */
public record KubeStatus(int code, String reason, String message, Details details) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Checks that nothing is missing. */
  public KubeStatus {
    Objects.requireNonNull(reason, "reason");
    Objects.requireNonNull(message, "message");
    Objects.requireNonNull(details, "details");
  }

  /**
   * Something that was done.
   *
   * @param code the HTTP status, below 400
   * @param message a sentence for people
   * @param details what it is about
   * @return a Status
   */
  static KubeStatus success(int code, String message, Details details) {
    return new KubeStatus(code, "", message, details);
  }

  /**
   * Something that was not done.
   *
   * @param code the HTTP status, from 400 on; determines the reason, too
   * @param message a sentence for people
   * @return a Status
   */
  public static KubeStatus failure(int code, String message) {
    return new KubeStatus(code, reason(code), message, Details.NONE);
  }

  /**
   * Writes an error as a Status. An action that the pool's cloud does not support is MethodNotAllowed (405).
   * Kubernetes clients repeat every request, writes too, whose error has a time to wait: so only errors without an
   * effect have one.
   *
   * @param error a reply from 400 on, with our error body
   * @return a Status of the same code, or 405
   */
  public static KubeStatus of(HttpReply error) {
    String pool = error.headers().getOrDefault("Pool-Reason", "");
    int code = pool.equals("UNSUPPORTED") ? 405 : error.status();
    boolean nothingDone = code == 429 || code == 503 || pool.equals("UNAVAILABLE");
    int seconds =
        nothingDone ? Integer.parseInt(error.headers().getOrDefault("Retry-After", "0")) : 0;
    return new KubeStatus(
        code,
        pool.equals("UNAVAILABLE") ? "ServerTimeout" : reason(code),
        message(error),
        Details.NONE.retryAfter(seconds));
  }

  /** Whether a reply is a Status already. */
  static boolean words(HttpReply reply) {
    byte[] begins = "{\"kind\":\"Status\"".getBytes(StandardCharsets.US_ASCII);
    return reply.body().length >= begins.length
        && Arrays.equals(reply.body(), 0, begins.length, begins, 0, begins.length);
  }

  /**
   * As an error to be thrown.
   *
   * @return an error with this as its answer
   */
  HttpError error() {
    return HttpError.of(reply(), message);
  }

  /** The message of our error body, and its detail where there is one. */
  private static String message(HttpReply error) {
    try {
      JsonNode plain = JSON.readTree(error.body());
      String message = plain.path("message").asText("");
      String detail = plain.path("detail").asText("");
      return detail.isEmpty() ? message : message + " (" + detail + ")";
    } catch (JsonProcessingException e) {
      return reason(error.status());
    } catch (IOException e) {
      throw new IllegalStateException("bytes in memory could not be read", e);
    }
  }

  private static String reason(int code) {
    return switch (code) {
      case 401 -> "Unauthorized";
      case 403 -> "Forbidden";
      case 404 -> "NotFound";
      case 405 -> "MethodNotAllowed";
      case 406 -> "NotAcceptable";
      case 408, 504 -> "Timeout";
      case 409 -> "Conflict";
      case 410 -> "Expired";
      case 413 -> "RequestEntityTooLarge";
      case 415 -> "UnsupportedMediaType";
      case 422 -> "Invalid";
      case 429 -> "TooManyRequests";
      case 503 -> "ServiceUnavailable";
      default -> code >= 500 ? "InternalError" : "BadRequest";
    };
  }

  /**
   * The same about something.
   *
   * @param newDetails what it is about
   * @return another Status
   */
  public KubeStatus about(Details newDetails) {
    return new KubeStatus(code, reason, message, newDetails);
  }

  /**
   * Writes it.
   *
   * @param json where to
   * @throws IOException if the generator fails
   */
  void write(JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("kind", "Status");
    json.writeStringField("apiVersion", "v1");
    json.writeObjectFieldStart("metadata");
    json.writeEndObject();
    json.writeStringField("status", code < 400 ? "Success" : "Failure");
    json.writeStringField("message", message);
    if (!reason.isEmpty()) {
      json.writeStringField("reason", reason);
    }
    if (!details.equals(Details.NONE)) {
      json.writeFieldName("details");
      details.write(json);
    }
    json.writeNumberField("code", code);
    json.writeEndObject();
  }

  /**
   * Returns this status as a reply.
   *
   * @return a reply of this code, with Retry-After if there is a time to wait
   */
  public HttpReply reply() {
    HttpReply reply = HttpReply.json(code, this::write);
    return details.retryAfterSeconds() == 0
        ? reply
        : reply.with("Retry-After", Integer.toString(details.retryAfterSeconds()));
  }

  /**
   * Returns this status in place of another reply.
   *
   * @param other its headers stay, as far as they still hold
   * @return a reply of this code
   */
  public HttpReply inPlaceOf(HttpReply other) {
    HttpReply said = reply();
    Map<String, String> headers = new LinkedHashMap<>(other.headers());
    headers.keySet().removeAll(List.of("Retry-After", "Pool-Reason"));
    headers.putAll(said.headers());
    return new HttpReply(code, headers, said.body());
  }

  /**
   * The object of a Status.
   *
   * @param name the thing's name, or empty
   * @param kind the resource, such as actions, or empty
   * @param uid the thing's own name, if it has one
   * @param causes the single faults, if that helps
   * @param retryAfterSeconds when to ask again, 0 if there is no time to say
   */
  public record Details(
      String name, String kind, Optional<String> uid, List<Cause> causes, int retryAfterSeconds) {
    /** Nothing to say. */
    public static final Details NONE = of("", "");

    /** Copies the causes. */
    public Details {
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(kind, "kind");
      Objects.requireNonNull(uid, "uid");
      causes = List.copyOf(causes);
    }

    /**
     * About a thing.
     *
     * @param name its name, or empty
     * @param kind the resource, such as actions, or empty
     * @return details
     */
    public static Details of(String name, String kind) {
      return new Details(name, kind, Optional.empty(), List.of(), 0);
    }

    /**
     * The same with the thing's own name.
     *
     * @param own its uid
     * @return other details
     */
    Details uid(String own) {
      return new Details(name, kind, Optional.of(own), causes, retryAfterSeconds);
    }

    /**
     * The same with one more fault.
     *
     * @param reason one word, such as FieldValueInvalid
     * @param message a sentence for people
     * @param field its path in the request
     * @return other details
     */
    public Details cause(String reason, String message, String field) {
      List<Cause> more = new ArrayList<>(causes);
      more.add(new Cause(reason, message, field));
      return new Details(name, kind, uid, more, retryAfterSeconds);
    }

    /**
     * The same with a time to wait.
     *
     * @param seconds when to ask again, 0 if there is no time to say
     * @return other details
     */
    public Details retryAfter(int seconds) {
      return new Details(name, kind, uid, causes, seconds);
    }

    private void write(JsonGenerator json) throws IOException {
      json.writeStartObject();
      write(json, "name", name);
      write(json, "kind", kind);
      write(json, "uid", uid.orElse(""));
      if (!causes.isEmpty()) {
        json.writeArrayFieldStart("causes");
        for (Cause cause : causes) {
          json.writeStartObject();
          write(json, "reason", cause.reason());
          write(json, "message", cause.message());
          write(json, "field", cause.field());
          json.writeEndObject();
        }
        json.writeEndArray();
      }
      if (retryAfterSeconds > 0) {
        json.writeNumberField("retryAfterSeconds", retryAfterSeconds);
      }
      json.writeEndObject();
    }

    private static void write(JsonGenerator json, String name, String value) throws IOException {
      if (!value.isEmpty()) {
        json.writeStringField(name, value);
      }
    }
  }

  /**
   * One fault.
   *
   * @param reason one word, such as FieldValueInvalid
   * @param message a sentence for people
   * @param field its path in the request
   */
  public record Cause(String reason, String message, String field) {
    /** Checks that nothing is missing. */
    public Cause {
      Objects.requireNonNull(reason, "reason");
      Objects.requireNonNull(message, "message");
      Objects.requireNonNull(field, "field");
    }
  }
}

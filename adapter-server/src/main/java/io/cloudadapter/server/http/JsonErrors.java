package io.cloudadapter.server.http;

import java.util.Collection;

/**
 * Writes the errors of a JSON body in the form of an API. {@link #missing} and {@link #wrong} throw an {@link
 * HttpError}, or collect the error so that the API can report all of them at once.
 */
public interface JsonErrors {
  /** Whether a field that is null counts as left out. */
  default boolean nullIsMissing() {
    return true;
  }

  /** What a right body looks like, for the detail of an error. */
  default String sample() {
    return "";
  }

  /** A body that cannot be read at all, or that has fields it must not have. */
  default HttpError malformed(String message, String detail) {
    String sample = sample().isEmpty() ? "" : "expected: " + sample();
    String divider = detail.isEmpty() || sample.isEmpty() ? "" : "; ";
    return HttpError.badRequest(message, detail + divider + sample);
  }

  /** A field that the object does not have. */
  default HttpError unknown(String path, String field, Collection<String> allowed) {
    String fields = String.join(", ", allowed);
    String may = switch (allowed.size()) {
      case 0 -> "this operation takes no fields";
      case 1 -> "the only field allowed is " + fields;
      default -> "the fields allowed are " + fields;
    };
    return malformed("unknown field " + SafeText.quoted(path + field) + "; " + may, "");
  }

  /** Refuses or notes a required field that is not there. */
  void missing(String field, String allowed);

  /** Refuses or notes a value of another type or outside its range. */
  void wrong(String field, String allowed, JsonValue seen);
}

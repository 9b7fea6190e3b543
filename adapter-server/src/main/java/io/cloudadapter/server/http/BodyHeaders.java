package io.cloudadapter.server.http;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Checks the headers that describe a request's body, before any of the body is read. */
final class BodyHeaders {
  private static final Pattern JSON_TYPE =
      Pattern.compile("application/json\\s*(;\\s*charset\\s*=\\s*\"?utf-8\"?\\s*)?;?");

  private BodyHeaders() {}

  /** RFC 9112, 6.1: a server that does not understand a transfer coding ought to answer 501. */
  static void requireKnownTransferCoding(RequestHead head) {
    List<String> codings = head.headers().apply("Transfer-Encoding");
    if (!codings.isEmpty()
        && !(codings.size() == 1 && codings.get(0).strip().equalsIgnoreCase("chunked"))) {
      throw HttpError.of(
          501,
          "Transfer-Encoding " + SafeText.quoted(String.join(", ", codings)) + " is not accepted",
          "send the body as it is, by Content-Length or chunked");
    }
  }

  /** Requires a body that the route reads: not encoded, and of its type. */
  static void requireReadable(RequestHead head, HttpRoute wanted) {
    Optional<String> coding = head.header("Content-Encoding");
    if (coding.isPresent() && !coding.get().equalsIgnoreCase("identity")) {
      throw HttpError.of(
          415,
          "Content-Encoding " + SafeText.quoted(coding.get()) + " is not accepted",
          "send the body as it is");
    }
    if (!head.carriesBody()) {
      return;
    }
    Optional<String> type = head.header("Content-Type");
    if (type.isPresent()
        && !wanted.bodyTypes().contains(type.get())
        && !JSON_TYPE.matcher(type.get().strip().toLowerCase(Locale.ROOT)).matches()) {
      throw HttpError.of(
          415,
          "Content-Type must be application/json in UTF-8, was: " + SafeText.quoted(type.get()),
          "");
    }
  }
}

package io.cloudadapter.server.rest;

import io.cloudadapter.api.PoolView;
import io.cloudadapter.client.message.Timestamps;
import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.http.HttpReply;
import io.cloudadapter.server.http.HttpRequest;
import io.cloudadapter.server.http.SafeText;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Answers GET /pool: 304 if the reader has this revision, else the body, compressed if it is large and the reader
 * accepts gzip. The ETag is weak, because the body's timestamp advances without a new revision; the header
 * Pool-Timestamp contains it in either case.
 */
final class PoolGetHandler {
  private static final int WORTH_COMPRESSING = 4096;

  private final PoolBodyCache bodies = new PoolBodyCache();
  private final String salt;

  /** Salted, since a ledger that was made anew counts its revisions from the start. */
  PoolGetHandler(String salt) {
    this.salt = salt;
  }

  HttpReply read(HttpRequest request, PoolView view) {
    boolean warm = withWarm(request.head().query().orElse(""));
    String tag = view.pool() + "-" + salt + "-" + view.revision();
    Map<String, String> headers = new HashMap<>();
    headers.put("ETag", "W/\"" + tag + "\"");
    headers.put("Pool-Timestamp", Timestamps.format(view.timestamp()));
    headers.put("Cache-Control", "private, no-cache");
    headers.put("Vary", "Accept-Encoding");
    if (known(request, tag)) {
      return new HttpReply(304, headers, new byte[0]);
    }
    headers.put("Content-Type", HttpReply.JSON_TYPE);
    PoolBodyCache.Body body = bodies.of(view, warm);
    if (body.json().length < WORTH_COMPRESSING || !takesGzip(request)) {
      return new HttpReply(200, headers, body.json());
    }
    headers.put("Content-Encoding", "gzip");
    return new HttpReply(200, headers, body.gzip());
  }

  /** Whether a caller asks for the warm machines that run, too; other names in a query have no meaning, as before. */
  private static boolean withWarm(String query) {
    Optional<Boolean> warm = Optional.empty();
    for (String pair : query.split("&", -1)) {
      if (!pair.equals("warm") && !pair.startsWith("warm=")) {
        continue;
      }
      if (warm.isPresent() || !List.of("warm=true", "warm=false").contains(pair)) {
        throw HttpError.badRequest(
            "warm may be given once, as true or false, was " + SafeText.quoted("?" + query), "");
      }
      warm = Optional.of(pair.equals("warm=true"));
    }
    return warm.orElse(false);
  }

  private static boolean known(HttpRequest request, String tag) {
    for (String header : request.head().headers().apply("If-None-Match")) {
      for (String one : header.split(",", -1)) {
        String etag = one.strip();
        String opaque = etag.startsWith("W/") ? etag.substring(2) : etag;
        if (opaque.equals("*") || opaque.equals('"' + tag + '"')) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean takesGzip(HttpRequest request) {
    for (String header : request.head().headers().apply("Accept-Encoding")) {
      for (String one : header.toLowerCase(Locale.ROOT).split(",", -1)) {
        String[] parts = one.replace(" ", "").split(";", 2);
        if (parts[0].equals("gzip") || parts[0].equals("*")) {
          return parts.length == 1 || !parts[1].matches("q=0(\\.0*)?");
        }
      }
    }
    return false;
  }
}

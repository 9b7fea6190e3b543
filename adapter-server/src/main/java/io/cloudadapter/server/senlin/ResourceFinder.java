package io.cloudadapter.server.senlin;

import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.http.HttpReply;
import io.cloudadapter.server.http.SafeText;
import java.util.List;
import java.util.function.Function;

/** Finds the resource of a path, as Senlin does: by an id, else by a name, else by the unique beginning of an id. */
final class ResourceFinder {
  private static final int SHORTEST = 4;

  private ResourceFinder() {}

  /**
   * Finds one of several.
   *
   * @param all those there are
   * @param id returns the id of one
   * @param names returns its other names
   * @param kind what they are called in errors
   * @param asked what the path has
   * @throws HttpError 404 if none is meant, 400 if several are
   */
  static <T> T find(
      List<T> all,
      Function<T, String> id,
      Function<T, List<String>> names,
      String kind,
      String asked) {
    List<T> found = all.stream().filter(one -> id.apply(one).equals(asked)).toList();
    if (found.isEmpty()) {
      found = all.stream().filter(one -> names.apply(one).contains(asked)).toList();
    }
    if (found.isEmpty() && asked.length() >= SHORTEST) {
      found = all.stream().filter(one -> id.apply(one).startsWith(asked)).toList();
    }
    if (found.isEmpty()) {
      throw missing(kind, asked);
    }
    if (found.size() > 1) {
      throw HttpError.badRequest(
          "Multiple results found matching the query criteria '" + SafeText.bare(asked)
              + "'. Please be more specific.",
          "");
    }
    return found.get(0);
  }

  /** There is none of that name. The id of an action may be a hook's token. */
  static HttpError missing(String kind, String asked) {
    String shown = kind.equals("action") ? SafeText.token(asked) : SafeText.bare(asked);
    String message = "The " + kind + " '" + shown + "' could not be found.";
    return HttpError.of(HttpReply.error(404, message, ""), message);
  }
}

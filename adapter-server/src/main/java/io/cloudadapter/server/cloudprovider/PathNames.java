package io.cloudadapter.server.cloudprovider;

import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.http.SafeText;
import java.util.regex.Pattern;

/** The syntax of names in paths, which the client does not escape: letters, digits and {@code . _ -} only. */
final class PathNames {
  private static final Pattern SAFE = Pattern.compile("[A-Za-z0-9._-]{1,128}");
  private static final Pattern UNSAFE = Pattern.compile("[^A-Za-z0-9._-]+");
  private static final int LONGEST = 128;

  private PathNames() {}

  /** Whether the client can ask for it by its path. */
  static boolean safe(String name) {
    return SAFE.matcher(name).matches() && !name.equals(".") && !name.equals("..");
  }

  /**
   * A name out of a path.
   *
   * @throws HttpError 400 if it is not safe
   */
  static String inPath(String what, String name) {
    if (!safe(name)) {
      throw HttpError.badRequest(
          what + " must be 1 to 128 of [A-Za-z0-9._-], was " + SafeText.quoted(name), "");
    }
    return name;
  }

  /** A text made fit for a path. */
  static String made(String text) {
    String fit = UNSAFE.matcher(text).replaceAll("-");
    return fit.length() <= LONGEST ? fit : fit.substring(0, LONGEST);
  }
}

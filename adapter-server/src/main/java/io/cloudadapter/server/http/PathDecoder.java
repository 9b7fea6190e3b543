package io.cloudadapter.server.http;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Splits a raw path at each slash, then decodes each segment once. Dot segments are not special, because no path of
 * the server leads to a file.
 */
public final class PathDecoder {
  private PathDecoder() {}

  static List<String> segments(String path) {
    if (!path.startsWith("/")) {
      throw HttpError.badRequest(
          "the path must begin with a slash, was: " + SafeText.path(path), "");
    }
    List<String> segments = new ArrayList<>();
    for (String raw : path.substring(1).split("/", -1)) {
      segments.add(decode(raw));
    }
    return segments;
  }

  /**
   * Percent-decodes one segment; a plus sign stands for itself.
   *
   * @param raw as it was sent
   * @return the text that was meant
   * @throws HttpError 400 if a percent sign is not followed by two hex digits, or it is not UTF-8 then
   */
  public static String decode(String raw) {
    if (raw.indexOf('%') < 0) {
      return raw;
    }
    ByteBuffer bytes = ByteBuffer.wrap(raw.getBytes(StandardCharsets.UTF_8));
    ByteBuffer decoded = ByteBuffer.allocate(bytes.remaining());
    while (bytes.hasRemaining()) {
      byte b = bytes.get();
      decoded.put(b == '%' ? (byte) (hex(bytes, raw) << 4 | hex(bytes, raw)) : b);
    }
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(decoded.flip()).toString();
    } catch (CharacterCodingException e) {
      throw HttpError.badRequest(
          "path segment " + SafeText.quoted(raw) + " is not UTF-8 when decoded", "");
    }
  }

  private static int hex(ByteBuffer bytes, String raw) {
    int digit = bytes.hasRemaining() ? Character.digit(bytes.get(), 16) : -1;
    if (digit < 0) {
      throw HttpError.badRequest(
          "path segment " + SafeText.quoted(raw) + " has a percent sign without two hex digits",
          "write %25 for a percent sign");
    }
    return digit;
  }
}

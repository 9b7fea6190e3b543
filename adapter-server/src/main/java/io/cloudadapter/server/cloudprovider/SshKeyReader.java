package io.cloudadapter.server.cloudprovider;

import io.cloudadapter.server.http.JsonValue;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Reads an SSH key, which may be JSON of any type: one client sends it in base64, the documentation shows it as plain
 * text, and other languages write bytes as a list of numbers.
 */
final class SshKeyReader {
  private static final Pattern KEY = Pattern.compile("(ssh-|ecdsa-|sk-)[\\s\\S]*");
  private static final int HIGHEST_BYTE = 255;

  private SshKeyReader() {}

  /** The key that was meant: a text, the text that bytes make, else the JSON itself as a text. */
  static String text(JsonValue value) {
    return value
        .string()
        .map(SshKeyReader::meant)
        .orElseGet(() -> bytes(value).flatMap(SshKeyReader::key).orElseGet(value::json));
  }

  /** What base64 says, if that looks like a key; else the text itself. */
  private static String meant(String text) {
    if (text.length() % 4 != 0) {
      return text;
    }
    try {
      return key(ByteBuffer.wrap(Base64.getDecoder().decode(text))).orElse(text);
    } catch (IllegalArgumentException e) {
      return text;
    }
  }

  /** The bytes of a list of numbers, signed as in Java or not. */
  private static Optional<ByteBuffer> bytes(JsonValue value) {
    ByteBuffer bytes = ByteBuffer.allocate(value.items().size());
    for (JsonValue item : value.items()) {
      int number = item.integer().orElse(Integer.MAX_VALUE);
      if (number < Byte.MIN_VALUE || number > HIGHEST_BYTE) {
        return Optional.empty();
      }
      bytes.put((byte) number);
    }
    return Optional.of(bytes.flip());
  }

  private static Optional<String> key(ByteBuffer bytes) {
    try {
      String decoded = StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
      return KEY.matcher(decoded).matches() ? Optional.of(decoded) : Optional.empty();
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }
}

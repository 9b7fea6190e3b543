package io.cloudadapter.server.cloudprovider;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Pattern;

/** An SSH key as it came: the client sends it in base64, the document shows it as it is. */
final class KeyData {
  private static final Pattern KEY = Pattern.compile("(ssh-|ecdsa-|sk-)[\\s\\S]*");

  private KeyData() {}

  /** The key that was meant: what base64 says, if that looks like a key; else the text itself. */
  static String meant(String text) {
    if (text.length() % 4 != 0) {
      return text;
    }
    try {
      ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(text));
      String decoded = StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
      return KEY.matcher(decoded).matches() ? decoded : text;
    } catch (IllegalArgumentException | CharacterCodingException e) {
      return text;
    }
  }
}

package io.cloudadapter.spi;

/** The form of keys and incarnations. Checked for every row of every list, so without a pattern. */
final class TokenSyntax {
  private static final int LENGTH = 27;

  private TokenSyntax() {}

  static boolean wellFormed(String value) {
    boolean formed = value.length() == LENGTH;
    for (int i = 0; formed && i < LENGTH; i++) {
      char c = value.charAt(i);
      formed = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    }
    return formed;
  }
}

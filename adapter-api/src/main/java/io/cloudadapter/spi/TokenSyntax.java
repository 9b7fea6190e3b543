package io.cloudadapter.spi;

/** The syntax of keys and incarnations. It uses no pattern, because it runs for every row of every list. */
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

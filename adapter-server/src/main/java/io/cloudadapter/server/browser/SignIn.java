package io.cloudadapter.server.browser;

/** The credential by which a session of the console has begun. */
enum SignIn {
  /** A bearer token, one of an issuer included. */
  TOKEN("token"),
  /** The browser's client certificate. */
  CERTIFICATE("certificate"),
  /** None: the server has no credentials, and trusts loopback. */
  NONE("none");

  private final String word;

  SignIn(String word) {
    this.word = word;
  }

  /** The name in messages. */
  String word() {
    return word;
  }
}

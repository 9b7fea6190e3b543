package io.cloudadapter.testkit.wire;

/**
 * What a connection is to do about a request.
 *
 * @param bytes to be written
 */
@SuppressWarnings("ArrayRecordComponent") // bodies are bytes; nobody compares these as a whole
record Delivery(byte[] bytes, Ending ending) {

  /** What becomes of the connection. */
  enum Ending {
    /** It serves the next request. */
    STAYS,
    /** It ends as connections do. */
    CLOSES,
    /** It ends without the farewell of TLS, as when a proxy dies. */
    BREAKS,
    /** It is reset. */
    RESETS
  }
}

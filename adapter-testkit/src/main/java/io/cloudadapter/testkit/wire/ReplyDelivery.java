package io.cloudadapter.testkit.wire;

/**
 * What a connection is to do about a request.
 *
 * @param bytes to be written
 * @param pause comes between the bytes and the ending
 */
@SuppressWarnings("ArrayRecordComponent") // bodies are bytes; no code compares these as a whole
record ReplyDelivery(byte[] bytes, Runnable pause, Ending ending) {

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

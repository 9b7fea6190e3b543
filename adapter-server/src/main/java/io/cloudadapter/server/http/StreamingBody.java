package io.cloudadapter.server.http;

/** A body that comes bit by bit, as long as it takes. It holds no thread while there is nothing to send. */
@FunctionalInterface
public interface StreamingBody {
  /**
   * Begins, once the head of the reply is settled.
   *
   * @param wire where to send the body
   */
  void begin(Wire wire);

  /** Takes a body to the client. One who sends waits for what is under way before sending more. */
  interface Wire {
    /**
     * Sends bytes without blocking.
     *
     * @param bytes what to send, shared with others, changed by nobody
     * @param done hears once, maybe before this returns, on any thread
     */
    void send(byte[] bytes, Done done);

    /** Ends the body. Not while something is under way; once. */
    void end();

    /** Closes the connection; what is under way fails. May be called at any time, and again. */
    void cut();

    /**
     * Whether the client has hung up, as far as that can be seen. Not while something is under way.
     *
     * @return true if nobody reads any more
     */
    boolean gone();
  }

  /** Hears what became of bytes. */
  @FunctionalInterface
  interface Done {
    /**
     * They were taken, or never will be.
     *
     * @param taken whether the network has them
     */
    void sent(boolean taken);
  }
}

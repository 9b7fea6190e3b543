package io.cloudadapter.server.http;

/** A body that is sent in parts, as long as it takes. It holds no thread while there is nothing to send. */
@FunctionalInterface
public interface StreamingBody {
  /**
   * Begins, once the head of the reply is settled.
   *
   * @param wire where to send the body
   */
  void begin(Wire wire);

  /** Sends a body to the client. The sender waits for bytes under way before it sends more. */
  interface Wire {
    /**
     * Sends bytes without blocking.
     *
     * @param bytes the bytes to send, shared and never changed
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
     * @return true if the client no longer reads
     */
    boolean gone();
  }

  /** Receives the outcome of sent bytes. */
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

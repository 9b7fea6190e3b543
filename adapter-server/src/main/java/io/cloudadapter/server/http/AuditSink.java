package io.cloudadapter.server.http;

/** Where the lines of the audit log go. Any number of threads may use it. */
public interface AuditSink extends AutoCloseable {

  /**
   * Writes a line before it returns.
   *
   * @param line one line of ASCII, without its end
   * @return whether it is written
   */
  boolean write(String line);

  /**
   * Whether the place of the lines is open. After a failure this tries to open it again.
   *
   * @return whether a line can be written, as far as is known
   */
  boolean isReady();

  /** Ends writing. */
  @Override
  void close();
}

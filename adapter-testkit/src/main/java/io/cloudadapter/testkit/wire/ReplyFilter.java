package io.cloudadapter.testkit.wire;

/**
 * Sees each reply of the cloud before the adapter gets it, and may give another one in its place. Called by threads of
 * the proxy; while it runs, the adapter waits for the reply, so what it does to the cloud happens between two
 * exchanges.
 */
@FunctionalInterface
public interface ReplyFilter {

  /**
   * Handles one reply. Replies of faults are not shown.
   *
   * @param exchange the request; it has no reply yet
   * @param reply what the cloud answered
   * @return what the adapter gets
   */
  ProxyReply filter(RecordedExchange exchange, ProxyReply reply);
}

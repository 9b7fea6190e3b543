package io.cloudadapter.core.store.quorum;

/** Connects to servers of one kind; found by {@link java.util.ServiceLoader}. */
public interface ClusterKvFactory {

  /** What addresses of such servers begin with, such as {@code etcd}. */
  String scheme();

  /**
   * A connection, which is made when it is first used.
   *
   * @param address where the servers are, and how to be let in
   * @throws IllegalArgumentException if certificates or keys cannot be used; the message names the file
   */
  ClusterKv connect(ClusterAddress address);
}

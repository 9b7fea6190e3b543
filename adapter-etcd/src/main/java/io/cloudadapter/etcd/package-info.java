/**
 * The ledger on etcd.
 *
 * <pre>
 *   {@link io.cloudadapter.etcd.EtcdClusterFactory} ──► EtcdClusterKv ──► jetcd ──► etcd
 *        found by ServiceLoader for etcd://host:port,host:port/prefix
 * </pre>
 *
 * <p>All that decides lies in the core, over {@link io.cloudadapter.core.store.quorum.ClusterKv}, where it can be
 * simulated; here is how etcd is asked, and what its errors mean.
 */
@NullMarked
package io.cloudadapter.etcd;

import org.jspecify.annotations.NullMarked;

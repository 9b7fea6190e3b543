/**
 * What a store needs of servers that keep a map together: a small part of what etcd does.
 *
 * <pre>
 *   {@link io.cloudadapter.core.store.quorum.ClusterKv}: read, compare and write, watch, leases
 *        ├── adapter-etcd        a real etcd
 *        └── SimulatedCluster    in memory, with every fault you can name; in the tests
 * </pre>
 *
 * <p>Start with {@link io.cloudadapter.core.store.quorum.ClusterKv}.
 */
@NullMarked
package io.cloudadapter.core.store.quorum;

import org.jspecify.annotations.NullMarked;

/**
 * Everything the pools have promised, kept so that power loss cannot take it away.
 *
 * <pre>
 *   commit ──► {@link io.cloudadapter.core.store.Transaction}: compare revisions, then put and delete
 *                 │
 *                 ▼
 *   {@link io.cloudadapter.core.store.StateStore} ◄── get, range, watch: only what is durable
 *        │
 *        ├── {@link io.cloudadapter.core.store.MemoryStore}      in memory, forgets at exit
 *        ├── {@link io.cloudadapter.core.store.embedded.EmbeddedStore}    one directory: log + snapshot over a Disk
 *        └── {@link io.cloudadapter.core.store.shared.ElectedStore}      several servers: one leads and writes
 *               └── {@link io.cloudadapter.core.store.shared.QuorumStore}   over a replicated store such as etcd
 * </pre>
 *
 * <p>The shape is etcd's: one revision for the whole store, raised by one with each transaction that
 * changes something. Start with {@link io.cloudadapter.core.store.StateStore}.
 */
@NullMarked
package io.cloudadapter.core.store;

import org.jspecify.annotations.NullMarked;

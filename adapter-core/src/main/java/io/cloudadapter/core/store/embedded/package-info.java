/**
 * A store in one directory: a write-ahead log, snapshots, and recovery after power loss.
 *
 * <pre>
 *   EmbeddedStore ──► GroupCommitWriter ──► WriteAheadLog ──► Disk ──► FileDisk
 *        │                                  SnapshotFile
 *        └── LogRecovery at start, LogCompactor while it runs
 * </pre>
 */
@NullMarked
package io.cloudadapter.core.store.embedded;

import org.jspecify.annotations.NullMarked;

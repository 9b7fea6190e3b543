/**
 * The little that a store asks of a disk, so that a disk that fails can stand in for a good one.
 *
 * <pre>
 *   EmbeddedStore ──► Disk, DiskFile ──┬── FileDisk       a directory
 *                                      └── SimulatedDisk  loses, tears, reorders, fills up, fails
 * </pre>
 */
@NullMarked
package io.cloudadapter.core.store.disk;

import org.jspecify.annotations.NullMarked;

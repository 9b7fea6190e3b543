/**
 * Backup and restore: a ledger at one revision as a file, and a store made from such a file.
 *
 * <pre>
 *   StateStore ──► BackupWriter ──► file ──► BackupFile ──► RestoredContents ──► an empty store
 * </pre>
 *
 * <p>A restored store is of a new generation ({@link io.cloudadapter.core.backup.StoreIdentity}): its epoch and its
 * revision are far above those of the backup, and each of its pools waits for decisions.
 */
@NullMarked
package io.cloudadapter.core.backup;

import org.jspecify.annotations.NullMarked;

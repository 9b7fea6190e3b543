package io.cloudadapter.api.reload;

/** What a reload of the configuration did. */
public enum ReloadOutcome {
  /** The file means the same as before. */
  UNCHANGED,
  /** No pool has changed, and what has changed takes effect after a restart only. */
  RESTART_NEEDED,
  /** Everything that changed is applied, but for what needs a restart. */
  APPLIED,
  /** The file has errors, and nothing was changed. */
  REFUSED,
  /**
   * A pool could not be changed, or the store or the audit log could not be read or written; the next reload goes on
   * from there.
   */
  STOPPED
}

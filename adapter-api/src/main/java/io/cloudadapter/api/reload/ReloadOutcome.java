package io.cloudadapter.api.reload;

/** What a reload of the configuration did. */
public enum ReloadOutcome {
  /** The file means the same as before. */
  UNCHANGED,
  /** Everything that changed is applied, but for what needs a restart. */
  APPLIED,
  /** The file has errors, and nothing was changed. */
  REFUSED,
  /** Some pools were changed, then one could not be; the next reload goes on with it. */
  STOPPED
}

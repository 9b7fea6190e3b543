package io.cloudadapter.core.config;

/** What a pool does about machines that differ from its launch template. */
public enum DriftResponse {
  /** It shows them. A person starts a refresh. */
  MANUAL,
  /** It starts a refresh by itself. */
  AUTOMATIC
}

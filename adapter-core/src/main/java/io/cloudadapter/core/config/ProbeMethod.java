package io.cloudadapter.core.config;

/** The method of a probe over HTTP. */
public enum ProbeMethod {
  /** The reply has a body, which the probe does not read. */
  GET,
  /** The reply has no body. */
  HEAD
}

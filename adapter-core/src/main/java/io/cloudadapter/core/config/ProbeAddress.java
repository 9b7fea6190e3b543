package io.cloudadapter.core.config;

/** Which of a machine's addresses its probe reaches. */
public enum ProbeAddress {
  /** The first private one. */
  PRIVATE,
  /** The first public one. */
  PUBLIC
}

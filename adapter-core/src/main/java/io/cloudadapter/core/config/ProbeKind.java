package io.cloudadapter.core.config;

/** How a pool's health probe asks a machine. */
public enum ProbeKind {
  /** There is no probe. */
  NONE,
  /** By a request over HTTP; the status of the reply decides. */
  HTTP,
  /** By a request over HTTPS; the status of the reply decides. */
  HTTPS,
  /** By a connection over TCP, which is closed at once. */
  TCP,
  /** By a command that the operator of the server has named in its files; its exit code decides. */
  COMMAND
}

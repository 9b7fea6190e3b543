package io.cloudadapter.core.config;

/** In which state the machines of a warm pool wait. */
public enum WarmPoolState {
  /** Stopped: they cost their disks and addresses, and start when they are needed. */
  STOPPED,
  /** Running, and not in service: they cost as much as machines in service, and are there at once. */
  RUNNING
}

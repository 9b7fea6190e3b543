package io.cloudadapter.spi;

/** The kinds of requests for which clouds have separate rate limits. */
public enum RequestKind {
  /** Lists and look-ups. */
  READ,
  /** Requests that create. */
  LAUNCH,
  /** Requests that end. */
  TERMINATE,
  /** Requests that change a machine's marks or labels. */
  MARK,
  /**
   * Requests that act on a machine (reboot, snapshot, restore, start, stop), or change something beside machines
   * (load balancers, routes, SSH keys).
   */
  ACT
}

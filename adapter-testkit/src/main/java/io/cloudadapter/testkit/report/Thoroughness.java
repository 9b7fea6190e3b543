package io.cloudadapter.testkit.report;

/** How thoroughly an adapter is tried. */
public enum Thoroughness {
  /** Each rule once, without faults: seconds. */
  SMOKE,
  /**
   * Each rule, and again with a fault, of a kind and at an exchange that the seed chooses: for real services,
   * where FULL would take a day. Another seed tries others.
   */
  SAMPLE,
  /**
   * Each rule, and again with one fault at each exchange with the cloud: under a minute for a fake. A read that repeats
   * an earlier one is struck by a quarter of the kinds of fault, others each time.
   */
  FULL,
  /** As FULL, also with every kind at every exchange, pairs of faults, and many seeds of a cloud that lags. */
  DEEP,
  /** Against a real account: no faults, few machines, nothing touched but its own. */
  LIVE;

  /** Whether rules are also tried with faults that they did not ask for. */
  public boolean strikes() {
    return this != SMOKE && this != LIVE;
  }
}

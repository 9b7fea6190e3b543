package io.cloudadapter.testkit.simulation;

/** Pools in bad weather. See the package. */
public final class Simulation {
  private Simulation() {}

  /**
   * A story in which everything is drawn by lot from the seed: the cloud, the pools, their users, and what
   * goes wrong. A story that breaks a rule is told again, with every line of it.
   *
   * @param seed which story
   * @return what came of it
   */
  public static Report storm(long seed) {
    Report quick = Storm.tell(seed, false, bite -> false, command -> true);
    return quick.violation().isEmpty()
        ? quick
        : Storm.tell(seed, true, bite -> false, command -> true);
  }
}

package io.cloudadapter.simulation;

import io.cloudadapter.core.config.PoolConfig;

/** Simulates pools under faults. See the package. */
public final class Simulation {
  private Simulation() {}

  /**
   * A pool of your own settings, under your load or your program.
   *
   * @param config how the pool is kept
   * @return the simulation, to be described further and run
   */
  public static PoolSimulation of(PoolConfig config) {
    return new PoolSimulation(config);
  }

  /**
   * A story in which everything is drawn by lot from the seed: the cloud, the pools, their users, and what
   * goes wrong. A story that breaks a rule is shrunk to what is needed for that, and told again with every
   * line of it; that takes as long as some hundred stories.
   *
   * @param seed which story
   * @return what came of it
   */
  public static SimulationReport storm(long seed) {
    SimulationReport quick = RandomScenario.tell(seed, false, strike -> false, command -> true);
    return quick.violation().isEmpty() ? quick : ScenarioShrinker.of(quick);
  }
}

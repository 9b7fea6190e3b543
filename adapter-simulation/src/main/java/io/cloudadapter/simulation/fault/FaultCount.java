package io.cloudadapter.simulation.fault;

/**
 * How often a kind of fault could have struck, and how often it did.
 *
 * @param occasions how often it could have
 * @param strikes how often it did; a fault that never struck was not tested
 */
public record FaultCount(long occasions, long strikes) {

  /** Both together. */
  public FaultCount plus(FaultCount other) {
    return new FaultCount(occasions + other.occasions, strikes + other.strikes);
  }
}

package io.cloudadapter.simulation.fault;

/**
 * How often a kind of fault could have struck, and how often it did.
 *
 * @param occasions how often it could have
 * @param bites how often it did; a fault that never bit was not tested
 */
public record FaultCount(long occasions, long bites) {

  /** Both together. */
  public FaultCount plus(FaultCount other) {
    return new FaultCount(occasions + other.occasions, bites + other.bites);
  }
}

package io.cloudadapter.core.config;

/**
 * The order in which machines are ended when a pool shrinks. Machines that are not running yet go before all others,
 * and ties are broken by id, so that the choice is always the same.
 */
public enum VictimSelectionPolicy {
  /** Those launched last. */
  NEWEST,
  /** Those launched first. */
  OLDEST,
  /** Those launched under the oldest configuration, among them the oldest. */
  OLDEST_PROFILE,
  /** By lot; the lot is drawn from the pool's incarnation and the machine's id, so it is repeatable. */
  RANDOM,
  /** Those whose current hour since launch is nearest to its end. */
  CLOSEST_TO_HOUR,
  /** Those in the zone that has most machines, the newest first. */
  ZONE_BALANCE
}

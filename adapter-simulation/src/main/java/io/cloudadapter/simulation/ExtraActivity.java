package io.cloudadapter.simulation;

/** What happens in a random scenario beside the usual. */
enum ExtraActivity {
  NOTHING,
  /** Machines that are not in the ledger, as after a restored copy, and users who decide about them. */
  STRAYS,
  /** Operators who have pools observe, suspend them and delete them. */
  OPERATORS,
  /** Users who refresh the pools. */
  REFRESHES,
  /** Users who refresh pools that have limits and windows of disruption. */
  DISRUPTION,
  /** The same of pools that start refreshes by themselves, in a cloud whose images move. */
  AUTOMATIC,
  /** Users who refresh the pools and set the membership status of machines. */
  MEMBERSHIP,
  /** Users who refresh pools that keep machines above their desired size. */
  HEADROOM,
  /** Users who also change the size by a number of machines. */
  RELATIVE_SIZES,
  /** Probes that lie, flap and hang, and users who look after machines that are not healthy. */
  HEALTH,
  /** Load balancers and a cloud whose view of machines lies, flaps and hangs, with probes that do so, or without. */
  HEALTH_SOURCES,
  /** Users who refresh pools with warm pools, whose images change, and machines that fail to start and to stop. */
  WARM,
  /** The same with warm pools that follow the growth of their pools. */
  WARM_GROWTH,
  /** Launches with values of their own in their user data, such as join tokens. */
  LAUNCH_DATA;

  /** Whether pools have warm pools. */
  boolean warms() {
    return this == WARM || this == WARM_GROWTH;
  }

  /** Whether users refresh the pools. */
  boolean refreshes() {
    return this == REFRESHES
        || this == DISRUPTION
        || this == AUTOMATIC
        || this == MEMBERSHIP
        || this == HEADROOM
        || warms();
  }

  /** Whether the images of pools change. */
  boolean changesImages() {
    return this == REFRESHES || this == AUTOMATIC || warms();
  }

  /** Whether users look after machines that are not healthy. */
  boolean cures() {
    return this == DISRUPTION || this == AUTOMATIC || this == HEADROOM || warms();
  }
}

package io.cloudadapter.core.store.shared;

/** The keys under which the replicas of a store register, and which of them leads. */
final class ReplicaRecord {
  private ReplicaRecord() {}

  /** The one that leads; goes with its lease. */
  static String leader(String prefix) {
    return prefix + "leader";
  }

  /** Where each says where it is; goes with its lease. */
  static String all(String prefix) {
    return prefix + "replica/";
  }

  /** What the key to sealed launches must be, without telling it. */
  static String seal(String prefix) {
    return prefix + "seal";
  }

  /** Whether a key is one of those. */
  static boolean owns(String prefix, String key) {
    return key.equals(leader(prefix)) || key.equals(seal(prefix)) || key.startsWith(all(prefix));
  }
}

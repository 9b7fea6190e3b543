package io.cloudadapter.api.scaling;

/** Which good machines go first when a pool shrinks (Senlin's deletion policy). */
public enum DeletionCriteria {
  /** Those launched first. */
  OLDEST_FIRST,
  /** Those launched last. */
  YOUNGEST_FIRST,
  /** Those launched under the oldest configuration. */
  OLDEST_PROFILE_FIRST,
  /** By lot; a seed makes the lot repeatable. */
  RANDOM
}

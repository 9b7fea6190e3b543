package io.cloudadapter.api.scaling;

/** Which healthy machines a pool removes first when it shrinks (Senlin's deletion policy). */
public enum DeletionCriteria {
  /** The machines launched first. */
  OLDEST_FIRST,
  /** The machines launched last. */
  YOUNGEST_FIRST,
  /** The machines launched under the oldest configuration. */
  OLDEST_PROFILE_FIRST,
  /** Random machines; a seed makes the choice repeatable. */
  RANDOM
}

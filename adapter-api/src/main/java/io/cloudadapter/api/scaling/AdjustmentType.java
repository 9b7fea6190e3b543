package io.cloudadapter.api.scaling;

/** What the number of an adjustment means. */
public enum AdjustmentType {
  /** The number is the size to reach. */
  EXACT_CAPACITY,
  /** The number is how many machines to add or remove. */
  CHANGE_IN_CAPACITY,
  /** The number is how many per cent of the present size to add or remove. */
  CHANGE_IN_PERCENTAGE
}

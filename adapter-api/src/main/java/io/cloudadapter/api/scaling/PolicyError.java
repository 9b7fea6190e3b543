package io.cloudadapter.api.scaling;

/**
 * An error in the specification of a policy.
 *
 * @param path the place of the error, as in {@code properties.steps[1].adjustment}; empty if it concerns the whole
 *     specification
 * @param problem a sentence for people
 */
public record PolicyError(String path, String problem) {

  /** Returns the path and the problem, for people. */
  @Override
  public String toString() {
    return path.isEmpty() ? problem : path + ": " + problem;
  }
}

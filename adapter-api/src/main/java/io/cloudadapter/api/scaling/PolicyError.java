package io.cloudadapter.api.scaling;

/**
 * Something that is wrong with the specification of a policy.
 *
 * @param path where, as in {@code properties.steps[1].adjustment}; empty if all of it is meant
 * @param problem a sentence for people
 */
public record PolicyError(String path, String problem) {

  /** For people: the path and the problem. */
  @Override
  public String toString() {
    return path.isEmpty() ? problem : path + ": " + problem;
  }
}

package io.cloudadapter.testkit.simulation;

import java.util.Set;

/**
 * The core with one defect put in by hand.
 *
 * @param name what is wrong with it
 * @param file the source file, below {@code io/cloudadapter/core}
 * @param find what it says, exactly once
 * @param replace what the mutant says instead
 * @param rules the invariants of which one must be found broken
 * @param seed a story that once told them apart; another will do when that no longer does
 */
record Mutant(String name, String file, String find, String replace, Set<String> rules, long seed) {

  @Override
  public String toString() {
    return name;
  }
}

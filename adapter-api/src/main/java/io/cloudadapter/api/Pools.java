package io.cloudadapter.api;

import java.util.List;
import java.util.Optional;

/** The pools of one library or server. Safe for use by any number of threads. */
public interface Pools {

  /**
   * All pools, by name.
   *
   * @return the pools, never empty
   */
  List<MachinePool> all();

  /**
   * The pool that is meant when none is named: the first one configured.
   *
   * @return the default pool
   */
  MachinePool defaultPool();

  /**
   * A pool by its name.
   *
   * @param name any text
   * @return the pool, or empty if there is none of that name
   */
  Optional<MachinePool> find(String name);

  /**
   * What is measured at this moment: sizes, launches, errors, commits.
   *
   * @return the numbers, those of one name together
   */
  List<Metric> metrics();
}

package io.cloudadapter.api.reload;

import io.cloudadapter.api.Metric;
import io.cloudadapter.api.PoolException;
import java.util.List;

/** Reads a server's configuration file again and applies what changed to the pools. Any thread may use it. */
public interface ConfigReload {

  /**
   * Reads the file and applies what changed. A file with an error changes nothing.
   *
   * @return what came of it
   * @throws PoolException NOT_FOUND if the server has no configuration file
   */
  ReloadResult reload();

  /**
   * Returns what came of the last reload.
   *
   * @return the result; of the start, with the outcome UNCHANGED, if there was no reload since
   * @throws PoolException NOT_FOUND if the server has no configuration file
   */
  ReloadResult last();

  /**
   * Returns the metrics of reloads.
   *
   * @return how many there were, and how the last one ended; none by default
   */
  default List<Metric> metrics() {
    return List.of();
  }
}

package io.cloudadapter.core;

import io.cloudadapter.api.Metric;
import io.cloudadapter.spi.HookChannel;
import io.cloudadapter.spi.config.ConfigError;
import java.util.List;
import java.util.Map;

/**
 * Work beside the pools that one process at a time does: the one that keeps them. Of several replicas the leader does
 * it, and the next leader goes on with what the task has stored. Sending notifications is such a task.
 *
 * @see CloudAdapter.Builder#task
 */
public interface LeaderTask {

  /**
   * Checks what the task needs of the accounts. Does no I/O.
   *
   * @param channels the hook channels of each account, by the account's name
   * @return every fault with its key in the configuration; empty if all is well
   */
  default List<ConfigError> faults(Map<String, List<HookChannel>> channels) {
    return List.of();
  }

  /**
   * Begins, once this process keeps the pools. Returns at once. A task may begin again after it has ended.
   *
   * @param context what the task may use until it ends
   * @return the running task
   */
  Running start(LeaderContext context);

  /** A task that runs. */
  interface Running extends AutoCloseable {

    /**
     * Returns the task's metrics.
     *
     * @return the metrics, those of one name together
     */
    default List<Metric> metrics() {
      return List.of();
    }

    /** Ends the task: it begins nothing more. Does not wait for work that is under way. Called before the pools end. */
    @Override
    void close();
  }
}

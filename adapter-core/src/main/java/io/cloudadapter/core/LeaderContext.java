package io.cloudadapter.core;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.Pools;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.spi.HookChannel;
import io.cloudadapter.spi.Ticker;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a {@link LeaderTask} may use while its process keeps the pools. Any thread may use it. */
public interface LeaderContext {

  /**
   * Returns the pools that this process keeps.
   *
   * @return the pools
   */
  Pools pools();

  /**
   * Returns the configuration by which a pool is kept at present.
   *
   * @param pool the pool's name
   * @return its configuration; empty if this process does not keep the pool
   */
  Optional<PoolConfig> config(PoolName pool);

  /**
   * Returns the hook channels of the accounts.
   *
   * @return the channels by the account's name
   */
  Map<String, List<HookChannel>> channels();

  /**
   * Reads what a task has stored.
   *
   * @param key the name of the task, a slash, and more; printable ASCII, at most 400 characters
   * @return what is durable; empty if nothing is stored
   * @throws PoolException UNAVAILABLE if the store does not serve at present
   */
  Optional<byte[]> read(String key);

  /**
   * Stores something beside the ledgers. It is durable when the method returns, and the next leader reads it. A process
   * that another one has succeeded writes nothing.
   *
   * @param key as in {@link #read}
   * @param value at most 1 MiB
   * @throws PoolException UNAVAILABLE if the outcome is unknown, or the store does not serve at present; writing the
   *     same again does no harm
   */
  void write(String key, byte[] value);

  /**
   * Returns whether this process still leads, as far as it is known without I/O. What no transaction fences must not
   * begin once it is false.
   *
   * @return whether it leads
   */
  boolean leads();

  /**
   * Returns the clock of facts.
   *
   * @return wall time
   */
  InstantSource wall();

  /**
   * Returns the clock of waits.
   *
   * @return monotonic time
   */
  Ticker ticker();
}

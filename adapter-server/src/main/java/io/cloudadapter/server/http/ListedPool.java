package io.cloudadapter.server.http;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.PoolView;
import java.util.stream.Collectors;

/** Reads pools for messages that cannot express that the cloud has never been listed. */
public final class ListedPool {
  private ListedPool() {}

  /**
   * The pool at this moment.
   *
   * @param pool the pool
   * @return its view, which rests on a list of the cloud, be it an old one
   * @throws PoolException UNAVAILABLE until the cloud has been listed completely once
   */
  public static PoolView view(MachinePool pool) {
    PoolView view = pool.view();
    if (!view.everListed()) {
      throw new PoolException(
          Reason.UNAVAILABLE,
          "pool " + pool.name() + " has not listed its cloud yet",
          "The first complete list has not arrived. Ask again in a moment."
              + view.alarms().stream()
                  .map(alarm -> " " + alarm.code() + ": " + alarm.message() + ".")
                  .collect(Collectors.joining()));
    }
    return view;
  }
}

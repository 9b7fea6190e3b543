package io.cloudadapter.api.notification;

import io.cloudadapter.api.PoolException;
import java.util.List;

/** The receivers of notifications: how they do, and a way to try them. Any thread may use it. */
public interface NotificationReceivers {

  /**
   * Returns how the delivery to each receiver goes.
   *
   * @return all receivers in the order of the configuration; empty if none is configured
   * @throws PoolException ELSEWHERE if another replica sends, UNAVAILABLE if this process does not send yet
   */
  List<ReceiverStatus> receivers();

  /**
   * Sends a message with one notification of kind TEST, and waits until it has arrived, for 10 s at most.
   *
   * @param receiver the receiver's configured name
   * @return the id of the message
   * @throws PoolException NOT_FOUND if there is no such receiver, UNAVAILABLE with the reason if the message has not
   *     arrived, ELSEWHERE if another replica sends
   */
  String test(String receiver);
}

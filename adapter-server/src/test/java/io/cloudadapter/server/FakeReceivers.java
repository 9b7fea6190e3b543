package io.cloudadapter.server;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.notification.NotificationReceivers;
import io.cloudadapter.api.notification.ReceiverStatus;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Receivers that do as a pool's hooks for tests want. */
final class FakeReceivers implements NotificationReceivers {
  private final FakePools pools;

  FakeReceivers(FakePools pools) {
    this.pools = pools;
  }

  @Override
  public List<ReceiverStatus> receivers() {
    return List.of(new ReceiverStatus(
        "oncall",
        "webhook",
        true,
        Optional.empty(),
        Optional.of(Instant.parse("2026-11-29T02:03:04Z")),
        "TIMEOUT: it did not answer in time",
        1,
        2,
        3,
        Optional.of(Instant.parse("2026-11-29T02:00:00Z")),
        4,
        5,
        6));
  }

  @Override
  public String test(String receiver) {
    pools.web.onWrite.run();
    pools.web.calls.add("test receiver " + receiver);
    if (!receiver.equals("oncall")) {
      throw new PoolException(
          PoolException.Reason.NOT_FOUND, "there is no receiver \"" + receiver + "\"", "");
    }
    return "0b7e0d5c-0000-3000-8000-000000000001";
  }
}

package io.cloudadapter.client;

import io.cloudadapter.api.cloud.MachineSize;
import io.cloudadapter.api.cloud.Quota;
import io.cloudadapter.client.message.AccountMessages;
import java.util.List;

/**
 * An account of a server. Fails with {@link io.cloudadapter.api.PoolException}: NOT_FOUND if there is no such
 * account, UNSUPPORTED if its adapter lacks the feature, UNAVAILABLE if the server or its cloud cannot answer. Needs
 * the role read. Safe for use by any number of threads.
 */
public final class RemoteAccount {
  private final RequestExchange exchange;
  private final String name;

  RemoteAccount(RequestExchange exchange, String name) {
    this.exchange = exchange;
    this.name = name;
  }

  /**
   * The account's name.
   *
   * @return as the server has it
   */
  public String name() {
    return name;
  }

  /**
   * What the cloud offers.
   *
   * @return the sizes, in the cloud's order
   */
  public List<MachineSize> sizes() {
    return RemotePools.read(
        exchange,
        "/accounts/" + RemoteCloud.segment(name) + "/catalog",
        found -> found.list("sizes").stream().map(AccountMessages::size).toList());
  }

  /**
   * How much the account uses, and may use.
   *
   * @return the quotas, in the cloud's order
   */
  public List<Quota> quotas() {
    return RemotePools.read(
        exchange,
        "/accounts/" + RemoteCloud.segment(name) + "/quota",
        found -> found.list("quotas").stream().map(AccountMessages::quota).toList());
  }
}

package io.cloudadapter.client;

import io.cloudadapter.api.cloud.MachineSize;
import io.cloudadapter.api.cloud.Quota;
import java.util.List;
import java.util.OptionalLong;

/**
 * An account of a server. Fails with {@link io.cloudadapter.api.PoolException}: NOT_FOUND if there is no such account,
 * UNSUPPORTED if its adapter cannot tell, UNAVAILABLE if the server or its cloud cannot answer. Needs the role read.
 * Safe for use by any number of threads.
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
        found -> found.list("sizes").stream().map(RemoteAccount::size).toList());
  }

  private static MachineSize size(JsonFields size) {
    return new MachineSize(
        size.text("name"),
        size.count("cpus"),
        size.number("memoryMiB"),
        size.number("diskGiB"),
        size.optionalCount("gpus"),
        size.texts("zones"));
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
        found -> found.list("quotas").stream().map(RemoteAccount::quota).toList());
  }

  private static Quota quota(JsonFields quota) {
    return new Quota(
        quota.text("name"),
        quota.choice("resource", Quota.Resource.class),
        quota.flag("whole"),
        quota.number("used"),
        quota.choice("bound", Quota.Bound.class),
        quota.has("limit") ? OptionalLong.of(quota.number("limit")) : OptionalLong.empty());
  }
}

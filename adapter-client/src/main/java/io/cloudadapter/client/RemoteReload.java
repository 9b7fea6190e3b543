package io.cloudadapter.client;

import io.cloudadapter.api.WriteOptions;
import io.cloudadapter.api.reload.ConfigReload;
import io.cloudadapter.api.reload.ReloadResult;
import io.cloudadapter.client.message.ReloadMessages;

/** The reloads of a server elsewhere. */
final class RemoteReload implements ConfigReload {
  private static final String PATH = "/config/reload";

  private final RequestExchange exchange;
  private final WriteRetry writes;

  RemoteReload(RequestExchange exchange, WriteRetry writes) {
    this.exchange = exchange;
    this.writes = writes;
  }

  @Override
  public ReloadResult reload() {
    return ReloadMessages.result(writes.write(PATH, WriteOptions.none()).fields());
  }

  @Override
  public ReloadResult last() {
    return RemotePools.read(exchange, PATH, ReloadMessages::result);
  }
}

package io.cloudadapter.client;

import io.cloudadapter.api.LogLevels;
import io.cloudadapter.api.WriteOptions;
import io.cloudadapter.client.message.LogMessages;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;

/** The levels of the log of a server elsewhere. */
final class RemoteLogLevels implements LogLevels {
  private static final String PATH = "/log/levels";

  private final RequestExchange exchange;
  private final WriteRetry writes;

  RemoteLogLevels(RequestExchange exchange, WriteRetry writes) {
    this.exchange = exchange;
    this.writes = writes;
  }

  @Override
  public Map<String, Level> levels() {
    return RemotePools.read(exchange, PATH, LogMessages::levels);
  }

  @Override
  public void set(String logger, Level level, Duration time) {
    Objects.requireNonNull(logger, "logger");
    Objects.requireNonNull(level, "level");
    Objects.requireNonNull(time, "time");
    writes.write(
        PATH,
        Map.of("logger", logger, "level", level.name(), "seconds", time.toSeconds()),
        WriteOptions.none());
  }
}

package io.cloudadapter.testkit.subject;

import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.testkit.wire.ErrorDialect;
import io.cloudadapter.testkit.wire.ProxyReply;
import io.cloudadapter.testkit.wire.RecordedExchange;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * The plain dialect of a cloud in which some requests are about something else than their method says.
 *
 * @param reads the paths of requests that change nothing although they are no GET
 * @param logins the paths of those that are answered with credentials; they change nothing either
 * @param acts parts of the paths of those that act on a machine, or change what stands beside machines: how such a
 *     path ends, or what an end follows; they are no GET
 */
record ReadOnlyPostDialect(Set<String> reads, Set<String> logins, Set<String> acts)
    implements ErrorDialect {

  @Override
  public RequestKind verb(RecordedExchange exchange) {
    if (reads.contains(path(exchange)) || login(exchange)) {
      return RequestKind.READ;
    }
    RequestKind plain = ErrorDialect.super.verb(exchange);
    String path = path(exchange) + "/";
    return plain != RequestKind.READ && acts.stream().anyMatch(part -> path.contains(part + "/"))
        ? RequestKind.ACT
        : plain;
  }

  @Override
  public boolean login(RecordedExchange exchange) {
    return logins.contains(path(exchange));
  }

  private static String path(RecordedExchange exchange) {
    return exchange.target().split("\\?", 2)[0];
  }

  @Override
  public ProxyReply unavailable() {
    return ErrorDialect.plain().unavailable();
  }

  @Override
  public ProxyReply throttled(Duration retryAfter) {
    return ErrorDialect.plain().throttled(retryAfter);
  }

  @Override
  public ProxyReply unauthenticated() {
    return ErrorDialect.plain().unauthenticated();
  }

  @Override
  public Optional<ProxyReply> capacity() {
    return ErrorDialect.plain().capacity();
  }

  @Override
  public Optional<ProxyReply> quota() {
    return ErrorDialect.plain().quota();
  }
}

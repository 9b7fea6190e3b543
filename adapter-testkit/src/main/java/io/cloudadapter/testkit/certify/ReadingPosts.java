package io.cloudadapter.testkit.certify;

import io.cloudadapter.spi.Verb;
import io.cloudadapter.testkit.wire.Dialect;
import io.cloudadapter.testkit.wire.Exchange;
import io.cloudadapter.testkit.wire.Reply;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * The plain dialect of a cloud in which some requests change nothing although they are no GET.
 *
 * @param reads the paths of those requests
 * @param logins the paths of those that are answered with credentials; they change nothing either
 */
record ReadingPosts(Set<String> reads, Set<String> logins) implements Dialect {

  @Override
  public Verb verb(Exchange exchange) {
    return reads.contains(path(exchange)) || login(exchange)
        ? Verb.READ
        : Dialect.super.verb(exchange);
  }

  @Override
  public boolean login(Exchange exchange) {
    return logins.contains(path(exchange));
  }

  private static String path(Exchange exchange) {
    return exchange.target().split("\\?", 2)[0];
  }

  @Override
  public Reply unavailable() {
    return Dialect.plain().unavailable();
  }

  @Override
  public Reply throttled(Duration retryAfter) {
    return Dialect.plain().throttled(retryAfter);
  }

  @Override
  public Reply unauthenticated() {
    return Dialect.plain().unauthenticated();
  }

  @Override
  public Optional<Reply> capacity() {
    return Dialect.plain().capacity();
  }

  @Override
  public Optional<Reply> quota() {
    return Dialect.plain().quota();
  }
}

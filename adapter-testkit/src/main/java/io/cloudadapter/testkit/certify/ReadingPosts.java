package io.cloudadapter.testkit.certify;

import io.cloudadapter.spi.Verb;
import io.cloudadapter.testkit.wire.Dialect;
import io.cloudadapter.testkit.wire.Exchange;
import io.cloudadapter.testkit.wire.Reply;
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
record ReadingPosts(Set<String> reads, Set<String> logins, Set<String> acts) implements Dialect {

  @Override
  public Verb verb(Exchange exchange) {
    if (reads.contains(path(exchange)) || login(exchange)) {
      return Verb.READ;
    }
    Verb plain = Dialect.super.verb(exchange);
    String path = path(exchange) + "/";
    return plain != Verb.READ && acts.stream().anyMatch(part -> path.contains(part + "/"))
        ? Verb.ACT
        : plain;
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

package io.cloudadapter.cli.server;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.core.spi.FilterReply;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;

/**
 * Keeps credentials out of the log under any configuration: at DEBUG and TRACE, the libraries below write heads of
 * requests with their Authorization, so lines of theirs under INFO are never written.
 */
final class LogGuard extends ProcessLogFilter {
  private static final List<String> TALKATIVE = List.of(
      "org.eclipse.jetty",
      "io.grpc",
      "io.netty",
      "io.etcd",
      "software.amazon.awssdk",
      "org.apache.http",
      "org.apache.hc",
      "jdk.internal.httpclient",
      "jdk.httpclient");

  @Override
  public FilterReply decide(
      @Nullable Marker marker,
      Logger logger,
      Level level,
      @Nullable String format,
      Object @Nullable [] params,
      @Nullable Throwable thrown) {
    return level.isGreaterOrEqual(Level.INFO) || !talkative(logger.getName())
        ? FilterReply.NEUTRAL
        : FilterReply.DENY;
  }

  static boolean talkative(String logger) {
    return TALKATIVE.stream()
        .anyMatch(name -> logger.equals(name) || logger.startsWith(name + "."));
  }
}

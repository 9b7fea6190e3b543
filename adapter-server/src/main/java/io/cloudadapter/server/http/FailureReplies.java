package io.cloudadapter.server.http;

import io.cloudadapter.api.PoolException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The replies to requests that failed, and their lines in the server's log. */
final class FailureReplies {
  private static final Logger LOG = LoggerFactory.getLogger(RequestDispatcher.class);

  private FailureReplies() {}

  /** The reply to a request that a pool refused. */
  static HttpReply refusal(RequestHead head, PoolException e) {
    int status = switch (e.reason()) {
      case INVALID -> 400;
      case QUOTA -> 403;
      case NOT_FOUND -> 404;
      case CONFLICT, UNSUPPORTED -> 409;
      case STALE -> 412;
      case GONE -> 410;
      case THROTTLED -> 429;
      case ELSEWHERE -> 503;
      case UNAVAILABLE, UNKNOWN -> 500;
    };
    String message = String.valueOf(e.getMessage());
    HttpReply reply = HttpReply.error(status, message, e.detail())
        .with("Pool-Reason", e.reason().name());
    if (status < 500) {
      return e.retryAfter()
          .map(time -> reply.with("Retry-After", Long.toString(Math.max(1, time.toSeconds()))))
          .orElse(reply);
    }
    if (e.reason() == PoolException.Reason.UNKNOWN) { // The other has an alarm of its own.
      LOG.warn("request {}: {}", head.id(), SafeText.bare(message, 300), e.getCause());
    }
    return reply.with("Retry-After", "1");
  }

  /** The reply to a request that failed for a reason that nothing foresaw. */
  static HttpReply unexpected(RequestHead head, Throwable e) {
    LOG.error(
        "request {} failed: {} {}",
        head.id(),
        head.method(),
        SafeText.path(head.base() + head.path()),
        e);
    return HttpReply.error(
        500,
        "the server failed to process the request",
        "correlation id " + head.id() + "; the server's log has the details under it");
  }
}

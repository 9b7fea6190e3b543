package io.cloudadapter.testkit.wire;

import io.cloudadapter.spi.RequestKind;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The form of a cloud's refusals: the replies that the fault proxy sends in its place.
 *
 * <p>Called by the threads of the fault proxy, any number at once.
 */
public interface ErrorDialect {

  /**
   * A dialect of plain HTTP statuses with small JSON bodies.
   *
   * @return the dialect
   */
  static ErrorDialect plain() {
    return PlainDialect.INSTANCE;
  }

  /**
   * The service is out of order.
   *
   * @return such as 503
   */
  ProxyReply unavailable();

  /**
   * Too many requests.
   *
   * @param retryAfter how long to wait
   * @return such as 429 with {@code Retry-After}
   */
  ProxyReply throttled(Duration retryAfter);

  /**
   * The credentials are not, or no longer, good.
   *
   * @return such as 401
   */
  ProxyReply unauthenticated();

  /**
   * Whether a reply refuses the credentials, so that the request may go out once more with renewed ones.
   *
   * @param reply what was answered
   * @return unless overridden: whether its status is 401, or it is as {@link #unauthenticated} says
   */
  default boolean refusesCredentials(ProxyReply reply) {
    ProxyReply expired = unauthenticated();
    return reply.status() == 401
        || (reply.status() == expired.status() && reply.text().equals(expired.text()));
  }

  /**
   * There is no room for what a launch asks.
   *
   * @return the refusal; empty if this cloud never refuses a launch so, but tells later
   */
  Optional<ProxyReply> capacity();

  /**
   * The account may not have more.
   *
   * @return the refusal; empty if this cloud has no quotas
   */
  Optional<ProxyReply> quota();

  /**
   * What a request is about.
   *
   * @param exchange the request, without a reply
   * @return unless overridden: GET, HEAD and OPTIONS read, POST launches, DELETE terminates, others mark
   */
  default RequestKind verb(RecordedExchange exchange) {
    return switch (exchange.method()) {
      case "GET", "HEAD", "OPTIONS" -> RequestKind.READ;
      case "POST" -> RequestKind.LAUNCH;
      case "DELETE" -> RequestKind.TERMINATE;
      default -> RequestKind.MARK;
    };
  }

  /**
   * Whether a request is answered with credentials, as a login is. Evidence does not show such an answer, and what it
   * holds is a secret from then on: see {@link #credentials}.
   *
   * @param exchange the request, with its reply or without
   * @return unless overridden: no
   */
  default boolean login(RecordedExchange exchange) {
    return false;
  }

  /**
   * The credentials in the reply to a login. None of them may show anywhere, in any header that carries them later.
   *
   * @param login a request that is a {@link #login}, with the cloud's reply
   * @return unless overridden: every value of its headers and of its body, JSON, XML or plain, of 8 characters or
   *     more that is not plainly something else, such as a date, a word, an address or a value of the request itself.
   *     A cloud whose login replies contain ids that an adapter may show names its tokens here
   */
  default Set<String> credentials(RecordedExchange login) {
    return GrantedCredentials.of(login);
  }

  /**
   * The cloud's name for a request, by which its support finds it.
   *
   * @param reply what was answered
   * @return unless overridden: the value of the header whose name ends in {@code ProxyRequest-Id}
   */
  default Optional<String> requestId(ProxyReply reply) {
    return reply.headers().entrySet().stream()
        .filter(header ->
            header.getKey().toLowerCase(Locale.ROOT).replace("-", "").endsWith("requestid"))
        .flatMap(header -> header.getValue().stream())
        .findFirst();
  }
}

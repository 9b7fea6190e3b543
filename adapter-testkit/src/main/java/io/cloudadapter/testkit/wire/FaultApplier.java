package io.cloudadapter.testkit.wire;

import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.testkit.wire.ProxyRun.Seen;
import java.io.IOException;
import java.net.URI;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Answers the requests for one service: with the cloud's reply, or with what a fault makes of it.
 *
 * @param decoy where redirected requests end up
 */
record FaultApplier(
    ProxyRun run,
    ErrorDialect dialect,
    UpstreamService cloud,
    ServiceAddresses addresses,
    Supplier<URI> decoy) {

  private static final Duration RETRY_AFTER = Duration.ofSeconds(7);
  private static final String PAGE = "<!DOCTYPE html><html><head><title>Welcome</title></head>"
      + "<body><p>Please sign in to use this network.</p></body></html>";

  RequestOutcome outcome(Seen seen, ProxyRequest request) {
    if (seen.instead().isPresent()) {
      return instead(seen.instead().get());
    }
    try {
      return seen.planned().isPresent()
          ? spoilt(seen.planned().get(), seen, request)
          : RequestOutcome.passed(filtered(seen, forwarded(request)));
    } catch (IOException e) {
      run.unanswered(seen.exchange(), e);
      return RequestOutcome.passed(ScriptedReply.of(ProxyReply.of(
          502, "text/plain", "the fault wire got no reply from " + cloud.origin() + ": " + e)));
    }
  }

  private RequestOutcome spoilt(FaultInjection injection, Seen seen, ProxyRequest request)
      throws IOException {
    return switch (injection.fault()) {
      case REFUSED -> throw new IllegalStateException("a refused request is never seen");
      case RESET -> RequestOutcome.lost(Optional.empty());
      case LOST_REPLY -> RequestOutcome.lost(Optional.of(forwarded(request)));
      case ERROR_BEFORE -> instead(dialect.unavailable());
      case ERROR_AFTER -> {
        forwarded(request);
        yield instead(dialect.unavailable());
      }
      case THROTTLED -> instead(dialect.throttled(RETRY_AFTER));
      case TRUNCATED -> {
        ScriptedReply answer = forwarded(request);
        yield RequestOutcome.broken(answer, half(answer, request));
      }
      case CUT -> cut(forwarded(request), request, injection.detail());
      case SLOW -> {
        ScriptedReply answer = forwarded(request);
        run.holdBack(seen, injection.detail());
        yield RequestOutcome.spoilt(answer);
      }
      case SLOW_BEFORE -> {
        run.holdBack(seen, 0);
        yield RequestOutcome.spoilt(forwarded(request));
      }
      case STALL -> {
        ScriptedReply answer = forwarded(request);
        yield RequestOutcome.stalled(answer, half(answer, request), () -> run.holdBack(seen, 0));
      }
      case UNAUTHENTICATED -> instead(dialect.unauthenticated());
      case CAPACITY -> refused(dialect.capacity(), seen, request);
      case QUOTA -> refused(dialect.quota(), seen, request);
      case SKEWED_DATE -> skewed(forwarded(request), injection.detail());
      case GARBAGE -> {
        forwarded(request);
        yield instead(ProxyReply.of(200, "text/html", PAGE));
      }
      case GARBAGE_ERROR -> instead(ProxyReply.of(502, "text/html", PAGE));
      case REDIRECT ->
        instead(
            ProxyReply.of(307, "text/plain", "").with("Location", decoy.get() + request.target()));
      case STALE -> stale(forwarded(request), seen);
    };
  }

  private ScriptedReply forwarded(ProxyRequest request) throws IOException {
    return addresses.rewritten(cloud.answer(request));
  }

  private ScriptedReply filtered(Seen seen, ScriptedReply answer) {
    return new ScriptedReply(
        run.filter().filter(seen.exchange(), answer.reply()), answer.chunked());
  }

  private static RequestOutcome instead(ProxyReply reply) {
    return RequestOutcome.spoilt(ScriptedReply.of(reply));
  }

  /** How many bytes are the head and half of the body, or half of the head. */
  private static int half(ScriptedReply answer, ProxyRequest request) {
    ScriptedReply.Bytes bytes = answer.bytes(request.method(), true);
    int body = bytes.all().length - bytes.head();
    return body == 0 ? bytes.head() / 2 : bytes.head() + body / 2;
  }

  private static RequestOutcome cut(ScriptedReply answer, ProxyRequest request, int most) {
    return most < answer.bytes(request.method(), true).all().length
        ? RequestOutcome.broken(answer, most)
        : RequestOutcome.passed(answer);
  }

  private RequestOutcome refused(Optional<ProxyReply> refusal, Seen seen, ProxyRequest request)
      throws IOException {
    return refusal.isPresent() && dialect.verb(seen.exchange()) == RequestKind.LAUNCH
        ? instead(refusal.get())
        : RequestOutcome.passed(forwarded(request));
  }

  private static RequestOutcome skewed(ScriptedReply answer, int detail) {
    try {
      return answer
          .reply()
          .header("Date")
          .map(date -> ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME))
          .map(date -> date.plusHours(detail < 0 ? -1 : 1))
          .map(DateTimeFormatter.RFC_1123_DATE_TIME::format)
          .map(date -> new ScriptedReply(answer.reply().with("Date", date), answer.chunked()))
          .map(RequestOutcome::spoilt)
          .orElse(RequestOutcome.passed(answer));
    } catch (DateTimeException e) {
      return RequestOutcome.passed(answer); // what is no date cannot be a wrong one
    }
  }

  private RequestOutcome stale(ScriptedReply answer, Seen seen) {
    return dialect.verb(seen.exchange()) == RequestKind.READ
        ? run.earlier(seen.exchange())
            .filter(earlier -> differs(earlier, answer.reply()))
            .map(FaultApplier::instead)
            .orElse(RequestOutcome.passed(answer))
        : RequestOutcome.passed(answer);
  }

  private static boolean differs(ProxyReply one, ProxyReply other) {
    return one.status() != other.status() || !Arrays.equals(one.body(), other.body());
  }
}

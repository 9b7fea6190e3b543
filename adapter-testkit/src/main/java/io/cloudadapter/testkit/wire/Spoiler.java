package io.cloudadapter.testkit.wire;

import io.cloudadapter.spi.Verb;
import io.cloudadapter.testkit.wire.Run.Seen;
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
record Spoiler(Run run, Dialect dialect, Cloud cloud, Addresses addresses, Supplier<URI> decoy) {

  private static final Duration RETRY_AFTER = Duration.ofSeconds(7);
  private static final String PAGE = "<!DOCTYPE html><html><head><title>Welcome</title></head>"
      + "<body><p>Please sign in to use this network.</p></body></html>";

  Outcome outcome(Seen seen, Request request) {
    if (seen.instead().isPresent()) {
      return instead(seen.instead().get());
    }
    try {
      return seen.planned().isPresent()
          ? spoilt(seen.planned().get(), seen, request)
          : Outcome.passed(forwarded(request));
    } catch (IOException e) {
      run.unanswered(seen.exchange(), e);
      return Outcome.passed(Answer.of(Reply.of(
          502, "text/plain", "the fault wire got no reply from " + cloud.origin() + ": " + e)));
    }
  }

  private Outcome spoilt(Injection injection, Seen seen, Request request) throws IOException {
    return switch (injection.fault()) {
      case REFUSED -> throw new IllegalStateException("a refused request is never seen");
      case RESET -> Outcome.lost(Optional.empty());
      case LOST_REPLY -> Outcome.lost(Optional.of(forwarded(request)));
      case ERROR_BEFORE -> instead(dialect.unavailable());
      case ERROR_AFTER -> {
        forwarded(request);
        yield instead(dialect.unavailable());
      }
      case THROTTLED -> instead(dialect.throttled(RETRY_AFTER));
      case TRUNCATED -> {
        Answer answer = forwarded(request);
        yield Outcome.broken(answer, half(answer, request));
      }
      case CUT -> cut(forwarded(request), request, injection.detail());
      case SLOW -> {
        Answer answer = forwarded(request);
        run.holdBack(seen, injection.detail());
        yield Outcome.spoilt(answer);
      }
      case SLOW_BEFORE -> {
        run.holdBack(seen, 0);
        yield Outcome.spoilt(forwarded(request));
      }
      case STALL -> {
        Answer answer = forwarded(request);
        yield Outcome.stalled(answer, half(answer, request), () -> run.holdBack(seen, 0));
      }
      case UNAUTHENTICATED -> instead(dialect.unauthenticated());
      case CAPACITY -> refused(dialect.capacity(), seen, request);
      case QUOTA -> refused(dialect.quota(), seen, request);
      case SKEWED_DATE -> skewed(forwarded(request), injection.detail());
      case GARBAGE -> {
        forwarded(request);
        yield instead(Reply.of(200, "text/html", PAGE));
      }
      case GARBAGE_ERROR -> instead(Reply.of(502, "text/html", PAGE));
      case REDIRECT ->
        instead(Reply.of(307, "text/plain", "").with("Location", decoy.get() + request.target()));
      case STALE -> stale(forwarded(request), seen);
    };
  }

  private Answer forwarded(Request request) throws IOException {
    return addresses.rewritten(cloud.answer(request));
  }

  private static Outcome instead(Reply reply) {
    return Outcome.spoilt(Answer.of(reply));
  }

  /** How many bytes are the head and half of the body, or half of the head. */
  private static int half(Answer answer, Request request) {
    Answer.Bytes bytes = answer.bytes(request.method(), true);
    int body = bytes.all().length - bytes.head();
    return body == 0 ? bytes.head() / 2 : bytes.head() + body / 2;
  }

  private static Outcome cut(Answer answer, Request request, int most) {
    return most < answer.bytes(request.method(), true).all().length
        ? Outcome.broken(answer, most)
        : Outcome.passed(answer);
  }

  private Outcome refused(Optional<Reply> refusal, Seen seen, Request request) throws IOException {
    return refusal.isPresent() && dialect.verb(seen.exchange()) == Verb.LAUNCH
        ? instead(refusal.get())
        : Outcome.passed(forwarded(request));
  }

  private static Outcome skewed(Answer answer, int detail) {
    try {
      return answer
          .reply()
          .header("Date")
          .map(date -> ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME))
          .map(date -> date.plusHours(detail < 0 ? -1 : 1))
          .map(DateTimeFormatter.RFC_1123_DATE_TIME::format)
          .map(date -> new Answer(answer.reply().with("Date", date), answer.chunked()))
          .map(Outcome::spoilt)
          .orElse(Outcome.passed(answer));
    } catch (DateTimeException e) {
      return Outcome.passed(answer); // what is no date cannot be a wrong one
    }
  }

  private Outcome stale(Answer answer, Seen seen) {
    return dialect.verb(seen.exchange()) == Verb.READ
        ? run.earlier(seen.exchange())
            .filter(earlier -> differs(earlier, answer.reply()))
            .map(Spoiler::instead)
            .orElse(Outcome.passed(answer))
        : Outcome.passed(answer);
  }

  private static boolean differs(Reply one, Reply other) {
    return one.status() != other.status() || !Arrays.equals(one.body(), other.body());
  }
}

package io.cloudadapter.testkit.wire;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Exchanges as text to show to people, without secrets. */
final class ExchangeTranscript {
  private static final String MASK = "***";
  private static final int LONGEST_BODY = 4000;
  private final Predicate<RecordedExchange> logins;
  private final Mask mask;

  ExchangeTranscript(Collection<String> secrets) {
    this(secrets, exchange -> false);
  }

  /** With exchanges that are answered with credentials, whose answers are not shown at all. */
  ExchangeTranscript(Collection<String> secrets, Predicate<RecordedExchange> logins) {
    this.logins = logins;
    this.mask = new Mask(secrets);
  }

  String of(RecordedExchange exchange) {
    StringBuilder text = new StringBuilder("#" + exchange.number());
    if (exchange.call() > 0) {
      text.append(" in call ").append(exchange.call());
    }
    exchange.fault().ifPresent(fault -> text.append(", spoilt by ").append(fault));
    text.append('\n').append(exchange.method()).append(' ').append(exchange.cloud());
    text.append(maskedTarget(exchange.target())).append('\n');
    append(text, exchange.headers(), exchange.body(), false);
    exchange
        .reply()
        .ifPresentOrElse(
            reply -> append(
                text.append("→ ").append(reply.status()).append('\n'),
                reply,
                reply.status() / 100 == 2 && logins.test(exchange)),
            () -> text.append("→ no reply\n"));
    return text.toString();
  }

  private void append(StringBuilder text, ProxyReply reply, boolean grants) {
    append(text, reply.headers(), grants ? new byte[0] : reply.body(), grants);
    if (grants) {
      text.append("  ").append(MASK).append(" (").append(reply.body().length).append(" bytes)\n");
    }
  }

  private void append(
      StringBuilder text, Map<String, List<String>> headers, byte[] body, boolean grants) {
    headers.forEach((name, values) -> values.forEach(value -> text.append("  ")
        .append(masked(name))
        .append(": ")
        .append(hides(name, grants) ? MASK : masked(value))
        .append('\n')));
    if (body.length > 0) {
      text.append("  ").append(masked(body).replace("\n", "\n  ")).append('\n');
    }
  }

  private static boolean hides(String header, boolean grants) {
    return SeenCredentials.carriedBy(header) || (grants && !Headers.isPublic(header));
  }

  /** Any letter of an address may be escaped; where that hides a secret, the address is shown as it reads. */
  private String maskedTarget(String target) {
    String clean = masked(target);
    for (String read : List.of(clean, clean.replace('+', ' '))) {
      String plain = SecretEncodings.unescaped(read);
      String hidden = masked(plain);
      if (!hidden.equals(plain)) {
        return hidden;
      }
    }
    return clean;
  }

  private String masked(byte[] body) {
    try {
      String text = masked(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString());
      return text.length() <= LONGEST_BODY
          ? text
          : text.substring(0, LONGEST_BODY) + "… (" + body.length + " bytes)";
    } catch (CharacterCodingException e) {
      return "(" + body.length + " bytes)";
    }
  }

  private String masked(String text) {
    return mask.over(text);
  }
}

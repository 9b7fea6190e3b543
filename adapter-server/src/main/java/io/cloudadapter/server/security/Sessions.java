package io.cloudadapter.server.security;

import io.cloudadapter.server.http.Caller;
import io.cloudadapter.server.http.Gate;
import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.http.RequestHead;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import java.util.function.Supplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Short-lived tokens for those who have shown a bearer token as their password. A session says whose it is
 * and until when, under a signature that takes in the bearer token's hash: it does not reveal the bearer
 * token, and ends with it. Nothing is stored, and a restart of the server ends all sessions. Safe for use by
 * any number of threads.
 */
public final class Sessions {
  /** How long a session lasts. */
  private static final Duration LIFE = Duration.ofHours(1);

  private static final String HEADER = "X-Auth-Token";
  private static final String PATHS = "/v1/";

  private final Optional<Supplier<TokenBook>> tokens;
  private final SecretKeySpec key;
  private final Clock clock;

  /**
   * Sessions of one server.
   *
   * @param tokens the bearer tokens at this moment; empty if the server trusts loopback
   * @param key signs the sessions; known to nobody else
   * @param clock the time
   */
  public Sessions(Optional<Supplier<TokenBook>> tokens, byte[] key, Clock clock) {
    this.tokens = tokens;
    this.key = new SecretKeySpec(key, "HmacSHA256");
    this.clock = clock;
  }

  /**
   * A session that was begun.
   *
   * @param token what is to be sent as X-Auth-Token
   * @param name whose it is
   * @param caller who asks with it
   * @param begins when it was begun
   * @param ends when it ends
   */
  public record Session(String token, String name, Caller caller, Instant begins, Instant ends) {
    @Override
    public String toString() {
      return "Session[" + name + "]";
    }
  }

  /**
   * Begins a session.
   *
   * @param head the request
   * @param name the name of a bearer token
   * @param secret the bearer token
   * @return the session
   * @throws HttpError 401 if there is no such token, or it is of another name
   */
  public Session begin(RequestHead head, String name, String secret) {
    Instant now = clock.instant();
    Instant end = Instant.ofEpochSecond(now.plus(LIFE).getEpochSecond());
    if (tokens.isEmpty()) {
      return new Session("loopback", name, Credentials.loopback().caller(head), now, end);
    }
    TokenBook.Entry entry = tokens
        .get()
        .get()
        .entry(secret)
        .filter(known -> known.name.equals(name))
        .orElseThrow(() -> Credentials.refused("the user, or the password with it, is not known"));
    return new Session(token(entry, end.getEpochSecond()), name, entry.caller, now, end);
  }

  /**
   * A gate that also takes a session, or a bearer token, in the header X-Auth-Token of a path under /v1.
   *
   * @param otherwise tells who asks without that header
   * @return the gate
   */
  public Gate before(Gate otherwise) {
    return head -> {
      if (tokens.isEmpty() || !head.path().startsWith(PATHS)) {
        return otherwise.caller(head);
      }
      Optional<String> sent = head.header(HEADER);
      return sent.isEmpty()
          ? otherwise.caller(head)
          : caller(sent.get(), tokens.get().get());
    };
  }

  private Caller caller(String sent, TokenBook book) {
    return session(sent, book)
        .or(() -> book.find(sent))
        .orElseThrow(() -> Credentials.refused("the token is not known, or has expired"));
  }

  private Optional<Caller> session(String sent, TokenBook book) {
    String[] parts = sent.split(":", -1);
    if (parts.length != 3 || !parts[1].matches("[0-9]{1,12}")) {
      return Optional.empty();
    }
    long end = Long.parseLong(parts[1]);
    return book.named(parts[0])
        .filter(entry -> MessageDigest.isEqual(bytes(token(entry, end)), bytes(sent)))
        .filter(entry -> clock.instant().getEpochSecond() < end)
        .map(entry -> entry.caller);
  }

  private String token(TokenBook.Entry entry, long end) {
    String claim = entry.name + ":" + end;
    try {
      Mac mac = Mac.getInstance(key.getAlgorithm());
      mac.init(key);
      mac.update(bytes(claim));
      byte[] signature = mac.doFinal(entry.hash);
      return claim + ":" + Base64.getUrlEncoder().withoutPadding().encodeToString(signature);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has HmacSHA256", e);
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}

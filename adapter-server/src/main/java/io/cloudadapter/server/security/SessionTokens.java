package io.cloudadapter.server.security;

import io.cloudadapter.server.http.Authenticator;
import io.cloudadapter.server.http.Caller;
import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.http.RequestHead;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Short-lived tokens for those who have shown a bearer token as their password. A session holds whose it is, from
 * when until when, how it was begun and its number, under a signature that takes in the bearer token's hash: it does
 * not reveal the bearer token, and ends with it. Of sessions only those are stored that were ended before their
 * time, and a restart of the server ends all sessions. Safe for use by any number of threads.
 */
public final class SessionTokens {
  /** How long a session lasts. */
  private static final Duration LIFE = Duration.ofHours(1);

  /** How many sessions of one name may be ended before their time within the life of a session. */
  private static final int MOST_REVOKED = 10_000;

  private static final String HEADER = "X-Auth-Token";
  private static final String CLUSTERING = "/v1/";
  private static final String TOKENS = "/v3/auth/tokens";

  /** Marks the name of a caller who needs no credential; no bearer token has such a name. */
  private static final String LOOPBACK = "~";

  private static final byte[] NO_HASH = {};

  private final Optional<Supplier<TokenRegistry>> tokens;
  private final SecretKeySpec key;
  private final Clock clock;
  private final AtomicLong last = new AtomicLong();
  private final RevokedSessions revoked = new RevokedSessions(MOST_REVOKED);

  /**
   * Sessions of one server.
   *
   * @param tokens the bearer tokens at this moment; empty if the server trusts loopback
   * @param key signs the sessions; only this server has it
   * @param clock the time
   */
  public SessionTokens(Optional<Supplier<TokenRegistry>> tokens, byte[] key, Clock clock) {
    this.tokens = tokens;
    this.key = new SecretKeySpec(key, "HmacSHA256");
    this.clock = clock;
  }

  /**
   * A session that has begun.
   *
   * @param token what is to be sent as X-Auth-Token
   * @param auditId names the session where its token must not be shown
   * @param name whose it is
   * @param method how it was begun
   * @param caller who asks with it
   * @param begins when it was begun
   * @param ends when it ends
   */
  public record Session(
      String token,
      String auditId,
      String name,
      String method,
      Caller caller,
      Instant begins,
      Instant ends) {
    @Override
    public String toString() {
      return "Session[" + name + "]";
    }
  }

  /**
   * Begins a session.
   *
   * @param head the request
   * @param method how the caller signs in
   * @param name the name of a bearer token
   * @param secret the bearer token
   * @return the session
   * @throws HttpError 401 if there is no such token, or it is of another name
   */
  public Session begin(RequestHead head, String method, String name, String secret) {
    long now = clock.instant().getEpochSecond();
    long end = now + LIFE.toSeconds();
    if (tokens.isEmpty()) {
      Claim claim = new Claim(loopback(name), now, end, method, last.incrementAndGet());
      return session(
          claim, new Owner(NO_HASH, CredentialAuthenticator.loopback().caller(head)));
    }
    TokenRegistry.Entry entry = tokens
        .get()
        .get()
        .entry(name, secret)
        .orElseThrow(() -> CredentialAuthenticator.refused("the user or the password is wrong"));
    Claim claim = new Claim(entry.name, now, end, method, last.incrementAndGet());
    return session(claim, new Owner(entry.hash, entry.caller));
  }

  /**
   * Begins another session of the same caller, which lasts no longer than the first one.
   *
   * @param head the request
   * @param method how the caller signs in
   * @param token the first session's token
   * @return the session
   * @throws HttpError 401 if the token is not one of a session, or it has ended
   */
  public Session renew(RequestHead head, String method, String token) {
    Claim known = Claim.of(token)
        .filter(claim -> find(head, token).isPresent())
        .orElseThrow(SessionTokens::unknown);
    long now = clock.instant().getEpochSecond();
    Claim claim = new Claim(known.name, now, known.end, method, last.incrementAndGet());
    return session(claim, owner(head, known).orElseThrow(SessionTokens::unknown));
  }

  /**
   * The session that a token stands for.
   *
   * @param head the request
   * @param token what was sent as a token
   * @return the session, if it is one of this server and has not ended
   */
  public Optional<Session> find(RequestHead head, String token) {
    return Claim.of(token)
        .filter(this::lasts)
        .flatMap(claim -> owner(head, claim)
            .filter(owner -> signed(claim, owner.hash, token))
            .map(owner -> session(claim, owner)));
  }

  private Optional<Owner> owner(RequestHead head, Claim claim) {
    if (tokens.isPresent()) {
      return tokens.get().get().named(claim.name).map(entry -> new Owner(entry.hash, entry.caller));
    }
    return claim.isLoopback()
        ? Optional.of(new Owner(NO_HASH, CredentialAuthenticator.loopback().caller(head)))
        : Optional.empty();
  }

  /**
   * Ends a session before its time.
   *
   * @param session a session of this server
   */
  public void revoke(Session session) {
    Claim.of(session.token)
        .ifPresent(claim -> revoked.add(
            claim.principal(),
            claim.number,
            claim.end,
            last.get(),
            clock.instant().getEpochSecond()));
  }

  /**
   * An authenticator that also takes a session, or a bearer token, in the header X-Auth-Token where Senlin's clients
   * send it.
   *
   * @param otherwise identifies the caller of a request without that header
   * @return the authenticator
   */
  public Authenticator before(Authenticator otherwise) {
    return head -> {
      if (!head.path().startsWith(CLUSTERING) && !head.path().equals(TOKENS)) {
        return otherwise.caller(head);
      }
      Optional<String> sent = head.header(HEADER);
      if (sent.isEmpty() || (tokens.isEmpty() && !endedSession(sent.get()))) {
        return otherwise.caller(head);
      }
      return find(head, sent.get())
          .map(Session::caller)
          .or(() -> tokens.flatMap(book -> book.get().find(sent.get())))
          .orElseThrow(SessionTokens::unknown);
    };
  }

  /** Whether a token is a session that was begun without a credential, and has ended since. */
  private boolean endedSession(String token) {
    return Claim.of(token)
        .filter(claim -> claim.isLoopback() && signed(claim, NO_HASH, token) && !lasts(claim))
        .isPresent();
  }

  private boolean lasts(Claim claim) {
    return clock.instant().getEpochSecond() < claim.end
        && !revoked.contains(claim.principal(), claim.number);
  }

  private static HttpError unknown() {
    return CredentialAuthenticator.refused("the token is wrong or has expired");
  }

  private static String loopback(String name) {
    return LOOPBACK + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes(name));
  }

  private Session session(Claim claim, Owner owner) {
    return new Session(
        token(claim, owner.hash),
        auditId(claim.number),
        claim.user(),
        claim.method,
        owner.caller,
        Instant.ofEpochSecond(claim.begin),
        Instant.ofEpochSecond(claim.end));
  }

  private boolean signed(Claim claim, byte[] hash, String token) {
    return MessageDigest.isEqual(bytes(token(claim, hash)), bytes(token));
  }

  private String token(Claim claim, byte[] hash) {
    return claim.text() + ":"
        + Base64.getUrlEncoder().withoutPadding().encodeToString(mac(claim.text(), hash));
  }

  private String auditId(long number) {
    byte[] server = Arrays.copyOf(mac("audit", NO_HASH), Long.BYTES);
    byte[] id = ByteBuffer.allocate(2 * Long.BYTES).put(server).putLong(number).array();
    return Base64.getUrlEncoder().withoutPadding().encodeToString(id);
  }

  private byte[] mac(String text, byte[] hash) {
    try {
      Mac mac = Mac.getInstance(key.getAlgorithm());
      mac.init(key);
      mac.update(bytes(text));
      return mac.doFinal(hash);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has HmacSHA256", e);
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** The owner of a session, and the part of the signature that comes from it. */
  private static final class Owner {
    private final byte[] hash;
    private final Caller caller;

    Owner(byte[] hash, Caller caller) {
      this.hash = hash;
      this.caller = caller;
    }
  }

  /** The contents of a session before its signature. */
  private static final class Claim {
    private static final int PARTS = 6;
    private static final String NUMBER = "[0-9]{1,18}";

    private final String name;
    private final long begin;
    private final long end;
    private final String method;
    private final long number;

    Claim(String name, long begin, long end, String method, long number) {
      this.name = name;
      this.begin = begin;
      this.end = end;
      this.method = method;
      this.number = number;
    }

    static Optional<Claim> of(String token) {
      String[] parts = token.split(":", -1);
      if (parts.length != PARTS
          || !parts[1].matches(NUMBER)
          || !parts[2].matches(NUMBER)
          || !parts[4].matches(NUMBER)) {
        return Optional.empty();
      }
      return Optional.of(new Claim(
          parts[0],
          Long.parseLong(parts[1]),
          Long.parseLong(parts[2]),
          parts[3],
          Long.parseLong(parts[4])));
    }

    boolean isLoopback() {
      return name.startsWith(LOOPBACK);
    }

    /** Callers without a credential may call themselves anything, so they count as one. */
    String principal() {
      return isLoopback() ? LOOPBACK : name;
    }

    String user() {
      return isLoopback()
          ? new String(
              Base64.getUrlDecoder().decode(name.substring(LOOPBACK.length())),
              StandardCharsets.UTF_8)
          : name;
    }

    String text() {
      return name + ":" + begin + ":" + end + ":" + method + ":" + number;
    }
  }
}

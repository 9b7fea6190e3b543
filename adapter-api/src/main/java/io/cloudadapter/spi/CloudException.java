package io.cloudadapter.spi;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The one exception of adapters: what kind of error, whether something happened all the same, and what it
 * concerns. The table in {@link io.cloudadapter.spi} says what the core does with each.
 *
 * <pre>{@code
 * throw CloudException.of(Kind.CAPACITY, Effect.NONE, "no m6i.large left in eu-north-1b for pool web")
 *     .scope(ErrorScope.size("m6i.large", Optional.of("eu-north-1b")))
 *     .code("InsufficientInstanceCapacity")
 *     .requestId(id)
 *     .build();
 * }</pre>
 */
public final class CloudException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What kind of error it is. */
  public enum Kind {
    /** The request is wrong and will be wrong again. */
    INVALID,
    /** The credentials are missing, wrong or expired, and renewing them once did not help. */
    UNAUTHENTICATED,
    /** The credentials may not do this. */
    DENIED,
    /** Something named does not exist. */
    NOT_FOUND,
    /** Something stands against it; see {@link Conflict}. */
    CONFLICT,
    /** The cloud cannot do this at all, here. */
    UNSUPPORTED,
    /** A limit on what the account may own is reached. */
    QUOTA,
    /** The cloud has no such machine to give at present. */
    CAPACITY,
    /** Too many requests. */
    THROTTLED,
    /** The cloud is down, or answers with an error of its own. */
    UNAVAILABLE,
    /** No answer in time. */
    TIMEOUT,
    /** The core cancelled the call, or the thread was interrupted. */
    CANCELLED,
    /** An error that the adapter does not know. */
    UNCLASSIFIED
  }

  /** Whether something may have happened in spite of the error. */
  public enum Effect {
    /** Provably nothing happened, and nothing will. */
    NONE,
    /** It may have happened, or may happen yet. */
    UNKNOWN
  }

  /** What stands against a request that ended in CONFLICT. */
  public enum Conflict {
    /** The key belonged to a machine that is gone; it will never make another. */
    KEY_SPENT,
    /** The key was used for a different request. */
    KEY_MISMATCH,
    /** A machine of this name exists. */
    NAME_TAKEN,
    /** Another operation holds the machine; later it may work. */
    BUSY,
    /** The machine carries somebody else's mark. */
    FOREIGN
  }

  private final Kind kind;
  private final Effect effect;
  private final transient ErrorScope scope;
  private final transient @Nullable Conflict conflict;
  private final transient @Nullable Duration retryAfter;
  private final transient @Nullable String code;
  private final transient @Nullable String requestId;

  private CloudException(Builder b) {
    super(b.message, b.cause);
    kind = b.kind;
    effect = b.effect;
    scope = b.scope;
    conflict = b.conflict;
    retryAfter = b.retryAfter;
    code = b.code;
    requestId = b.requestId;
  }

  /**
   * Begins an exception.
   *
   * @param kind what kind of error
   * @param effect NONE only if provable
   * @param message what was attempted, on what, and what was seen; without secrets
   * @return a builder
   */
  public static Builder of(Kind kind, Effect effect, String message) {
    return new Builder(kind, effect, message);
  }

  /**
   * What kind of error it is.
   *
   * @return the kind
   */
  public Kind kind() {
    return kind;
  }

  /**
   * Whether something may have happened.
   *
   * @return the effect
   */
  public Effect effect() {
    return effect;
  }

  /**
   * What it concerns.
   *
   * @return the scope; the account unless said otherwise
   */
  public ErrorScope scope() {
    return scope;
  }

  /**
   * What stands against it.
   *
   * @return the conflict, for kind CONFLICT if known
   */
  public Optional<Conflict> conflict() {
    return Optional.ofNullable(conflict);
  }

  /**
   * How long the cloud asked us to wait.
   *
   * @return the wait, if the cloud named one
   */
  public Optional<Duration> retryAfter() {
    return Optional.ofNullable(retryAfter);
  }

  /**
   * The cloud's own name for the error.
   *
   * @return the code, if there is one
   */
  public Optional<String> code() {
    return Optional.ofNullable(code);
  }

  /**
   * The cloud's name for the request, for its support.
   *
   * @return the request id, if there is one
   */
  public Optional<String> requestId() {
    return Optional.ofNullable(requestId);
  }

  /**
   * Everything about the error in one line, for logs.
   *
   * @return kind, effect, scope, the cloud's code and request id, and the message
   */
  public String summary() {
    return "CloudException[" + kind + (conflict == null ? "" : " " + conflict) + ", effect "
        + effect
        + ", " + scope + (code == null ? "" : ", code " + code)
        + (requestId == null ? "" : ", request " + requestId) + "]: " + getMessage();
  }

  /** Describes an error step by step. Not for use by several threads at once. */
  public static final class Builder {
    private final Kind kind;
    private final Effect effect;
    private final String message;
    private ErrorScope scope = ErrorScope.account();
    private @Nullable Conflict conflict;
    private @Nullable Duration retryAfter;
    private @Nullable String code;
    private @Nullable String requestId;
    private @Nullable Throwable cause;

    private Builder(Kind kind, Effect effect, String message) {
      this.kind = Objects.requireNonNull(kind, "kind");
      this.effect = Objects.requireNonNull(effect, "effect");
      this.message = Objects.requireNonNull(message, "message");
    }

    /**
     * Says what it concerns.
     *
     * @param value the scope
     * @return this builder
     */
    public Builder scope(ErrorScope value) {
      scope = value;
      return this;
    }

    /**
     * Says what stands against it.
     *
     * @param value the conflict
     * @return this builder
     */
    public Builder conflict(Conflict value) {
      conflict = value;
      return this;
    }

    /**
     * Says how long the cloud asked us to wait.
     *
     * @param value 0 or more
     * @return this builder
     */
    public Builder retryAfter(Duration value) {
      retryAfter = value;
      return this;
    }

    /**
     * Keeps the cloud's own name for the error.
     *
     * @param value the code
     * @return this builder
     */
    public Builder code(String value) {
      code = value;
      return this;
    }

    /**
     * Keeps the cloud's name for the request.
     *
     * @param value the request id
     * @return this builder
     */
    public Builder requestId(String value) {
      requestId = value;
      return this;
    }

    /**
     * Keeps what lies behind it.
     *
     * @param value the cause; its message must not hold secrets
     * @return this builder
     */
    public Builder cause(Throwable value) {
      cause = value;
      return this;
    }

    /**
     * Ends the description.
     *
     * @return the exception, to be thrown
     */
    public CloudException build() {
      return new CloudException(this);
    }
  }
}

package io.cloudadapter.spi;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The only exception of adapters: the kind of error, whether something may have happened in spite of it, and its
 * scope. The table in {@link io.cloudadapter.spi} lists the core's reaction to each.
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

  /** The kind of an error. */
  public enum Kind {
    /** The request is invalid and will be refused again. */
    INVALID,
    /** The credentials are missing, wrong or expired, and renewing them once did not help. */
    UNAUTHENTICATED,
    /** The credentials do not permit the request. */
    DENIED,
    /** Something named does not exist. */
    NOT_FOUND,
    /** The state of something forbids it; see {@link Conflict}. */
    CONFLICT,
    /** The cloud does not support the request here. */
    UNSUPPORTED,
    /** A limit on the account's resources is reached. */
    QUOTA,
    /** The cloud has no such machine available at present. */
    CAPACITY,
    /** Too many requests. */
    THROTTLED,
    /** The cloud is down, or answers with an internal error. */
    UNAVAILABLE,
    /** The cloud did not answer in time. */
    TIMEOUT,
    /** The core cancelled the call, or the thread was interrupted. */
    CANCELLED,
    /** The adapter does not recognise the error. */
    UNCLASSIFIED
  }

  /** Whether something may have happened in spite of the error. */
  public enum Effect {
    /** Provably nothing happened, and nothing will. */
    NONE,
    /** The request may have had an effect, or may have one later. */
    UNKNOWN
  }

  /** The reason of a CONFLICT. */
  public enum Conflict {
    /** The key belonged to a machine that has ended; it makes no other machine. */
    KEY_SPENT,
    /** The key was used for a different request. */
    KEY_MISMATCH,
    /** A machine of this name exists. */
    NAME_TAKEN,
    /** Another operation holds the machine; a later attempt may succeed. */
    BUSY,
    /** The machine carries the mark of another owner. */
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
   * Starts building an exception.
   *
   * @param kind the kind of error
   * @param effect NONE only if provable
   * @param message what was attempted, on what, and what was seen; without secrets
   * @return a builder
   */
  public static Builder of(Kind kind, Effect effect, String message) {
    return new Builder(kind, effect, message);
  }

  /**
   * Returns the kind of error.
   *
   * @return the kind
   */
  public Kind kind() {
    return kind;
  }

  /**
   * Returns whether something may have happened.
   *
   * @return the effect
   */
  public Effect effect() {
    return effect;
  }

  /**
   * Returns what it concerns.
   *
   * @return the scope; the account unless set otherwise
   */
  public ErrorScope scope() {
    return scope;
  }

  /**
   * Returns the reason of a CONFLICT.
   *
   * @return the reason, if the kind is CONFLICT and the reason is known
   */
  public Optional<Conflict> conflict() {
    return Optional.ofNullable(conflict);
  }

  /**
   * Returns how long the cloud asked the account to wait.
   *
   * @return the wait, if the cloud named one
   */
  public Optional<Duration> retryAfter() {
    return Optional.ofNullable(retryAfter);
  }

  /**
   * Returns the cloud's own name for the error.
   *
   * @return the code, if there is one
   */
  public Optional<String> code() {
    return Optional.ofNullable(code);
  }

  /**
   * Returns the cloud's id of the request, for its support.
   *
   * @return the request id, if there is one
   */
  public Optional<String> requestId() {
    return Optional.ofNullable(requestId);
  }

  /**
   * Returns the whole error in one line, for logs.
   *
   * @return kind, effect, scope, the cloud's code and request id, and the message
   */
  public String summary() {
    return "CloudException[" + kind + (conflict == null ? "" : " " + conflict) + ", effect "
        + effect
        + ", " + scope + (code == null ? "" : ", code " + code)
        + (requestId == null ? "" : ", request " + requestId) + "]: " + getMessage();
  }

  /**
   * Builds an exception.
   *
   * <pre>{@code
   * CloudException refusal =
   *     CloudException.of(CloudException.Kind.THROTTLED, CloudException.Effect.NONE, "too many requests")
   *         .code("RequestLimitExceeded")
   *         .retryAfter(Duration.ofSeconds(2))
   *         .build();
   * }</pre>
   *
   * <p>One thread at a time may use it.
   */
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
     * Sets what the error concerns.
     *
     * @param value the scope
     * @return this builder
     */
    public Builder scope(ErrorScope value) {
      scope = value;
      return this;
    }

    /**
     * Sets the reason of a CONFLICT.
     *
     * @param value the conflict
     * @return this builder
     */
    public Builder conflict(Conflict value) {
      conflict = value;
      return this;
    }

    /**
     * Sets how long the cloud asked the account to wait.
     *
     * @param value 0 or more
     * @return this builder
     */
    public Builder retryAfter(Duration value) {
      retryAfter = value;
      return this;
    }

    /**
     * Sets the cloud's own name for the error.
     *
     * @param value the code
     * @return this builder
     */
    public Builder code(String value) {
      code = value;
      return this;
    }

    /**
     * Sets the cloud's id of the request.
     *
     * @param value the request id
     * @return this builder
     */
    public Builder requestId(String value) {
      requestId = value;
      return this;
    }

    /**
     * Sets the cause.
     *
     * @param value the cause; its message must not hold secrets
     * @return this builder
     */
    public Builder cause(Throwable value) {
      cause = value;
      return this;
    }

    /**
     * Builds the exception.
     *
     * @return the exception, to be thrown
     */
    public CloudException build() {
      return new CloudException(this);
    }
  }
}

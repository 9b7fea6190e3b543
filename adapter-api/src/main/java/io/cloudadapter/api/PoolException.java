package io.cloudadapter.api;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A read or write that a pool did not do. Nothing was changed, except with {@link Reason#UNKNOWN}.
 * The message says what was asked, what was seen and what is allowed; the detail helps a person
 * further and holds neither a stack trace nor a secret.
 */
public final class PoolException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Why a pool did not do what it was asked. */
  public enum Reason {
    /** An argument is wrong (HTTP 400). */
    INVALID,
    /** There is no such machine or pool (HTTP 404). */
    NOT_FOUND,
    /** The pool, the machine or an earlier command stands against it (HTTP 409). */
    CONFLICT,
    /** The pool's cloud lacks the feature (HTTP 409). */
    UNSUPPORTED,
    /** There is too much of it already; ask again after {@link PoolException#retryAfter} (HTTP 429). */
    THROTTLED,
    /** What a watch is to go on from is forgotten; list again, and watch from there (HTTP 410). */
    GONE,
    /** The pool cannot answer yet, or its cloud cannot at present; ask again later (HTTP 500). */
    UNAVAILABLE,
    /** Another replica leads and has to be asked; the detail says where it is (HTTP 503). */
    ELSEWHERE,
    /** Whether it was done cannot be told; ask again under the same idempotency key (HTTP 500). */
    UNKNOWN
  }

  private final Reason reason;
  private final String detail;
  private final transient @Nullable Duration retryAfter;

  /**
   * An exception with its detail.
   *
   * @param reason why
   * @param message a sentence for people: what was attempted, on what, what was seen
   * @param detail what is allowed, or what to do next; may be empty
   */
  public PoolException(Reason reason, String message, String detail) {
    this(reason, message, detail, null);
  }

  /**
   * An exception with its detail and its cause.
   *
   * @param reason why
   * @param message a sentence for people: what was attempted, on what, what was seen
   * @param detail what is allowed, or what to do next; may be empty
   * @param cause what lies behind it
   */
  public PoolException(Reason reason, String message, String detail, @Nullable Throwable cause) {
    this(reason, message, detail, cause, null);
  }

  private PoolException(
      Reason reason,
      String message,
      String detail,
      @Nullable Throwable cause,
      @Nullable Duration retryAfter) {
    super(message, cause);
    this.reason = Objects.requireNonNull(reason, "reason");
    this.detail = Objects.requireNonNull(detail, "detail");
    this.retryAfter = retryAfter;
  }

  /**
   * The same with a time to wait before asking again.
   *
   * @param time above 0
   * @return another exception, whose cause this one is
   */
  public PoolException retryAfter(Duration time) {
    return new PoolException(reason, String.valueOf(getMessage()), detail, this, time);
  }

  /**
   * How long to wait before asking again.
   *
   * @return a time, if there is one to say
   */
  public Optional<Duration> retryAfter() {
    return Optional.ofNullable(retryAfter);
  }

  /**
   * Why the pool did not do it.
   *
   * @return the reason
   */
  public Reason reason() {
    return reason;
  }

  /**
   * What helps further.
   *
   * @return a text for people, possibly empty
   */
  public String detail() {
    return detail;
  }

  /** The message between its reason and its detail, as logs and stack traces show it. */
  @SuppressWarnings("OverrideThrowableToString") // Answers show message and detail apart.
  @Override
  public String toString() {
    return getClass().getName() + ": " + reason + ": " + getMessage()
        + (detail.isEmpty() ? "" : " (" + detail + ")");
  }
}

package io.cloudadapter.api;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The exception with which a pool refuses a read or a write. Nothing was changed, except with {@link Reason#UNKNOWN}.
 * The message contains the request, what the pool found and what is allowed; the detail helps a person further.
 * Neither contains a stack trace or a secret.
 */
public final class PoolException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Why a pool refused a request. */
  public enum Reason {
    /** An argument is wrong (HTTP 400). */
    INVALID,
    /** There is no such machine or pool (HTTP 404). */
    NOT_FOUND,
    /** The state of the pool, of the machine or of an earlier command forbids it (HTTP 409). */
    CONFLICT,
    /** A quota of the pool's tenant does not allow it; the message has the limit and what is used (HTTP 403). */
    QUOTA,
    /** The caller has another version of the configuration than the present one (HTTP 412). */
    STALE,
    /** The pool's cloud lacks the feature (HTTP 409). */
    UNSUPPORTED,
    /** There are too many requests of this kind; repeat the call after {@link PoolException#retryAfter} (HTTP 429). */
    THROTTLED,
    /** The version from which a watch is to start is no longer kept; list again, and watch from there (HTTP 410). */
    GONE,
    /** The pool cannot answer yet, or its cloud cannot at present; repeat the call later (HTTP 500). */
    UNAVAILABLE,
    /** Another replica leads; the detail contains its address (HTTP 503). */
    ELSEWHERE,
    /** The outcome is unknown; repeat the call under the same idempotency key (HTTP 500). */
    UNKNOWN
  }

  private final Reason reason;
  private final String detail;
  private final transient @Nullable Duration retryAfter;

  /**
   * Makes an exception with a detail.
   *
   * @param reason why
   * @param message a sentence for people: what was attempted, on what, what was seen
   * @param detail what is allowed, or what to do next; may be empty
   */
  public PoolException(Reason reason, String message, String detail) {
    this(reason, message, detail, null);
  }

  /**
   * Makes an exception with a detail and a cause.
   *
   * @param reason why
   * @param message a sentence for people: what was attempted, on what, what was seen
   * @param detail what is allowed, or what to do next; may be empty
   * @param cause the exception that led to this one
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
   * Returns a copy with a time to wait before the next call.
   *
   * @param time above 0
   * @return another exception, with this one as its cause
   */
  public PoolException retryAfter(Duration time) {
    return new PoolException(reason, String.valueOf(getMessage()), detail, this, time);
  }

  /**
   * Returns how long to wait before the next call.
   *
   * @return the time, if the pool named one
   */
  public Optional<Duration> retryAfter() {
    return Optional.ofNullable(retryAfter);
  }

  /**
   * Returns why the pool refused.
   *
   * @return the reason
   */
  public Reason reason() {
    return reason;
  }

  /**
   * Returns the detail, which helps a person further.
   *
   * @return a text for people, possibly empty
   */
  public String detail() {
    return detail;
  }

  /** Returns the message between its reason and its detail, for logs and stack traces. */
  @SuppressWarnings("OverrideThrowableToString") // Answers show message and detail apart.
  @Override
  public String toString() {
    return getClass().getName() + ": " + reason + ": " + getMessage()
        + (detail.isEmpty() ? "" : " (" + detail + ")");
  }
}

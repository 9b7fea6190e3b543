package io.cloudadapter.core.store.quorum;

import io.cloudadapter.core.exception.StoreException;

/** The exception for a request that a cluster did not carry out. */
public final class ClusterException extends StoreException {
  private static final long serialVersionUID = 1L;

  /** What is known of the request. */
  public enum Kind {
    /** No answer: it may have been done, may be done yet, or never. */
    UNKNOWN,
    /** It was not done, and will not be. */
    REFUSED,
    /** The servers are full; it was done only if a read shows that now. */
    FULL,
    /** It asks for a past that is forgotten. */
    COMPACTED
  }

  private final Kind kind;

  /** With the reason, and what to do about it. */
  public ClusterException(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  /** With the reason, what to do about it, and what brought it on. */
  public ClusterException(Kind kind, String message, Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  /** What is known of the request. */
  public Kind kind() {
    return kind;
  }
}

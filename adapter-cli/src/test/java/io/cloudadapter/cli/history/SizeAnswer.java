package io.cloudadapter.cli.history;

/** What a client heard in answer to a {@link SizeCommand}. */
sealed interface SizeAnswer {
  /** The desired size that was read. */
  record Seen(int desired) implements SizeAnswer {}

  /** Done; the answer shows no more. */
  record Accepted() implements SizeAnswer {}

  /** What a resize was decided from, and what it came to; a refused one leaves all as it was. */
  record Decided(boolean done, Numbers before, int capacity, int desired) implements SizeAnswer {}

  /** Refused for good: nothing was done, and the idempotency key stays free. */
  record Refused() implements SizeAnswer {}

  /** No answer, or one that leaves the outcome open. */
  record Unknown() implements SizeAnswer {}

  /** A pool's numbers as an answer shows them. */
  record Numbers(int committed, int desired, SizeLimits limits) {}

  /** Whether the command is known to have been done, so that its key is kept. */
  default boolean acknowledges() {
    return this instanceof Accepted || (this instanceof Decided decided && decided.done());
  }
}

package io.cloudadapter.cli.history;

import java.util.Locale;

/** A command on the desired size of a pool, as a client sends it to the REST API. */
sealed interface SizeCommand {
  /** Reads the desired size. */
  record Read() implements SizeCommand {}

  /** Sets the desired size, by {@code POST /pool/size}. */
  record SetSize(int desired) implements SizeCommand {}

  /** Sets or changes the size within the limits, by {@code POST /pool/resize}. */
  record Resize(Adjustment adjustment, int number, boolean strict) implements SizeCommand {}

  /** Takes a machine out of the pool: it is terminated, or detached and lives on. */
  record Remove(String machine, Removal removal, boolean decrement) implements SizeCommand {}

  /** Takes a machine into the pool that was detached before. */
  record Attach(String machine) implements SizeCommand {}

  /** What the number of a {@link Resize} means. */
  enum Adjustment {
    EXACT_CAPACITY,
    CHANGE_IN_CAPACITY
  }

  /** How a machine leaves. */
  enum Removal {
    TERMINATE,
    DETACH;

    /** Its place below the machine in the API. */
    String path() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}

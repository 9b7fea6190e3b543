package io.cloudadapter.benchmarks.store;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;

/** An engine that could hold our state, set up so that a commit is durable when it returns. */
interface StoreCandidate extends AutoCloseable {

  /** Writes all entries atomically; several threads may call. */
  void commit(Map<String, byte[]> entries) throws Exception;

  Optional<byte[]> get(String key) throws Exception;

  /** Times that commits forced the disk since opening, as far as the candidate knows. */
  long forces();

  @Override
  void close() throws IOException, SQLException;

  /** Opens or creates one by name in a directory. */
  static StoreCandidate open(String name, Path directory) throws Exception {
    return switch (name) {
      case "bare" -> new BareLoop(directory);
      case "own" -> new OwnLog(directory);
      case "sqlite" -> new SqliteStore(directory);
      case "mvstore" -> new MvStore(directory);
      default ->
        throw new IllegalArgumentException(
            "candidate must be bare, own, sqlite or mvstore, was " + name);
    };
  }
}

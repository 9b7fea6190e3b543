package io.cloudadapter.benchmarks.store;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Optional;

/** SQLite with a write-ahead log, forced at each commit, held exclusively over one connection. */
final class SqliteStore implements StoreCandidate {
  private final Connection connection;
  private final PreparedStatement put;
  private final PreparedStatement get;
  private long forces;

  SqliteStore(Path directory) throws SQLException {
    connection = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("state.db"));
    try (Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA locking_mode=EXCLUSIVE");
      statement.execute("PRAGMA journal_mode=WAL");
      statement.execute("PRAGMA synchronous=FULL");
      statement.execute("CREATE TABLE IF NOT EXISTS t(k TEXT PRIMARY KEY, v BLOB) WITHOUT ROWID");
    }
    connection.setAutoCommit(false);
    put = connection.prepareStatement("INSERT OR REPLACE INTO t VALUES(?, ?)");
    get = connection.prepareStatement("SELECT v FROM t WHERE k = ?");
  }

  @Override
  public synchronized void commit(Map<String, byte[]> entries) throws SQLException {
    for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
      put.setString(1, entry.getKey());
      put.setBytes(2, entry.getValue());
      put.executeUpdate();
    }
    connection.commit();
    forces++;
  }

  @Override
  public synchronized Optional<byte[]> get(String key) throws SQLException {
    get.setString(1, key);
    try (ResultSet rows = get.executeQuery()) {
      return rows.next() ? Optional.of(rows.getBytes(1)) : Optional.empty();
    }
  }

  @Override
  public synchronized long forces() {
    return forces;
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}

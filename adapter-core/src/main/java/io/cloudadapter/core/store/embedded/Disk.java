package io.cloudadapter.core.store.embedded;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One flat directory of files, as the store uses it.
 *
 * <p>Nothing is durable before it is forced: bytes by {@link DiskFile#force}, names (new, renamed, deleted) by {@link
 * #forceNames}. After a power loss any part of the unforced bytes and names may exist. Its {@code toString} names the
 * directory for people.
 */
public interface Disk {

  /** Takes the disk for oneself until the result is closed; empty if it is taken. */
  Optional<Closeable> tryLock() throws IOException;

  /** The names of all files, in no order. */
  List<String> names() throws IOException;

  /** Opens an existing file to read and write. */
  DiskFile open(String name) throws IOException;

  /** Opens a file that is empty, new or emptied. */
  DiskFile create(String name) throws IOException;

  /** Renames a file atomically, replacing the one that had the name. */
  void rename(String from, String to) throws IOException;

  /** Deletes a file. */
  void delete(String name) throws IOException;

  /** Makes all names as they are now durable. */
  void forceNames() throws IOException;

  /** Returns the free bytes; empty if they are not known. */
  default OptionalLong free() {
    return OptionalLong.empty();
  }
}

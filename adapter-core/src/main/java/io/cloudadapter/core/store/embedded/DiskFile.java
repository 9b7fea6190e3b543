package io.cloudadapter.core.store.embedded;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** An open file. One thread at a time may use it. */
public interface DiskFile extends Closeable {

  /** The length in bytes. */
  long size() throws IOException;

  /** Reads from a position until the buffer is full or the file ends. */
  void read(ByteBuffer buffer, long position) throws IOException;

  /** Writes all of the buffer at a position; what lies between the end and it becomes zeros. */
  void write(ByteBuffer buffer, long position) throws IOException;

  /**
   * Makes bytes and length durable. After a failure nothing is known of what was written since the
   * last success, and a further force that succeeds proves nothing either: write again, elsewhere or
   * the same.
   */
  void force() throws IOException;
}

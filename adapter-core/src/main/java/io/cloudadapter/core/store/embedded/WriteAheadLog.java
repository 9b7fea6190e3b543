package io.cloudadapter.core.store.embedded;

import io.cloudadapter.core.exception.StoreCorruptException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * One log: a header, then a frame per batch, then zeros that wait to be overwritten, since a disk
 * forces bytes inside a file faster than a file that grows.
 *
 * <p>At most one frame is ever written and not forced. So after a crash a damaged frame is the torn
 * tail if nothing valid follows it, and rot in what was acknowledged if anything does. Confined to
 * one thread.
 */
public final class WriteAheadLog implements Closeable {
  private final DiskFile file;
  private final FileHeader header;
  private final int reserve;
  private long end;
  private long lastFrameAt;
  private long allocated;
  private long size;

  private WriteAheadLog(DiskFile file, FileHeader header, int reserve) throws IOException {
    this.file = file;
    this.header = header;
    this.reserve = reserve;
    this.end = FileHeader.BYTES;
    this.lastFrameAt = end;
    this.allocated = file.size();
    this.size = allocated;
  }

  /** A new, empty log that is durable, name and all. */
  public static WriteAheadLog create(Disk disk, FileHeader header, int reserve) throws IOException {
    DiskFile file = AtomicFile.begin(disk, header.name(), header.encode());
    try {
      return new WriteAheadLog(file, header, reserve);
    } catch (IOException | RuntimeException e) {
      AtomicFile.closeAfter(e, file);
      throw e;
    }
  }

  static WriteAheadLog open(Disk disk, long generation, int reserve) throws IOException {
    DiskFile file = disk.open(FileHeader.Kind.LOG.nameOf(generation));
    try {
      return new WriteAheadLog(
          file, FileHeader.read(FileHeader.Kind.LOG, generation, file), reserve);
    } catch (IOException | RuntimeException e) {
      AtomicFile.closeAfter(e, file);
      throw e;
    }
  }

  FileHeader header() {
    return header;
  }

  /** How far it is durable, at this revision of the store. */
  public DurabilityMark mark(long revision) {
    return new DurabilityMark(header.storeId(), header.generation(), end, size, revision);
  }

  /** Where the last byte is that is no zero; its own end if there is none behind that. */
  long writtenUpTo() throws IOException {
    return Math.max(end, new FrameCodec(file, header).lastByteAfter(end) + 1);
  }

  /** The length of its file. */
  long size() {
    return size;
  }

  /** Bytes that hold something. */
  long bytes() {
    return end;
  }

  /** Hands over every batch, and refuses a log that is damaged before its tail. */
  void replay(Consumer<CommitBatch> batches) throws IOException {
    FrameCodec frames = new FrameCodec(file, header);
    Optional<ByteBuffer> payload = frames.at(end);
    while (payload.isPresent()) {
      int length = payload.get().remaining();
      deliver(payload.get(), batches);
      lastFrameAt = end;
      end += FrameCodec.OVERHEAD + length;
      payload = frames.at(end);
    }
    OptionalLong later = frames.findFrom(end);
    if (later.isPresent()) {
      throw corrupt(
          end, "damaged, but the record at offset %d is whole".formatted(later.getAsLong()));
    }
  }

  /**
   * Makes the log fit to append to by writing its last frame again. A process that was killed, or
   * whose force failed, may have left that frame readable in memory and not on the disk; after a
   * failed force only writing it anew helps. It is durable on return, so that the next frame is again
   * the only one that is not. A torn tail may stay: it is part of one frame, and never a whole one.
   */
  void mend() throws IOException {
    ByteBuffer last = ByteBuffer.allocate((int) (end - lastFrameAt));
    file.read(last, lastFrameAt);
    file.write(last.flip(), lastFrameAt);
    file.force();
    allocated = end;
  }

  /** Appends a batch; it is durable on return. Returns the bytes that the batch took. */
  int append(CommitBatch batch) throws IOException {
    int payload = batch.length();
    int length = FrameCodec.OVERHEAD + payload;
    int padding = end + length > allocated ? reserve : 0;
    file.write(FrameCodec.seal(header, end, payload, batch::encode, padding), end);
    file.force();
    lastFrameAt = end;
    end += length;
    allocated = Math.max(allocated, end + padding);
    size = Math.max(size, allocated);
    return length;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  StoreCorruptException corrupt(long offset, String what) {
    return new StoreCorruptException(header.name() + " at offset " + offset + ": " + what);
  }

  private void deliver(ByteBuffer payload, Consumer<CommitBatch> batches) {
    CommitBatch batch;
    try {
      batch = CommitBatch.decode(payload);
    } catch (BufferUnderflowException | NegativeArraySizeException e) {
      throw corrupt(end, "whole, but not a batch of transactions");
    }
    batches.accept(batch);
  }
}

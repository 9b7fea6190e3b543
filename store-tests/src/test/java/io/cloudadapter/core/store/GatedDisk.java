package io.cloudadapter.core.store;

import io.cloudadapter.core.store.embedded.Disk;
import io.cloudadapter.core.store.embedded.DiskFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A disk whose force can be made to hang. */
public final class GatedDisk implements Disk {
  private final Disk disk;
  private volatile CountDownLatch gate = new CountDownLatch(0);
  private volatile CountDownLatch waiting = new CountDownLatch(1);

  public GatedDisk(Disk disk) {
    this.disk = disk;
  }

  public void shut() {
    waiting = new CountDownLatch(1);
    gate = new CountDownLatch(1);
  }

  public void open() {
    gate.countDown();
  }

  public void awaitForce() throws InterruptedException {
    if (!waiting.await(120, TimeUnit.SECONDS)) {
      throw new AssertionError("no force within 10 s");
    }
  }

  @Override
  public Optional<Closeable> tryLock() throws IOException {
    return disk.tryLock();
  }

  @Override
  public List<String> names() throws IOException {
    return disk.names();
  }

  @Override
  public DiskFile open(String name) throws IOException {
    return new GatedFile(disk.open(name));
  }

  @Override
  public DiskFile create(String name) throws IOException {
    return new GatedFile(disk.create(name));
  }

  @Override
  public void rename(String from, String to) throws IOException {
    disk.rename(from, to);
  }

  @Override
  public void delete(String name) throws IOException {
    disk.delete(name);
  }

  @Override
  public void forceNames() throws IOException {
    disk.forceNames();
  }

  private final class GatedFile implements DiskFile {
    private final DiskFile file;

    GatedFile(DiskFile file) {
      this.file = file;
    }

    @Override
    public long size() throws IOException {
      return file.size();
    }

    @Override
    public void read(ByteBuffer buffer, long position) throws IOException {
      file.read(buffer, position);
    }

    @Override
    public void write(ByteBuffer buffer, long position) throws IOException {
      file.write(buffer, position);
    }

    @Override
    public void force() throws IOException {
      waiting.countDown();
      try {
        gate.await();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
      file.force();
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}

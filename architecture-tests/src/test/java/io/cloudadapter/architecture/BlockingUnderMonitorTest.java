package io.cloudadapter.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;

/** Threads of the library and its callers may be virtual: none blocks while it holds a monitor. */
class BlockingUnderMonitorTest {

  /** The modules that run in their users' processes, adapters and server included. */
  private static final List<String> MODULES = List.of(
      "adapter-api",
      "adapter-http",
      "adapter-core",
      "adapter-client",
      "adapter-etcd",
      "adapter-webhook",
      "adapter-notification",
      "adapter-health",
      "adapter-kubernetes",
      "adapter-mail",
      "adapter-oidc",
      "adapter-console",
      "adapter-clusterautoscaler",
      "adapter-server",
      "adapter-aws",
      "adapter-openstack");

  private static List<ClassNode> read(Path directory) throws IOException {
    List<ClassNode> read = new ArrayList<>();
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".class")).toList()) {
        ClassNode type = new ClassNode();
        new ClassReader(Files.readAllBytes(file)).accept(type, ClassReader.SKIP_FRAMES);
        read.add(type);
      }
    }
    return read;
  }

  @Test
  void noMethodBlocksWhileItHoldsAMonitor() throws IOException {
    List<ClassNode> classes = new ArrayList<>();
    for (String module : MODULES) {
      classes.addAll(read(BuiltModules.mainClasses(module)));
    }

    assertThat(new BlockingUnderMonitor(classes).find())
        .as("calls that may block while a monitor is held; hold a ReentrantLock instead")
        .isEmpty();
  }

  @Test
  void plantedCallsAreFoundAndLocksAreAllowed() throws IOException {
    List<ClassNode> planted = new ArrayList<>();
    for (Class<?> type : List.of(Planted.class, Store.class, FileStore.class)) {
      ClassNode node = new ClassNode();
      new ClassReader(type.getName()).accept(node, ClassReader.SKIP_FRAMES);
      planted.add(node);
    }
    String owner = "BlockingUnderMonitorTest$";

    assertThat(new BlockingUnderMonitor(planted).find())
        .containsExactly(
            owner + "Planted.inABlock holds a monitor and calls " + owner + "FileStore.readNow,"
                + " which calls Files.readString",
            owner + "Planted.inAMethod holds a monitor and calls " + owner + "Planted.afterwards,"
                + " which calls " + owner + "FileStore.readNow, which calls Files.readString",
            owner + "Planted.throughAnInterface holds a monitor and calls " + owner + "Store.save,"
                + " which calls " + owner + "FileStore.readNow, which calls Files.readString",
            owner + "Planted.waits holds a monitor and calls Object.wait");
  }

  /** What the check must find, and what it must not. */
  static final class Planted {
    private final ReentrantLock lock = new ReentrantLock();
    private final Path file = Path.of("absent");
    private final Store store = new FileStore();
    private int count;

    int inABlock(boolean early) {
      synchronized (this) {
        if (early) {
          return count;
        }
        count += FileStore.readNow(file).length();
        return readQuietly();
      }
    }

    private int readQuietly() {
      return count;
    }

    synchronized void inAMethod() {
      count++;
      afterwards();
    }

    void afterwards() {
      synchronized (this) {
        count++;
      }
      FileStore.readNow(file);
    }

    synchronized void throughAnInterface() {
      store.save();
    }

    synchronized void waits() throws InterruptedException {
      while (count == 0) {
        wait();
      }
    }

    void underALock() {
      lock.lock();
      try {
        FileStore.readNow(file);
      } finally {
        lock.unlock();
      }
    }
  }

  /** Something that an implementation does. */
  interface Store {
    void save();
  }

  /** Reads a file. */
  static final class FileStore implements Store {
    static String readNow(Path file) {
      try {
        return Files.readString(file);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void save() {
      readNow(Path.of("absent"));
    }
  }
}

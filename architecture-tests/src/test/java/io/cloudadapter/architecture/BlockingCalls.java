package io.cloudadapter.architecture;

import java.util.Map;
import java.util.Set;

/** The methods of the JDK that wait: for a disk, the network, a process, another thread, or time. */
final class BlockingCalls {
  private static final String EVERY_METHOD = "*";
  private static final Set<String> READS_AND_WRITES =
      Set.of("read", "readAllBytes", "readNBytes", "write", "flush", "transferTo", "skip", "close");

  private static final Map<String, Set<String>> METHODS = Map.ofEntries(
      Map.entry("java/nio/file/Files", Set.of(EVERY_METHOD)),
      Map.entry(
          "java/nio/channels/FileChannel",
          Set.of(
              "open",
              "read",
              "write",
              "force",
              "lock",
              "tryLock",
              "position",
              "size",
              "truncate",
              "close",
              "transferTo",
              "transferFrom",
              "map")),
      Map.entry("java/nio/channels/SocketChannel", Set.of("connect", "read", "write", "close")),
      Map.entry("java/nio/channels/FileLock", Set.of("release", "close")),
      Map.entry("java/io/InputStream", READS_AND_WRITES),
      Map.entry("java/io/OutputStream", READS_AND_WRITES),
      Map.entry("java/io/FileInputStream", READS_AND_WRITES),
      Map.entry("java/io/FileOutputStream", READS_AND_WRITES),
      Map.entry("java/io/RandomAccessFile", Set.of(EVERY_METHOD)),
      Map.entry("java/net/Socket", Set.of("connect", "close")),
      Map.entry("java/net/InetAddress", Set.of("getByName", "getAllByName", "getLocalHost")),
      Map.entry("java/net/http/HttpClient", Set.of("send")),
      Map.entry("java/lang/Process", Set.of("waitFor")),
      Map.entry("java/lang/ProcessBuilder", Set.of("start")),
      Map.entry("java/lang/Thread", Set.of("sleep", "join")),
      Map.entry("java/lang/Object", Set.of("wait")),
      Map.entry("java/util/concurrent/Future", Set.of("get")),
      Map.entry("java/util/concurrent/CompletableFuture", Set.of("get", "join")),
      Map.entry("java/util/concurrent/CountDownLatch", Set.of("await")),
      Map.entry("java/util/concurrent/Semaphore", Set.of("acquire", "acquireUninterruptibly")),
      Map.entry("java/util/concurrent/BlockingQueue", Set.of("put", "take")),
      Map.entry("java/util/concurrent/LinkedBlockingQueue", Set.of("put", "take")),
      Map.entry("java/util/concurrent/ExecutorService", Set.of("awaitTermination", "invokeAll")),
      Map.entry(
          "java/util/concurrent/locks/Condition",
          Set.of("await", "awaitNanos", "awaitUntil", "awaitUninterruptibly")),
      Map.entry("java/util/concurrent/locks/LockSupport", Set.of("park", "parkNanos")));

  private BlockingCalls() {}

  /**
   * Whether a call may wait.
   *
   * @param owner the internal name of the class that the call names
   * @param method the method's name
   */
  static boolean contains(String owner, String method) {
    Set<String> methods = METHODS.getOrDefault(owner, Set.of());
    return methods.contains(EVERY_METHOD) || methods.contains(method);
  }
}

package io.cloudadapter.fake;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Picks ports of loopback for servers that a test starts as processes of their own.
 *
 * <p>A port that the system hands out ({@code new ServerSocket(0)}) can be handed out again, to a client or to another
 * test, before the server listens there. These lie below that range, and each process of tests begins elsewhere in it.
 */
public final class FreePort {
  private static final int FIRST = 10_000;
  private static final int COUNT = 20_000;
  private static final AtomicInteger NEXT =
      new AtomicInteger((int) (ProcessHandle.current().pid() * 61 % COUNT));

  private FreePort() {}

  /**
   * Returns a port that is free and that this process has not got before, unless it has had all.
   *
   * @return 10,000 to 29,999
   */
  public static int onLoopback() {
    for (int tries = 0; tries < COUNT; tries++) {
      int port = FIRST + Math.floorMod(NEXT.getAndIncrement(), COUNT);
      try (ServerSocket unused = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return unused.getLocalPort();
      } catch (IOException e) {
        // It is in use; the next one may be free.
      }
    }
    throw new IllegalStateException(
        "no port of loopback is free from " + FIRST + " to " + (FIRST + COUNT - 1));
  }
}

package io.cloudadapter.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.health.HealthVerdict;
import io.cloudadapter.core.config.ProbeConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousChannelGroup;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * Many probes in flight at once, by few threads: {@code -Dprobes=10000} of them. No request is answered before all have
 * arrived.
 */
class ManyProbesTest {
  private static final int PROBES = Integer.getInteger("probes", 500);
  private static final int THREADS = 4;

  /** A server of one thread that answers once as many requests have arrived. */
  private static final class LateServer implements AutoCloseable {
    private final ServerSocketChannel listener;
    private final Selector selector;
    private final Thread thread = new Thread(this::serve, "late-server");
    private final Set<SelectionKey> waiting = new HashSet<>();

    LateServer() throws IOException {
      selector = Selector.open();
      listener = ServerSocketChannel.open();
      listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), PROBES);
      listener.configureBlocking(false);
      listener.register(selector, SelectionKey.OP_ACCEPT);
      thread.setDaemon(true);
      thread.start();
    }

    int port() throws IOException {
      return ((InetSocketAddress) listener.getLocalAddress()).getPort();
    }

    private void serve() {
      ByteBuffer request = ByteBuffer.allocate(4096);
      try {
        while (selector.isOpen()) {
          selector.select();
          for (SelectionKey key : selector.selectedKeys()) {
            if (key.isAcceptable()) {
              accept();
            } else if (((SocketChannel) key.channel()).read(request.clear()) < 0) {
              key.channel().close();
            } else {
              waiting.add(key);
            }
          }
          selector.selectedKeys().clear();
          if (waiting.size() == PROBES) {
            answer();
          }
        }
      } catch (IOException | ClosedSelectorException closed) {
        // The test is over, or fails for want of answers.
      }
    }

    private void accept() throws IOException {
      for (SocketChannel next = listener.accept(); next != null; next = listener.accept()) {
        next.configureBlocking(false);
        next.register(selector, SelectionKey.OP_READ);
      }
    }

    private void answer() throws IOException {
      byte[] reply =
          "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
      for (SelectionKey key : waiting) {
        ((SocketChannel) key.channel()).write(ByteBuffer.wrap(reply));
      }
      waiting.clear();
    }

    @Override
    public void close() throws IOException {
      selector.close();
      listener.close();
    }
  }

  private static List<CompletableFuture<ProbeResult>> begin(MachineProbe probe, ProbeConfig what) {
    List<CompletableFuture<ProbeResult>> all = new ArrayList<>();
    for (int i = 0; i < PROBES; i++) {
      all.add(probe
          .probe(new ProbeTarget(
              new PoolName("web"),
              new MachineId("m-" + i),
              InetAddress.getLoopbackAddress(),
              what,
              Duration.ofMinutes(2)))
          .toCompletableFuture());
    }
    return all;
  }

  private static void allWell(List<CompletableFuture<ProbeResult>> all) throws Exception {
    for (CompletableFuture<ProbeResult> one : all) {
      assertThat(one.get(3, TimeUnit.MINUTES).verdict()).isEqualTo(HealthVerdict.OK);
    }
  }

  @Test
  void requests_that_wait_for_their_replies_need_no_thread_each() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try (LateServer server = new LateServer()) {
      int before = Thread.activeCount();
      long began = System.nanoTime();
      List<CompletableFuture<ProbeResult>> all =
          begin(new HttpProbe(threads, ProbeHosts.none()), ProbeConfig.http(server.port(), "/"));
      int during = Thread.activeCount();
      allWell(all);
      System.out.printf(
          "probes: %d requests in flight at once by %d threads, %d ms until all were answered%n",
          PROBES, during - before, (System.nanoTime() - began) / 1_000_000);
      assertThat(during - before).as("threads of the probe").isLessThanOrEqualTo(THREADS + 4);
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void connections_need_no_thread_each() throws Exception {
    AsynchronousChannelGroup group =
        AsynchronousChannelGroup.withFixedThreadPool(THREADS, Executors.defaultThreadFactory());
    try (LateServer server = new LateServer()) {
      long began = System.nanoTime();
      allWell(begin(new TcpProbe(group), ProbeConfig.tcp(server.port())));
      System.out.printf(
          "probes: %d connections by %d threads, %d ms%n",
          PROBES, THREADS, (System.nanoTime() - began) / 1_000_000);
    } finally {
      group.shutdownNow();
    }
  }
}

package io.cloudadapter.clusterautoscaler;

import io.cloudadapter.api.Metric;
import io.cloudadapter.server.autoscaler.ClusterAutoscalerConfig;
import io.cloudadapter.server.autoscaler.ClusterAutoscalerHost;
import io.cloudadapter.server.autoscaler.ClusterAutoscalerListener;
import io.grpc.Server;
import io.grpc.ServerInterceptors;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.NettyServerBuilder;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The port for Cluster Autoscaler. Each second it looks whether this server has ceased to lead, or a certificate has
 * been replaced; then it closes all connections and listens anew, so that Cluster Autoscaler connects again.
 */
final class GrpcListener implements ClusterAutoscalerListener {
  private static final Logger LOG = LoggerFactory.getLogger(GrpcListener.class);
  private static final int THREADS = 8;
  private static final int READERS = 4;
  private static final int MOST_CALLS = 100;

  private final ClusterAutoscalerHost host;
  private final InetSocketAddress address;
  private final ServerServiceDefinition service;
  private final CallMetrics calls;
  private final AutoscalerService calling;
  private final ExecutorService threads;
  private final ExecutorService background;
  private final ExecutorService readers;
  private final ScheduledExecutorService watch;
  private final ReentrantLock lock = new ReentrantLock();
  private final List<Path> files;
  private List<String> stamp;
  private boolean leads;
  private boolean closed;
  private @Nullable Server server;
  private @Nullable SslContext lastTls;
  private volatile int port;

  private GrpcListener(
      ClusterAutoscalerHost host,
      InetSocketAddress address,
      ServerServiceDefinition service,
      CallMetrics calls,
      AutoscalerService calling,
      ExecutorService threads,
      ExecutorService background,
      ExecutorService readers,
      ScheduledExecutorService watch) {
    this.host = host;
    this.address = address;
    this.service = service;
    this.calls = calls;
    this.calling = calling;
    this.threads = threads;
    this.background = background;
    this.readers = readers;
    this.watch = watch;
    this.files = host.files();
    this.stamp = ListenerTls.stamp(files);
    this.port = address.getPort();
  }

  /**
   * Listens.
   *
   * @throws IOException if the address cannot be used
   * @throws IllegalArgumentException if the address is unknown, or a file cannot be used
   */
  static GrpcListener start(
      ClusterAutoscalerConfig config, ClusterAutoscalerHost host, String token) throws IOException {
    InetSocketAddress address = new InetSocketAddress(config.address(), config.port());
    if (address.isUnresolved()) {
      throw new IllegalArgumentException(
          "clusterAutoscaler.address is unknown on this machine, was " + config.address());
    }
    CallMetrics calls = new CallMetrics();
    ScheduledExecutorService watch =
        Executors.newSingleThreadScheduledExecutor(work -> daemon(work, "clusterautoscaler-watch"));
    ExecutorService threads = pool(THREADS, "calls");
    // Catalogs wait for clouds, and settings for a store or a pool; calls do not wait for them for
    // longer than their callers do.
    ExecutorService background = pool(1, "catalogs");
    ExecutorService readers = pool(READERS, "settings");
    AutoscalerService calling = new AutoscalerService(
        config,
        host,
        new MissingMachines(token),
        new SizeCatalogs(host::cloud, background, host.clock()),
        readers);
    ServerServiceDefinition service = ServerInterceptors.intercept(
        calling, new CallGate(host, calls, new CertificateCallers(host)));
    GrpcListener listener = new GrpcListener(
        host, address, service, calls, calling, threads, background, readers, watch);
    try {
      listener.leads = CallGate.notLeading(host.pools()).isEmpty();
      listener.listen();
    } catch (IOException e) {
      listener.close();
      throw new IOException(
          "clusterAutoscaler.port cannot be listened on, at " + config.address() + ":"
              + config.port() + ": " + reason(e),
          e);
    } catch (RuntimeException e) {
      listener.close();
      throw e;
    }
    var unused = watch.scheduleWithFixedDelay(listener::checkSafely, 1, 1, TimeUnit.SECONDS);
    return listener;
  }

  private static String reason(IOException failure) {
    return String.valueOf((failure.getCause() == null ? failure : failure.getCause()).getMessage());
  }

  private static ExecutorService pool(int threads, String name) {
    AtomicInteger count = new AtomicInteger();
    return Executors.newFixedThreadPool(
        threads, work -> daemon(work, "clusterautoscaler-" + name + "-" + count.incrementAndGet()));
  }

  private static Thread daemon(Runnable work, String name) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    return thread;
  }

  private void listen() throws IOException {
    SslContext tls = presentTls();
    Server begun = NettyServerBuilder.forAddress(new InetSocketAddress(address.getAddress(), port))
        .sslContext(tls)
        .executor(threads)
        .maxConcurrentCallsPerConnection(MOST_CALLS)
        .addService(service)
        .build()
        .start();
    server = begun;
    port = begun.getPort();
  }

  /** What the files have; what they had before, while they cannot be read. */
  private SslContext presentTls() {
    try {
      SslContext read = ListenerTls.read(host);
      lastTls = read;
      return read;
    } catch (IllegalArgumentException e) {
      SslContext before = lastTls;
      if (before == null) {
        throw e;
      }
      return before;
    }
  }

  private void checkSafely() {
    try {
      check();
    } catch (RuntimeException e) {
      LOG.error("the listener for Cluster Autoscaler cannot be looked after", e);
    }
  }

  /** Listens anew if this server has ceased to lead, a file has changed, or the last attempt failed. */
  void check() {
    lock.lock();
    try {
      if (closed) {
        return;
      }
      boolean nowLeads = CallGate.notLeading(host.pools()).isEmpty();
      List<String> nowStamp = ListenerTls.stamp(files);
      boolean lost = leads && !nowLeads;
      boolean replaced = !stamp.equals(nowStamp);
      leads = nowLeads;
      if (lost) {
        calling.forget();
      } else if (leads) {
        calling.note();
      }
      if (lost || replaced || server == null) {
        renew(lost, replaced);
        stamp = nowStamp;
      }
    } finally {
      lock.unlock();
    }
  }

  private void renew(boolean lost, boolean replaced) {
    if (replaced) {
      try {
        var unused = ListenerTls.read(host);
      } catch (IllegalArgumentException e) {
        LOG.error(
            "the listener for Cluster Autoscaler keeps its certificates, since the new ones cannot"
                + " be used: {}",
            e.getMessage());
        if (!lost && server != null) {
          return;
        }
      }
    }
    endServer();
    try {
      listen();
      LOG.info(
          "the listener for Cluster Autoscaler has closed its connections: {}",
          lost ? "this server does not lead any more" : "a certificate was replaced");
    } catch (IOException | IllegalArgumentException e) {
      LOG.error(
          "the listener for Cluster Autoscaler cannot listen on port {}: {}", port, e.getMessage());
    }
  }

  private void endServer() {
    Server running = server;
    server = null;
    if (running != null) {
      running.shutdownNow();
      try {
        boolean unused = running.awaitTermination(5, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public int port() {
    return port;
  }

  @Override
  public List<Metric> metrics() {
    return calls.metrics();
  }

  @Override
  public void close() {
    watch.shutdownNow();
    lock.lock();
    try {
      closed = true;
      endServer();
    } finally {
      lock.unlock();
    }
    threads.shutdownNow();
    background.shutdownNow();
    readers.shutdownNow();
  }
}

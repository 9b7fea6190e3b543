package io.cloudadapter.proof.channel;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.testkit.subject.TestReceiver;
import io.cloudadapter.testkit.wire.FaultProxy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BiFunction;

/** Takes messages by HTTP. */
public final class HookReceiver implements TestReceiver {
  private final List<Heard> heard = new CopyOnWriteArrayList<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpServer server;
  private final BiFunction<FaultProxy, URI, HookTarget> target;

  /**
   * A receiver.
   *
   * @param target what leads through the wire to an address
   * @param read what a request with this body has brought
   */
  public HookReceiver(
      BiFunction<FaultProxy, URI, HookTarget> target,
      BiFunction<HttpExchange, String, Heard> read) {
    this.target = target;
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext("/", exchange -> {
      byte[] body = exchange.getRequestBody().readAllBytes();
      // A probe of the connection has no body.
      if (exchange.getRequestMethod().equals("POST")) {
        heard.add(read.apply(exchange, new String(body, StandardCharsets.UTF_8)));
      }
      exchange.sendResponseHeaders(204, -1);
      exchange.close();
    });
    server.start();
  }

  @Override
  public HookTarget target(FaultProxy wire) {
    int port = server.getAddress().getPort();
    return target.apply(wire, URI.create("http://localhost:" + port + "/hooks/by-this-path-only"));
  }

  @Override
  public List<Heard> heard() {
    return List.copyOf(heard);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}

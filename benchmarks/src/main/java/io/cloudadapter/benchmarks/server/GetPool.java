package io.cloudadapter.benchmarks.server;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.cloudadapter.api.Machine;
import io.cloudadapter.server.AdapterServer;
import io.cloudadapter.server.options.TlsConfig;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * GET /pool, whole: request, answer, and a client that reads it, on one kept connection over plain
 * HTTP. Plain, since TLS would cost both sides the same and flatter the ratio.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
@SuppressWarnings("NullAway.Init") // JMH calls start before anything else.
public class GetPool {
  /** How many machines the pool has. */
  @Param("10000")
  public int machines;

  private final ObjectMapper mapper = new ObjectMapper();
  private final FixedPool pool = new FixedPool();
  private AdapterServer ours;
  private Server bare;
  private KeptConnection toOurs;
  private KeptConnection toBare;
  private List<WireMachine> wire = List.of();
  private int round;

  /**
   * Starts both servers.
   *
   * @throws Exception if one does not start
   */
  @Setup
  public void start() throws Exception {
    pool.fill(machines);
    ours = AdapterServer.builder(new OnePool(pool)).tls(TlsConfig.off()).start();
    toOurs = new KeptConnection(ours.uri());
    byte[] body = toOurs.get("/pool");

    bare = new Server();
    ServerConnector connector = new ServerConnector(bare);
    connector.setHost("127.0.0.1");
    bare.addConnector(connector);
    bare.setHandler(new FromMemory(body));
    bare.start();
    toBare = new KeptConnection(URI.create("http://127.0.0.1:" + connector.getLocalPort()));

    wire = pool.view().machines().stream().map(WireMachine::of).toList();
    byte[] same = mapper.writeValueAsBytes(new WirePool("2013-11-07T13:50:00.000Z", wire));
    if (same.length != body.length || toBare.get("/pool").length != body.length) {
      throw new IllegalStateException("not the same: " + same.length + ", " + body.length);
    }
  }

  /**
   * Stops both servers.
   *
   * @throws Exception if one does not stop
   */
  @TearDown(Level.Trial)
  public void stop() throws Exception {
    toOurs.close();
    toBare.close();
    ours.stop();
    bare.stop();
  }

  /**
   * The baseline of a read: Jetty writes the same bytes from memory.
   *
   * @return the body
   * @throws IOException if the connection breaks
   */
  @Benchmark
  public byte[] sameBytesFromMemory() throws IOException {
    return toBare.get("/pool");
  }

  /**
   * GET /pool when nothing changed since the last read.
   *
   * @return the body
   * @throws IOException if the connection breaks
   */
  @Benchmark
  public byte[] unchanged() throws IOException {
    return toOurs.get("/pool");
  }

  /**
   * The baseline of a change: Jackson turns the whole, prepared as plain strings, into bytes.
   *
   * @return the bytes
   * @throws IOException never
   */
  @Benchmark
  public byte[] oneSerialisation() throws IOException {
    return mapper.writeValueAsBytes(new WirePool("2013-11-07T13:50:00.000Z", wire));
  }

  /**
   * GET /pool after one machine changed; the change itself (a copy of the list) is part of it.
   *
   * @return the body
   * @throws IOException if the connection breaks
   */
  @Benchmark
  public byte[] changed() throws IOException {
    pool.changeOne(round++ % machines);
    return toOurs.get("/pool");
  }

  /** Whole seconds with the three digits of fraction that the wire has. */
  private static String text(Instant time) {
    return time.toString().replace("Z", ".000Z");
  }

  private static final class FromMemory extends Handler.Abstract {
    private final byte[] body;

    FromMemory(byte[] body) {
      this.body = body;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
      response.getHeaders().put("Content-Type", "application/json");
      response.getHeaders().put("Content-Length", body.length);
      response.write(true, ByteBuffer.wrap(body), callback);
      return true;
    }
  }

  /** The machine pool message. */
  record WirePool(String timestamp, List<WireMachine> machines) {}

  /** A machine in it. */
  record WireMachine(
      String id,
      String machineState,
      String serviceState,
      String launchtime,
      List<String> publicIps,
      List<String> privateIps,
      Map<String, String> metadata) {

    static WireMachine of(Machine machine) {
      return new WireMachine(
          machine.id().value(),
          machine.machineState().name(),
          machine.serviceState().name(),
          machine.launchTime().map(GetPool::text).orElse(""),
          machine.publicIps(),
          machine.privateIps(),
          Map.of(
              "image",
              "base-7",
              "zone",
              machine.zone().orElse(""),
              "size",
              machine.size().orElse("")));
    }
  }
}

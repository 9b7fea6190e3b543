package io.cloudadapter.health;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.health.HealthVerdict;
import io.cloudadapter.core.config.ProbeConfig;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Probes over HTTP against a server of this test. */
class HttpProbeTest {
  private final ExecutorService threads = Executors.newFixedThreadPool(2);
  private final List<String> asked = Collections.synchronizedList(new ArrayList<>());
  private final HttpProbe probe = new HttpProbe(threads, ProbeHosts.none());
  private HttpServer server;

  @BeforeEach
  void serve() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
    server.createContext("/", exchange -> {
      String path = exchange.getRequestURI().toString();
      asked.add(exchange.getRequestMethod() + " " + path);
      if (path.startsWith("/moved")) {
        exchange.getResponseHeaders().add("Location", "/elsewhere");
      }
      int status = path.startsWith("/moved") ? 302 : path.startsWith("/ill") ? 503 : 200;
      if (path.startsWith("/says")) {
        byte[] words = "state: up".getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, words.length);
        exchange.getResponseBody().write(words);
        exchange.close();
        return;
      }
      exchange.sendResponseHeaders(status, path.startsWith("/endless") ? 0 : -1);
      if (path.startsWith("/endless")) {
        try (OutputStream body = exchange.getResponseBody()) {
          byte[] much = "more ".repeat(1000).getBytes(StandardCharsets.UTF_8);
          for (int i = 0; i < 1_000_000; i++) {
            body.write(much);
          }
        } catch (IOException closed) {
          asked.add("closed");
        }
      }
      exchange.close();
    });
    server.setExecutor(threads);
    server.start();
  }

  @AfterEach
  void end() {
    server.stop(0);
    threads.shutdownNow();
  }

  private ProbeResult probed(ProbeConfig config) throws Exception {
    ProbeTarget target = new ProbeTarget(
        new PoolName("web"),
        new MachineId("a"),
        InetAddress.getLoopbackAddress(),
        config,
        Duration.ofSeconds(5));
    return probe.probe(target).toCompletableFuture().get(20, TimeUnit.SECONDS);
  }

  private ProbeConfig get(String path) {
    return ProbeConfig.http(server.getAddress().getPort(), path);
  }

  @Test
  void a_status_in_the_range_is_well() throws Exception {
    assertThat(probed(get("/well?deep=1"))).isEqualTo(ProbeResult.ok("HTTP status 200"));
    assertThat(asked).containsExactly("GET /well?deep=1");
  }

  @Test
  void another_status_is_not_well() throws Exception {
    assertThat(probed(get("/ill"))).isEqualTo(ProbeResult.bad("HTTP status 503"));
  }

  @Test
  void a_redirect_is_not_followed() throws Exception {
    assertThat(probed(get("/moved"))).isEqualTo(ProbeResult.ok("HTTP status 302"));
    assertThat(asked).containsExactly("GET /moved");
  }

  @Test
  void a_body_without_end_is_not_read() throws Exception {
    assertThat(probed(get("/endless"))).isEqualTo(ProbeResult.ok("HTTP status 200"));
  }

  @Test
  void a_closed_port_is_not_well() throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }

    assertThat(probed(ProbeConfig.http(port, "/")).verdict()).isEqualTo(HealthVerdict.BAD);
  }

  @Test
  void a_machine_that_accepts_and_never_answers_is_not_well() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
      ProbeTarget target = new ProbeTarget(
          new PoolName("web"),
          new MachineId("a"),
          InetAddress.getLoopbackAddress(),
          ProbeConfig.http(silent.getLocalPort(), "/"),
          Duration.ofMillis(200));

      ProbeResult result = probe.probe(target).toCompletableFuture().get(20, TimeUnit.SECONDS);

      assertThat(result).isEqualTo(ProbeResult.bad("no answer in time"));
    }
  }

  @Test
  void what_is_no_http_is_not_well() throws Exception {
    try (ServerSocket odd = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
      threads.execute(() -> {
        try (var connection = odd.accept()) {
          connection.getOutputStream().write("SSH-2.0-odd\r\n".getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
          asked.add("not accepted");
        }
      });
      assertThat(probed(ProbeConfig.http(odd.getLocalPort(), "/")).verdict())
          .isEqualTo(HealthVerdict.BAD);
    }
  }

  @Test
  void a_reply_with_the_response_is_well_and_one_without_is_not() throws Exception {
    assertThat(probed(get("/says").withResponse("state: *up")))
        .isEqualTo(ProbeResult.ok("HTTP status 200, with the response"));
    assertThat(probed(get("/says").withResponse("^up")))
        .isEqualTo(ProbeResult.bad("HTTP status 200, without the response"));
    assertThat(probed(get("/ill").withResponse("up")))
        .isEqualTo(ProbeResult.bad("HTTP status 503"));
    assertThat(probed(get("/says").withResponse("(up")).verdict())
        .isEqualTo(HealthVerdict.CANNOT_TELL);
  }

  @Test
  void of_a_body_without_end_only_the_beginning_is_read() throws Exception {
    assertThat(probed(get("/endless").withResponse("^more more")).verdict())
        .isEqualTo(HealthVerdict.OK);
    assertThat(probed(get("/endless").withResponse("never")).verdict())
        .isEqualTo(HealthVerdict.BAD);
  }

  @Test
  void the_machines_id_stands_where_the_path_has_its_place() throws Exception {
    assertThat(probed(get("/of/{machine}?id={machine}")).verdict()).isEqualTo(HealthVerdict.OK);

    assertThat(asked).containsExactly("GET /of/a?id=a");
  }

  @Test
  void another_host_is_asked_only_if_it_was_given() throws Exception {
    int port = server.getAddress().getPort();
    HttpProbe given = new HttpProbe(threads, new ProbeHosts(Set.of("localhost:" + port)));
    ProbeTarget target = new ProbeTarget(
        new PoolName("web"),
        new MachineId("a"),
        InetAddress.getByName("192.0.2.1"),
        get("/of/{machine}").withHost("localhost"),
        Duration.ofSeconds(5));

    assertThat(
            given.probe(target).toCompletableFuture().get(20, TimeUnit.SECONDS).verdict())
        .isEqualTo(HealthVerdict.OK);
    assertThat(asked).containsExactly("GET /of/a");
    assertThat(probe.probe(target).toCompletableFuture().get(20, TimeUnit.SECONDS))
        .isEqualTo(ProbeResult.cannotTell("host localhost is not among the hosts of probes"));
    assertThat(asked).hasSize(1);
  }

  @Test
  void a_host_whose_name_cannot_be_looked_up_says_nothing_of_the_machine() throws Exception {
    HttpProbe given = new HttpProbe(threads, new ProbeHosts(Set.of("health.invalid")));
    ProbeTarget target = new ProbeTarget(
        new PoolName("web"),
        new MachineId("a"),
        InetAddress.getByName("192.0.2.1"),
        get("/").withHost("health.invalid"),
        Duration.ofSeconds(15));

    assertThat(given.probe(target).toCompletableFuture().get(20, TimeUnit.SECONDS))
        .isEqualTo(ProbeResult.cannotTell("the host's name cannot be looked up"));
  }
}

package io.cloudadapter.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cloudadapter.core.store.quorum.ClusterAddress;
import io.cloudadapter.fake.FreePort;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * An etcd of one member on loopback, if there is one on this machine: {@code etcd} on the PATH with {@code etcdctl}
 * beside it, or where {@code -Detcd=FILE} says. Without it tests are skipped, unless {@code -Detcd.required} is given.
 */
final class RealEtcd implements AutoCloseable {
  private static final Pattern REVISION = Pattern.compile("\"revision\":([0-9]+)");

  private final Path directory;
  private final String binary;
  private final List<String> options;
  private final int port = FreePort.onLoopback();
  private final int peerPort = FreePort.onLoopback();
  private final int metricsPort = FreePort.onLoopback();
  private Process process;

  private RealEtcd(String binary, List<String> options) {
    this.binary = binary;
    this.options = options;
    try {
      this.directory = Files.createTempDirectory("etcd-test");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    this.process = launch();
  }

  /** Starts one; skips the test if there is none. */
  static RealEtcd start(String... options) {
    Optional<String> binary = binary();
    if (System.getProperty("etcd.required") != null) {
      assertThat(binary)
          .as("etcd on the PATH with etcdctl beside it, or -Detcd=FILE")
          .isPresent();
    }
    assumeTrue(
        binary.isPresent(), "there is no etcd with etcdctl on the PATH, nor given by -Detcd=FILE");
    return new RealEtcd(binary.orElseThrow(), List.of(options));
  }

  private static Optional<String> binary() {
    String given = System.getProperty("etcd");
    if (given != null) {
      return Optional.of(given);
    }
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .map(directory -> Path.of(directory, "etcd"))
        .filter(Files::isExecutable)
        .filter(etcd -> Files.isExecutable(etcd.resolveSibling("etcdctl")))
        .map(Path::toString)
        .findFirst();
  }

  private Process launch() {
    String scheme = options.contains("--client-cert-auth") ? "https" : "http";
    String client = scheme + "://127.0.0.1:" + port;
    String peer = "http://127.0.0.1:" + peerPort;
    List<String> command = new ArrayList<>(List.of(
        binary,
        "--name=one",
        "--data-dir=" + directory.resolve("data"),
        "--listen-client-urls=" + client,
        "--advertise-client-urls=" + client,
        "--listen-peer-urls=" + peer,
        "--initial-advertise-peer-urls=" + peer,
        "--initial-cluster=one=" + peer,
        "--listen-metrics-urls=http://127.0.0.1:" + metricsPort,
        "--log-level=error"));
    command.addAll(options);
    try {
      Process started = new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(directory.resolve("log").toFile())
          .start();
      awaitPort(started);
      return started;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void awaitPort(Process started) throws IOException {
    for (int i = 0; i < 2400 && started.isAlive(); i++) {
      try {
        new Socket(InetAddress.getLoopbackAddress(), port).close();
        return;
      } catch (IOException e) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
      }
    }
    throw new IllegalStateException(
        "etcd does not start: " + Files.readString(directory.resolve("log")));
  }

  /** The port on loopback where it answers. */
  int port() {
    return port;
  }

  /** How many requests it has answered since it started, refusals as well. */
  long requests() {
    URI page = URI.create("http://127.0.0.1:" + metricsPort + "/metrics");
    try (InputStream in = page.toURL().openStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> line.startsWith("grpc_server_handled_total{"))
          .mapToLong(line -> Math.round(Double.parseDouble(line.substring(line.indexOf('}') + 1))))
          .sum();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Where it answers. */
  String server() {
    return "127.0.0.1:" + port;
  }

  /** The address of a store on it. */
  String address(String prefix) {
    return "etcd://" + server() + "/" + prefix;
  }

  /** Kills it without warning. */
  void kill() {
    process.destroyForcibly();
    join();
  }

  private void join() {
    try {
      process.waitFor(2, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Starts it again on the same port and data. */
  void restart() {
    process = launch();
  }

  /** Runs etcd's own client on it, over TLS. */
  String etcdctl(Path authority, ClusterAddress.Certificate own, String... arguments) {
    return etcdctl(Stream.concat(
            Stream.of("--cacert=" + authority, "--cert=" + own.chain(), "--key=" + own.key()),
            Stream.of(arguments))
        .toArray(String[]::new));
  }

  /** Runs etcd's own client on it. */
  String etcdctl(String... arguments) {
    List<String> command =
        new ArrayList<>(List.of(binary.replaceAll("etcd$", "etcdctl"), "--endpoints=" + server()));
    command.addAll(List.of(arguments));
    try {
      ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
      builder.environment().put("ETCDCTL_API", "3");
      Process run = builder.start();
      String said = new String(run.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      run.waitFor(2, TimeUnit.MINUTES);
      return said;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "";
    }
  }

  /** Has it forget all that was before the newest revision. */
  void compact() {
    Matcher newest = REVISION.matcher(etcdctl("get", "--write-out=json", "none"));
    assertThat(newest.find()).as("a revision").isTrue();
    assertThat(etcdctl("compact", newest.group(1))).startsWith("compacted revision");
  }

  @Override
  public void close() {
    kill();
    try (Stream<Path> files = Files.walk(directory)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

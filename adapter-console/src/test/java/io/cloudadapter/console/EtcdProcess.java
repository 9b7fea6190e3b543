package io.cloudadapter.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cloudadapter.fake.FreePort;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** The etcd of this machine, on loopback; without it, a test is left out, unless it is required. */
final class EtcdProcess implements AutoCloseable {
  private static final int MOST_LOOKS = 1200;

  private final int port = FreePort.onLoopback();
  private final Process process;

  EtcdProcess(Path directory) throws IOException {
    Optional<Path> program = Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .map(folder -> Path.of(folder, "etcd"))
        .filter(Files::isExecutable)
        .findFirst();
    if (System.getProperty("etcd.required") != null) {
      assertThat(program).as("etcd on the PATH").isPresent();
    }
    assumeTrue(program.isPresent(), "etcd is not here: install the package etcd-server");
    String clients = "http://127.0.0.1:" + port;
    String peers = "http://127.0.0.1:" + FreePort.onLoopback();
    process = new ProcessBuilder(
            program.orElseThrow().toString(),
            "--name=one",
            "--data-dir=" + directory.resolve("etcd"),
            "--listen-client-urls=" + clients,
            "--advertise-client-urls=" + clients,
            "--listen-peer-urls=" + peers,
            "--initial-advertise-peer-urls=" + peers,
            "--initial-cluster=one=" + peers,
            "--log-level=error")
        .redirectErrorStream(true)
        .redirectOutput(directory.resolve("etcd.log").toFile())
        .start();
    awaitPort(directory.resolve("etcd.log"));
  }

  private void awaitPort(Path log) throws IOException {
    for (int i = 0; i < MOST_LOOKS && process.isAlive(); i++) {
      try {
        new Socket(InetAddress.getLoopbackAddress(), port).close();
        return;
      } catch (IOException e) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
      }
    }
    throw new IllegalStateException("etcd does not start: " + Files.readString(log));
  }

  /** The address of a store on it. */
  String store() {
    return "etcd://127.0.0.1:" + port + "/console";
  }

  @Override
  public void close() {
    process.destroyForcibly();
    try {
      assertThat(process.waitFor(1, TimeUnit.MINUTES)).as("etcd has ended").isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

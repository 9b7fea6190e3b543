package consumer;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;

/** An etcd of our own, on ports that are free, with its data in a temporary directory. */
final class Etcd implements AutoCloseable {
  private final Process process;
  private final String address;

  private Etcd(Process process, String address) {
    this.process = process;
    this.address = address;
  }

  /** Starts one and returns when it serves. */
  static Etcd start(String command) throws IOException {
    Path data = Files.createTempDirectory("consumer");
    String address = "127.0.0.1:" + freePort();
    String clients = "http://" + address;
    String peers = "http://127.0.0.1:" + freePort();
    Path log = data.resolve("log");
    Process process = new ProcessBuilder(
            command,
            "--data-dir=" + data.resolve("etcd"),
            "--listen-client-urls=" + clients,
            "--advertise-client-urls=" + clients,
            "--listen-peer-urls=" + peers,
            "--initial-advertise-peer-urls=" + peers,
            "--initial-cluster=default=" + peers)
        .redirectErrorStream(true)
        .start();
    BufferedReader lines = process.inputReader();
    StringBuilder said = new StringBuilder();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      said.append(line).append('\n');
      if (line.contains("ready to serve client requests")
          || line.contains("serving insecure client requests")) {
        drain(process.getInputStream());
        return new Etcd(process, address);
      }
    }
    throw new IOException(command + " ended before it served, see " + Files.writeString(log, said));
  }

  private static void drain(InputStream output) {
    Thread reader = new Thread(
        () -> {
          try {
            output.transferTo(java.io.OutputStream.nullOutputStream());
          } catch (IOException closed) {
            // It has ended, and what it printed is of no use any more.
          }
        },
        "etcd-output");
    reader.setDaemon(true);
    reader.start();
  }

  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  String address() {
    return address;
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}

package io.cloudadapter.cli.server;

import io.cloudadapter.server.config.AdapterConfig;
import io.cloudadapter.spi.config.ConfigError;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Checks the host of a server: its data directory, its ports, its clock. */
final class HostChecks {
  /** When this was written: a clock that shows less is wrong. */
  private static final Instant WRITTEN = Instant.parse("2026-11-01T00:00:00Z");

  private static final Duration AHEAD = Duration.ofMinutes(5);

  private final DoctorReport findings;
  private final Instant now;

  HostChecks(DoctorReport findings, Instant now) {
    this.findings = findings;
    this.now = now;
  }

  void check(AdapterConfig config) {
    Path data = config.data();
    if (!findings.blames("data")) {
      findings.ok("data: " + data + (Files.exists(data) ? " can be used" : " will be made"));
    }
    if (!findings.blames("server.port") && !findings.blames("server.address")) {
      port(config, "server.port", config.server().address(), config.server().port());
    }
    config
        .autoscaler()
        .filter(listener -> !findings.blames("clusterAutoscaler.port")
            && !findings.blames("clusterAutoscaler.address"))
        .ifPresent(listener ->
            port(config, "clusterAutoscaler.port", listener.address(), listener.port()));
    clock(data);
  }

  private void port(AdapterConfig config, String key, String address, int port) {
    Optional<IOException> taken = bind(address, port);
    if (taken.isEmpty()) {
      findings.ok(
          port == 0 ? key + ": any that is free" : key + ": " + address + ":" + port + " is free");
      return;
    }
    ConfigError fault = new ConfigError(
        key,
        "cannot listen on " + address + ":" + port + ": " + taken.get().getMessage()
            + running(config.data()));
    // Who has the port may be gone when the server starts; the rest stays as it is.
    if (bind(address, 0).isEmpty() && fault.problem().contains("in use")) {
      findings.warn(fault);
    } else {
      findings.fault(fault);
    }
  }

  private static Optional<IOException> bind(String address, int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getByName(address), port));
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(e);
    }
  }

  private static String running(Path data) {
    try {
      return ServerFile.read(data)
          .map(file -> "; the server of " + data + " is at " + file.url())
          .orElse("");
    } catch (IllegalArgumentException e) {
      return ""; // A server that starts writes the file anew.
    }
  }

  /** Neither before this was written nor before what the data directory has seen. */
  private void clock(Path data) {
    Instant seen = WRITTEN;
    Path ledger = data.resolve("ledger");
    try (var files =
        Files.exists(ledger) ? Files.list(ledger) : java.util.stream.Stream.<Path>of()) {
      for (Path file : files.toList()) {
        Instant changed = Files.getLastModifiedTime(file).toInstant();
        seen = changed.isAfter(seen) ? changed : seen;
      }
    } catch (IOException e) {
      findings.warn("data: " + ledger + " cannot be listed");
    }
    if (now.plus(AHEAD).isBefore(seen)) {
      findings.warn("clock: shows " + now + ", which is before " + seen + "; set it right");
    } else {
      findings.ok("clock: shows " + now);
    }
  }
}

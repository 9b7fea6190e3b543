package io.cloudadapter.cli;

import io.cloudadapter.server.config.AdapterConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;

/** Looks at where a server would run: its data directory, its port, its clock. */
final class PlaceChecks {
  /** When this was written: a clock that shows less is wrong. */
  private static final Instant WRITTEN = Instant.parse("2026-11-01T00:00:00Z");

  private static final Duration AHEAD = Duration.ofMinutes(5);

  private final Findings findings;
  private final Instant now;

  PlaceChecks(Findings findings, Instant now) {
    this.findings = findings;
    this.now = now;
  }

  void check(AdapterConfig config) {
    boolean free = data(config.data());
    if (free) {
      port(config.server().address(), config.server().port());
    }
    clock(config.data());
  }

  /** Whether no server runs on the data directory. */
  private boolean data(Path data) {
    Path existing = data.toAbsolutePath().normalize();
    while (existing != null && !Files.exists(existing)) {
      existing = existing.getParent();
    }
    if (existing == null || !Files.isDirectory(existing) || !Files.isWritable(existing)) {
      findings.fault("data: " + data + " cannot be written"
          + (existing == null ? "" : ", because of " + existing));
      return true;
    }
    if (locked(data.resolve("ledger").resolve("lock"))) {
      findings.fault("data: a server runs on " + data
          + ServerFile.read(data).map(file -> ", at " + file.url()).orElse(""));
      return false;
    }
    findings.ok("data: " + data + (Files.exists(data) ? " can be used" : " will be made"));
    return true;
  }

  /** Whether somebody holds the lock; leaves it as it is. */
  private static boolean locked(Path lock) {
    if (!Files.exists(lock)) {
      return false;
    }
    try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE);
        FileLock held = channel.tryLock()) {
      return held == null;
    } catch (OverlappingFileLockException e) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private void port(String address, int port) {
    if (port == 0) {
      findings.ok("server.port: any that is free");
      return;
    }
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getByName(address), port));
      findings.ok("server.port: " + address + ":" + port + " is free");
    } catch (UnknownHostException e) {
      findings.fault("server.address: " + address + " is not known on this machine");
    } catch (IOException e) {
      findings.fault(
          "server.port: cannot listen on " + address + ":" + port + ": " + e.getMessage());
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
      findings.fault("clock: shows " + now + ", which is before " + seen + "; set it right");
    } else {
      findings.ok("clock: shows " + now);
    }
  }
}

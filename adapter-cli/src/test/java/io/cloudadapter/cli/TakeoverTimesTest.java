package io.cloudadapter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/**
 * Measures how long writes are refused after the leader of three servers was killed, and where that time goes. Not in
 * each build: {@code -Dtakeover.kills=20}, with the lease in seconds as {@code -Dtakeover.lease=5}.
 */
class TakeoverTimesTest {
  private static final Optional<Integer> KILLS =
      Optional.ofNullable(Integer.getInteger("takeover.kills"));
  private static final Duration LEASE = Duration.ofSeconds(Integer.getInteger("takeover.lease", 5));
  private static final Pattern LINE =
      Pattern.compile("(?m)^(\\S+Z) .* (reads in the store|leads, epoch \\d+)$");

  @TempDir
  private Path home;

  /** Milliseconds from the kill until each thing. */
  private final List<Long> heard = new ArrayList<>();

  private final List<Long> won = new ArrayList<>();
  private final List<Long> acknowledged = new ArrayList<>();

  static boolean isAskedFor() {
    return KILLS.isPresent();
  }

  @Test
  @EnabledIf("isAskedFor")
  void measuresTheTimeUntilTheNextLeaderTakesWrites() throws Exception {
    try (ReplicaCluster team = new ReplicaCluster(home, TestNetwork.loopback(), LEASE)) {
      for (int kill = 1; kill <= KILLS.orElseThrow(); kill++) {
        ReplicaCluster.await(
            "all servers answer",
            () -> ReplicaCluster.SERVERS.stream().allMatch(s -> team.role(s).isPresent()));
        ReplicaCluster.await("a leader", () -> team.leader().isPresent());
        String leader = team.leader().orElseThrow();
        kill(team, leader, kill);
        team.member(leader).start();
      }
    }
    report("a follower reads that no replica leads", heard);
    report("the next one leads", won);
    report("a write is acknowledged", acknowledged);
    assertThat(acknowledged).hasSize(KILLS.orElseThrow());
  }

  private void kill(ReplicaCluster team, String leader, int number) throws Exception {
    HttpClient client = team.client();
    List<String> others =
        ReplicaCluster.SERVERS.stream().filter(s -> !s.equals(leader)).toList();
    Instant at = Instant.now();
    team.member(leader).kill();
    int size = 2 + number % 3;
    while (others.stream().noneMatch(server -> resized(team, client, server, size))) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
    acknowledged.add(Duration.between(at, Instant.now()).toMillis());
    heard.add(first(others, at, "reads"));
    won.add(first(others, at, "leads"));
    System.out.printf(
        "takeover: kill %d, heard after %d ms, led after %d ms, acknowledged after %d ms%n",
        number, last(heard), last(won), last(acknowledged));
  }

  private static boolean resized(ReplicaCluster team, HttpClient client, String server, int size) {
    HttpRequest request = team.request(server, "/pools/web/pool/size")
        .header("Content-Type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofString("{\"desiredSize\": " + size + "}"))
        .build();
    try {
      return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  private long first(List<String> servers, Instant since, String what) throws IOException {
    List<Long> all = new ArrayList<>();
    for (String server : servers) {
      Path log = home.resolve(server).resolve("adapter.log");
      Matcher line = LINE.matcher(Files.exists(log) ? Files.readString(log) : "");
      while (line.find()) {
        long after = Duration.between(since, Instant.parse(line.group(1))).toMillis();
        if (after >= 0 && line.group(2).startsWith(what)) {
          all.add(after);
        }
      }
    }
    return all.isEmpty() ? -1 : Collections.min(all);
  }

  private static long last(List<Long> times) {
    return times.get(times.size() - 1);
  }

  private static void report(String what, List<Long> times) {
    List<Long> sorted = times.stream().sorted().toList();
    System.out.printf(
        "takeover: %s after %d ms (median), %d ms (longest); lease %d s, %d times, %d above lease + 1 s%n",
        what,
        sorted.get(sorted.size() / 2),
        sorted.get(sorted.size() - 1),
        LEASE.toSeconds(),
        sorted.size(),
        sorted.stream().filter(time -> time > LEASE.plusSeconds(1).toMillis()).count());
  }
}

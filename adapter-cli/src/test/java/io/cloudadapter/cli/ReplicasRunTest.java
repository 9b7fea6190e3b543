package io.cloudadapter.cli;

import io.cloudadapter.api.TimeSpan;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three servers on three members of etcd, under load, while members are killed, stopped and cut off by turns. Not in
 * each build: {@code -Dreplicas.run=30m} in network namespaces, as root; the same choices again:
 * {@code -Dreplicas.seed=N}.
 *
 * <p>What was acknowledged is there, no launch key has two machines, no machine is left behind, and what clients saw
 * of the desired size and of hooks has an order (docs/explanation/proof.md).
 */
class ReplicasRunTest {
  private static final Optional<String> LENGTH =
      Optional.ofNullable(System.getProperty("replicas.run"));
  private static final Duration LEASE = Duration.ofSeconds(10);

  /** A fault, whom it befell, and how long it took until a write that was sent after it was acknowledged. */
  private record Struck(ReplicaFault fault, String role, long at, Duration resumed) {
    String kind() {
      return fault + " " + role;
    }
  }

  @TempDir
  private Path home;

  private final List<Struck> struck = new ArrayList<>();

  static boolean isAskedFor() {
    return LENGTH.isPresent();
  }

  @Test
  @EnabledIf("isAskedFor")
  void whatAnyServerAcknowledgedIsThereAfterAnyFailure() throws Exception {
    long seed = Long.getLong("replicas.seed", System.nanoTime());
    System.out.printf("replicas: %s, seed %d%n", LENGTH.orElseThrow(), seed);
    SplittableRandom random = new SplittableRandom(seed);
    try (ReplicaCluster team =
        new ReplicaCluster(home, TestNetwork.namespaces(ReplicaCluster.ALL), LEASE)) {
      ReplicaClients load = new ReplicaClients(team, random.nextLong());
      ReplicaCluster.await("a hook is answered", () -> !load.hooks.isEmpty());
      long until = System.nanoTime() + TimeSpan.parse(LENGTH.orElseThrow()).toNanos();
      while (System.nanoTime() - until < 0) {
        strikeAny(team, load, random);
      }
      ReplicaCluster.await("a replica leads", () -> team.leader().isPresent());
      ReplicaPromises promises = new ReplicaPromises(team, load, LEASE);
      promises.check();
      report(load, team.cloud().keys().size(), team);
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError("replay the choices with -Dreplicas.seed=" + seed, e);
    }
  }

  private void strikeAny(ReplicaCluster team, ReplicaClients load, SplittableRandom random)
      throws Exception {
    boolean server = random.nextInt(3) > 0;
    boolean leads = random.nextInt(3) > 0;
    List<ReplicaFault> faults = new ArrayList<>(List.of(ReplicaFault.values()));
    if (!server) {
      faults.remove(ReplicaFault.CUT_FROM_ETCD);
    }
    ReplicaFault fault = faults.get(random.nextInt(faults.size()));
    int millis = 1000 + random.nextInt(random.nextBoolean() ? 4000 : 25_000);
    int other = random.nextInt(3);
    Optional<String> leader = server ? team.leader() : team.etcdLeader();
    List<String> all = server ? ReplicaCluster.SERVERS : ReplicaCluster.ETCDS;
    String member = leader
        .filter(l -> leads)
        .orElseGet(() -> all.stream()
            .filter(m -> leader.filter(m::equals).isEmpty())
            .toList()
            .get(other % 2));
    boolean struckLeader = leader.filter(member::equals).isPresent();
    strike(
        team,
        load,
        fault,
        member,
        (server ? "server, " : "etcd, ") + (struckLeader ? "leader" : "follower"),
        millis);
    pause(2000 + random.nextInt(6000));
  }

  /** Strikes and heals, and waits until writes are acknowledged again. */
  private void strike(
      ReplicaCluster team,
      ReplicaClients load,
      ReplicaFault fault,
      String member,
      String role,
      int millis) {
    long at = System.nanoTime();
    fault.strike(team, member);
    pause(millis);
    fault.heal(team, member);
    ReplicaCluster.await(
        "writes are acknowledged after " + fault + " of " + member,
        () -> load.acks.stream().anyMatch(ack -> ack.sent() - at > 0));
    Duration resumed = load.acks.stream()
        .filter(ack -> ack.sent() - at > 0)
        .mapToLong(ack -> ack.answered() - at)
        .mapToObj(Duration::ofNanos)
        .min(Duration::compareTo)
        .orElseThrow();
    struck.add(new Struck(fault, role, at, resumed));
    System.out.printf(
        "replicas: %s of %s (%s) for %d ms, acknowledged again after %d ms%n",
        fault, member, role, millis, resumed.toMillis());
    load.acks.removeIf(ack -> ack.answered() - at < 0);
    ReplicaCluster.await(
        "all servers answer",
        () -> ReplicaCluster.SERVERS.stream().allMatch(s -> team.role(s).isPresent()));
  }

  private static void pause(int millis) {
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
  }

  private void report(ReplicaClients load, int machines, ReplicaCluster team) throws IOException {
    long writes = load.sizes.stream().filter(deed -> deed.what().write()).count();
    long answers = load.hooks.values().stream()
        .flatMap(java.util.Collection::stream)
        .filter(deed -> !deed.what().answer().equals("waits"))
        .count();
    System.out.printf(
        "replicas: %d faults; %d resizes, %d terminations and %d answers to %d hooks, asked again %d"
            + " times, all acknowledged and there; %d reads of leaders, %d of followers;"
            + " %d machines, no key twice, none left behind; %d errors logged%n",
        struck.size(),
        writes,
        load.terminated.size(),
        answers,
        load.hooks.size(),
        load.repeats.get(),
        load.sizes.size() - writes,
        load.aged.size(),
        machines,
        team.logged().lines().filter(line -> line.contains(" ERROR ")).count());
    Map<String, List<Duration>> kinds = new TreeMap<>();
    struck.forEach(
        each -> kinds.computeIfAbsent(each.kind(), kind -> new ArrayList<>()).add(each.resumed()));
    kinds.forEach((kind, times) -> {
      List<Duration> sorted = times.stream().sorted().toList();
      System.out.printf(
          "replicas: %-28s %3d times, acknowledged again after %5d ms (median), %5d ms (longest); %d"
              + " above lease + 1 s%n",
          kind,
          sorted.size(),
          sorted.get(sorted.size() / 2).toMillis(),
          sorted.get(sorted.size() - 1).toMillis(),
          sorted.stream()
              .filter(time -> time.compareTo(LEASE.plusSeconds(1)) > 0)
              .count());
    });
  }
}

package io.cloudadapter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three servers of an older build on three members of etcd are replaced by this build one after another, under load.
 * Not in each build: {@code -Dupgrade.old=CHECKOUT}, the directory of a checkout in which {@code mvn package} was run;
 * {@code present} replaces this build by itself.
 *
 * <p>What any server has acknowledged is there afterwards, as in {@link ReplicasRunTest}. If the older build writes an
 * earlier format, it refuses the ledger then, and writes nothing.
 */
class UpgradeRunTest {
  private static final Optional<String> OLD =
      Optional.ofNullable(System.getProperty("upgrade.old"));
  private static final Duration LEASE = Duration.ofSeconds(5);

  @TempDir
  private Path home;

  static boolean isAskedFor() {
    return OLD.isPresent();
  }

  private static ServerBuild old() {
    String where = OLD.orElseThrow();
    return where.equals("present") ? ServerBuild.present() : ServerBuild.of(Path.of(where));
  }

  @Test
  @EnabledIf("isAskedFor")
  void serversAreReplacedOneByOneAndLoseNothingThatWasAcknowledged() throws Exception {
    try (ReplicaCluster team = new ReplicaCluster(home, TestNetwork.loopback(), LEASE, old(), "")) {
      ReplicaClients load = new ReplicaClients(team, 1);
      ReplicaCluster.await("a hook is answered", () -> !load.hooks.isEmpty());
      List<String> replaced = new ArrayList<>();
      while (replaced.size() < ReplicaCluster.SERVERS.size()) {
        replaceNext(team, load, replaced);
      }
      new ReplicaPromises(team, load, LEASE).check();
      System.out.printf(
          "upgrade: %d resizes and reads, %d terminations, %d hooks, asked again %d times, all"
              + " acknowledged and there%n",
          load.sizes.size(), load.terminated.size(), load.hooks.size(), load.repeats.get());
      if (!OLD.orElseThrow().equals("present")) {
        refusesWhatIsNewer(team);
      }
    }
  }

  /** Followers first: then a server of this build stands by when the last older one ends. */
  private static void replaceNext(ReplicaCluster team, ReplicaClients load, List<String> replaced)
      throws Exception {
    ReplicaCluster.await("a replica leads", () -> team.leader().isPresent());
    String leader = team.leader().orElseThrow();
    String next = ReplicaCluster.SERVERS.stream()
        .filter(server -> !replaced.contains(server) && !server.equals(leader))
        .findFirst()
        .orElseGet(() -> ReplicaCluster.SERVERS.stream()
            .filter(server -> !replaced.contains(server))
            .findFirst()
            .orElseThrow());
    long at = System.nanoTime();
    team.replace(next, ServerBuild.present());
    replaced.add(next);
    ReplicaCluster.await("it answers", () -> team.role(next).isPresent());
    long up = System.nanoTime();
    ReplicaCluster.await(
        "writes are acknowledged once " + next + " is replaced",
        () -> load.acks.stream().anyMatch(ack -> ack.sent() - up > 0));
    long longest = load.longestPause(at);
    System.out.printf(
        "upgrade: %s, a %s, is replaced; no write was acknowledged for %d ms at most%n",
        next, next.equals(leader) ? "leader" : "follower", longest);
  }

  /** A server of the older build alone leads on no ledger of this one's format, and changes nothing in it. */
  private static void refusesWhatIsNewer(ReplicaCluster team) throws Exception {
    String old = ReplicaCluster.SERVERS.get(0);
    for (String server : ReplicaCluster.SERVERS) {
      team.member(server).end();
    }
    List<String> before = team.entries();
    int refused = refusals(team, old);
    team.replace(old, old());
    ReplicaCluster.await("it answers", () -> team.role(old).isPresent());
    ReplicaCluster.await(
        "it refuses the ledger, for its format", () -> refusals(team, old) > refused);
    assertThat(team.entries()).isEqualTo(before);
    assertThat(team.role(old)).isNotEqualTo(Optional.of("leader"));

    team.replace(old, ServerBuild.present());
    ReplicaCluster.await("this build goes on", () -> team.leader().isPresent());
  }

  private static int refusals(ReplicaCluster team, String server) {
    return team.logOf(server).split("use the version that wrote it, or a newer one", -1).length;
  }
}

package io.cloudadapter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.Pools;
import io.cloudadapter.api.action.ActionWatch;
import io.cloudadapter.client.RemoteCloud;
import io.cloudadapter.client.RemotePools;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.simulation.Simulation;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Pools from afar and pools of simulations refuse a null at their caller, as pools of the library do. */
class ArgumentsTest {
  private static final Pattern IMPLEMENTS =
      Pattern.compile("class (\\w+)\\s+(?:extends (?:KeeperBackedPool|AsyncCommands)"
          + "|implements [\\w, ]*\\b(?:MachinePool|Pools|Cloud|ActionWatch)\\b)");

  @Test
  void clientsRefuseEveryNullAndSendNothing() throws Exception {
    try (FakeServer server = new FakeServer()) {
      RemotePools pools = RemotePools.at(URI.create(server.url())).build();
      MachinePool web = pools.defaultPool();

      NullArguments.areRefused(MachinePool.class, web, 36);
      NullArguments.areRefused(Pools.class, pools, 1);
      NullArguments.areRefused(RemotePools.class, pools, 2);
      NullArguments.areRefused(
          RemotePools.Builder.class, RemotePools.at(URI.create(server.url())), 6);
      NullArguments.areRefused(RemoteCloud.class, pools.cloud(), 10);
      NullArguments.areRefused(ActionWatch.class, web.watchActions(0), 1);
      assertThat(server.writes()).isEmpty();
    }
  }

  @Test
  void aPoolOfASimulationRefusesEveryNull() {
    Exception[] wrong = {null};
    boolean[] tried = {false};
    Simulation.of(PoolConfig.named("web", "here", 5).build())
        .length(Duration.ofMinutes(5))
        .every(Duration.ofMinutes(2), pool -> {
          try {
            NullArguments.areRefused(MachinePool.class, pool, 36);
            tried[0] = true;
          } catch (Exception e) {
            wrong[0] = e;
          }
        })
        .run();

    assertThat(wrong[0]).isNull();
    assertThat(tried[0]).isTrue();
  }

  /** One that is new is to be tried here, or by the library's own test. */
  @Test
  void allThatImplementsWhatUsersCallIsTried() throws IOException {
    Set<String> found = new TreeSet<>();
    try (Stream<Path> files = Files.walk(Path.of(".."))) {
      for (Path file : files
          .filter(path ->
              path.toString().contains("/src/main/java/") && path.toString().endsWith(".java"))
          .filter(path -> !path.startsWith("../benchmarks"))
          // Only requests reach these.
          .filter(path -> !path.toString().contains("/server/access/"))
          .toList()) {
        Matcher type = IMPLEMENTS.matcher(Files.readString(file));
        while (type.find()) {
          found.add(type.group(1));
        }
      }
    }
    assertThat(found)
        .containsExactlyInAnyOrder(
            "AccountCloud",
            "AsyncCommands",
            "CloudAdapter",
            "FollowerPool",
            "KeeperBackedPool",
            "LocalPool",
            "Place",
            "RemotePool",
            "RemotePools",
            "RemoteWatch",
            "Replica",
            "ReplicaCloud",
            "ReplicaPool",
            "SimulatedPool");
  }
}

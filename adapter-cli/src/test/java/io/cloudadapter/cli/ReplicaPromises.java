package io.cloudadapter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.larch.cloud.LarchResource;
import com.fasterxml.jackson.databind.JsonNode;
import io.cloudadapter.cli.ReplicaClients.Aged;
import io.cloudadapter.cli.ReplicaClients.HookDeed;
import io.cloudadapter.cli.ReplicaClients.Size;
import io.cloudadapter.cli.history.RegisterHistories;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What replicas have promised to their clients, and whether it is there in the end. */
final class ReplicaPromises {
  private final ReplicaCluster team;
  private final ReplicaClients load;
  private final Duration lease;

  ReplicaPromises(ReplicaCluster team, ReplicaClients load, Duration lease) {
    this.team = team;
    this.load = load;
    this.lease = lease;
  }

  /** The pools settle, and all that was promised is there. */
  void check() throws Exception {
    load.quiet();
    ReplicaCluster.await("the pools settle and the cloud has what they show", this::settled);
    load.stop();
    Map<String, String> keys = team.cloud().keys();
    assertThat(keys.values()).as("launch keys").doesNotContain("").doesNotHaveDuplicates();
    Set<String> alive = alive("jobs");
    assertThat(load.terminated).as("terminated").isNotEmpty().noneMatch(alive::contains);
    assertThat(load.refusals).as("refusals without an explanation").isEmpty();
    sizesHaveAnOrder();
    hooksHaveAnOrder();
    assertThat(olderThanTheySay()).as("reads of followers older than they say").isZero();
    assertThat(team.logged()).as("what the servers logged").doesNotContain("would have broken");
  }

  /** Whether the leader shows as many as are wanted, and the cloud has these and no others. */
  private boolean settled() {
    Optional<String> leader = team.leader();
    return leader.isPresent()
        && List.of("web", "jobs").stream().allMatch(pool -> {
          Optional<JsonNode> size = team.get(leader.get(), "/pools/" + pool + "/pool/size");
          Optional<JsonNode> view = team.get(leader.get(), "/pools/" + pool + "/pool");
          if (size.isEmpty() || view.isEmpty()) {
            return false;
          }
          Set<String> shown = new TreeSet<>();
          view.get().path("machines").forEach(machine -> {
            if (!machine.path("machineState").asText().matches("TERMINATED|TERMINATING|REJECTED")) {
              shown.add(machine.path("id").asText());
            }
          });
          return shown.equals(alive(pool))
              && shown.size() == size.get().path("desiredSize").asInt();
        });
  }

  private Set<String> alive(String pool) {
    return team.cloud().assets().stream()
        .filter(asset -> asset.kind().equals("machine"))
        .filter(asset -> pool.equals(asset.tags().get("ca-pool")))
        .map(LarchResource::id)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private void sizesHaveAnOrder() {
    assertThat(RegisterHistories.unexplained(
            0,
            List.copyOf(load.sizes),
            (Integer state, Size deed) -> deed.write()
                ? Optional.of(deed.size())
                : Optional.of(state).filter(s -> s == deed.size())))
        .as("what no order of resizes and reads explains")
        .isEmpty();
  }

  /**
   * For each hook: the first answer wins, the same answer is accepted again, and no reader sees the hook wait
   * afterwards.
   */
  private void hooksHaveAnOrder() {
    load.hooks.forEach((token, history) -> assertThat(
            RegisterHistories.unexplained("waits", List.copyOf(history), ReplicaPromises::answered))
        .as("what no order of answers to hook %s explains, of %s", token, history)
        .isEmpty());
  }

  private static Optional<String> answered(String state, HookDeed deed) {
    boolean waits = state.equals("waits");
    if (deed.answer().equals("waits")) {
      return Optional.of(state).filter(s -> waits);
    }
    return deed.taken()
        ? Optional.of(deed.answer()).filter(a -> waits || a.equals(state))
        : Optional.of(state).filter(s -> !waits && !s.equals(deed.answer()));
  }

  /** How many reads of followers had a size that had been replaced longer ago than the follower reported. */
  private long olderThanTheySay() {
    List<RegisterHistories.Deed<Size>> writes =
        new ArrayList<>(load.sizes.stream().filter(deed -> deed.what().write()).toList());
    long begin =
        load.sizes.stream().mapToLong(RegisterHistories.Deed::began).min().orElse(0)
            - lease.toNanos();
    writes.add(new RegisterHistories.Deed<>(new Size(true, 0), begin, begin));
    return load.aged.stream()
        .filter(read -> writes.stream().noneMatch(w -> mayBeOf(read, w, writes)))
        .count();
  }

  private static boolean mayBeOf(
      Aged read, RegisterHistories.Deed<Size> write, List<RegisterHistories.Deed<Size>> writes) {
    long from = read.asked() - read.ageNanos();
    return write.what().size() == read.size()
        && write.began() - read.answered() < 0
        && writes.stream()
            .noneMatch(later -> later.began() - write.ended() > 0 && later.ended() - from < 0);
  }
}

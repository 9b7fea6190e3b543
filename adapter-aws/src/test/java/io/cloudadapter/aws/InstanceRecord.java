package io.cloudadapter.aws;

import io.cloudadapter.aws.cloud.FakeAws;
import io.cloudadapter.aws.cloud.FakeAws.Truth;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What EC2 itself has of a pool's instances, second by second: which of them run, which a fault has ended, and which
 * the pool has ended. A request to terminate shows as shutting-down for 20 s, a death does not.
 */
final class InstanceRecord {
  /**
   * Running instances that the pool has ended within one second.
   *
   * @param at the end of that second
   * @param machines their ids
   * @param left how many instances that ran before still run
   * @param unseen how many others died so shortly before that a list may still have shown them as running
   */
  record End(Instant at, Set<String> machines, int left, int unseen) {}

  private final FakeAws cloud;
  private final InstantSource clock;
  private final Duration unseenFor;
  private final Map<String, Instant> deaths = new TreeMap<>();
  private final Map<String, String> images = new TreeMap<>();
  private final Set<String> endedByPool = new TreeSet<>();
  private final List<End> ends = new ArrayList<>();
  private Set<String> running;
  private int fewest;

  /**
   * Begins with what runs now.
   *
   * @param unseenFor for how long after a death the pool's lists may show a machine as running
   */
  InstanceRecord(FakeAws cloud, InstantSource clock, Duration unseenFor) {
    this.cloud = cloud;
    this.clock = clock;
    this.unseenFor = unseenFor;
    this.running = running();
    this.fewest = running.size();
  }

  private static Set<String> ids(List<Truth> instances, Predicate<Truth> which) {
    return instances.stream()
        .filter(which)
        .map(Truth::id)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The instances that run, by their ids. */
  Set<String> running() {
    return ids(cloud.instances(), one -> one.state().equals("running"));
  }

  /** The instances that run and have an image. */
  Set<String> running(String image) {
    return ids(
        cloud.instances(), one -> one.state().equals("running") && one.image().equals(image));
  }

  /** A fault ends an instance that runs. */
  void kill(String id) {
    cloud.kill(id);
    deaths.put(id, clock.instant());
    running.remove(id);
    fewest = Math.min(fewest, running.size());
  }

  /** Another second has passed. */
  void note() {
    List<Truth> all = cloud.instances();
    all.forEach(one -> images.put(one.id(), one.image()));
    endedByPool.addAll(ids(all, one -> one.state().equals("shutting-down")));
    Set<String> now = ids(all, one -> one.state().equals("running"));
    Set<String> ended = new TreeSet<>(running);
    ended.removeAll(now);
    if (!ended.isEmpty()) {
      Instant at = clock.instant();
      int unseen = (int) deaths.values().stream()
          .filter(death -> death.plus(unseenFor).isAfter(at))
          .count();
      ends.add(new End(at, ended, running.size() - ended.size(), unseen));
    }
    running = now;
    fewest = Math.min(fewest, running.size());
  }

  /** When the pool has ended running instances, in this order. */
  List<End> ends() {
    return ends;
  }

  /** The instances of an image that the pool has ended, in any state. */
  Set<String> endedByPool(String image) {
    return endedByPool.stream()
        .filter(id -> image.equals(images.get(id)))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The instances of an image that faults have ended while they ran. */
  Set<String> deaths(String image) {
    return deaths.keySet().stream()
        .filter(id -> image.equals(images.get(id)))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The smallest number of instances that ran at one moment. */
  int fewest() {
    return fewest;
  }
}

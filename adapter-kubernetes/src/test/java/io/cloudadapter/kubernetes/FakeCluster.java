package io.cloudadapter.kubernetes;

import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** A cluster in memory: what is done there is done at once, unless it is away or loses a reply. */
class FakeCluster implements Cluster {
  final Map<String, Node> nodes = new LinkedHashMap<>();
  final Map<String, List<Pod>> pods = new HashMap<>();
  final Map<String, Integer> budgets = new HashMap<>();
  final List<String> done = new ArrayList<>();
  final Set<String> messages = new TreeSet<>();
  final Set<String> answered = new TreeSet<>();
  boolean away;
  boolean current = true;
  boolean podsLinger;

  /** Lets the time pass while a request hangs. */
  Consumer<Duration> passes = time -> {};

  /** Whether requests hang until their deadline. */
  boolean hangs;

  /** The moment of the ticker. */
  LongSupplier ticker = () -> 0;

  private long end = Long.MAX_VALUE;

  /** Nodes that are other ones by now, though the list does not show it. */
  final Set<String> replaced = new TreeSet<>();

  /** Pods whose eviction or deletion an admission webhook denies. */
  final Set<String> denied = new TreeSet<>();

  /** How many of the next writes are done while their replies are lost. */
  int lostReplies;

  void node(String name, String machine) {
    nodes.put(
        name,
        new Node(
            name,
            "uid-" + name,
            "cloudadapter://lab/web/" + machine,
            List.of(),
            true,
            false,
            false));
    pods.put(name, new ArrayList<>());
  }

  static Pod pod(String name, String controller, boolean emptyDir) {
    return new Pod("default", name, "uid-" + name, controller, false, emptyDir, false, false);
  }

  void pod(String node, Pod pod) {
    pods.get(node).add(pod);
  }

  void end(Pod pod) {
    pods.values().forEach(all -> all.removeIf(each -> each.uid().equals(pod.uid())));
  }

  @Override
  public Cluster until(long nanos) {
    end = nanos;
    return this;
  }

  private void check() {
    if (hangs) {
      Duration left = Duration.ofNanos(end - ticker.getAsLong());
      passes.accept(left.compareTo(ApiCluster.TIMEOUT) < 0 ? left : ApiCluster.TIMEOUT);
    }
    if (away || hangs) {
      throw CloudException.of(Kind.UNAVAILABLE, Effect.NONE, "the API server is away")
          .build();
    }
  }

  private void checkAllowed(Pod pod) {
    if (denied.contains(pod.name())) {
      throw CloudException.of(Kind.DENIED, Effect.NONE, "a webhook denies it").build();
    }
  }

  private void wrote(String what) {
    done.add(what);
    if (lostReplies > 0) {
      lostReplies--;
      throw CloudException.of(Kind.UNAVAILABLE, Effect.UNKNOWN, "no whole reply")
          .build();
    }
  }

  @Override
  public Collection<Node> nodes() {
    return List.copyOf(nodes.values());
  }

  @Override
  public boolean isCurrentSince(long nanos) {
    return current;
  }

  @Override
  public boolean cordon(Node node) {
    check();
    if (replaced.contains(node.name())) {
      return false;
    }
    schedulable(node, true);
    wrote("cordon " + node.name());
    return true;
  }

  @Override
  public boolean uncordon(Node node) {
    check();
    if (replaced.contains(node.name())) {
      return false;
    }
    schedulable(node, false);
    wrote("uncordon " + node.name());
    return true;
  }

  private void schedulable(Node node, boolean cordoned) {
    nodes.computeIfPresent(
        node.name(),
        (name, old) -> new Node(
            name, old.uid(), old.providerId(), old.addresses(), old.ready(), cordoned, cordoned));
  }

  @Override
  public List<Pod> pods(Node node) {
    check();
    return List.copyOf(pods.getOrDefault(node.name(), List.of()));
  }

  @Override
  public EvictionReply evict(Pod pod, Optional<Duration> grace) {
    check();
    checkAllowed(pod);
    int left = budgets.getOrDefault(pod.name(), 0);
    if (left > 0) {
      budgets.put(pod.name(), left - 1);
      return EvictionReply.refused(Optional.empty(), "the budget of " + pod.name());
    }
    ends(pod);
    wrote("evict " + pod.name());
    return EvictionReply.accepted();
  }

  private void ends(Pod pod) {
    if (podsLinger) {
      pods.values()
          .forEach(all -> all.replaceAll(each -> each.uid().equals(pod.uid())
              ? new Pod(
                  each.namespace(),
                  each.name(),
                  each.uid(),
                  each.controller(),
                  each.mirror(),
                  each.emptyDir(),
                  each.finished(),
                  true)
              : each));
    } else {
      end(pod);
    }
  }

  @Override
  public void deletePod(Pod pod, Optional<Duration> grace) {
    check();
    checkAllowed(pod);
    ends(pod);
    wrote("delete pod " + pod.name());
  }

  @Override
  public void deleteNode(Node node) {
    check();
    nodes.remove(node.name());
    wrote("delete node " + node.name());
  }

  @Override
  public void markAnswered(NodeMessage message) {
    check();
    answered.add(message.name());
    wrote("mark");
  }

  @Override
  public void remove(NodeMessage message) {
    check();
    messages.remove(message.name());
    wrote("remove");
  }
}

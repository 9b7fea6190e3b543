package io.cloudadapter.kubernetes;

import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.api.hook.WaitingHook;
import io.cloudadapter.kubernetes.NodeMetrics.Result;
import io.cloudadapter.spi.CloudException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Empties the node of a machine that is about to end, or to return to the warm pool: cordons it, evicts its pods,
 * deletes the Node object, and completes the hook. A Node object goes only once no pod is left on it, since its pods
 * are deleted with it and may be started elsewhere while they still run. So at the time limit the hook is completed
 * first, and the object goes when the machine has ended.
 */
final class NodeDrain implements NodeWork {
  private static final Logger LOG = LoggerFactory.getLogger(NodeDrain.class);
  static final Duration POLL = Duration.ofSeconds(2);
  private static final Duration SLOW_POLL = Duration.ofSeconds(5);

  /** How long requests may last beyond the time limit, so that the machine ends in time if the API server hangs. */
  private static final Duration LAST_REQUEST = Duration.ofSeconds(1);

  private static final int MOST_SHOWN = 5;

  private final NodeMessage message;
  private final WorkSetting setting;
  private final Evictions evictions;
  private final boolean ends;
  private final Set<String> cordoned = new HashSet<>();
  private final DrainTime time;
  private final HeartbeatTime beats;

  /** The moment that a list has to be newer than: when the message was seen, or when a node was another one. */
  private long lookFrom;

  private boolean answered;

  /** Whether the message shows that, for the next process. */
  private boolean marked;

  private boolean reportedHeld;

  /** The moment at which the time limit is checked again; null before the first step. */
  private volatile @Nullable Long due;

  private @Nullable Long endedSeen;
  private @Nullable Result result;

  NodeDrain(NodeMessage message, WorkSetting setting) {
    this.message = message;
    this.setting = setting;
    this.evictions = new Evictions(
        setting.target().gracePeriod(), setting.ticker(), setting.random(), this::refused);
    this.ends = message.transition() == LifecycleTransition.TERMINATE;
    this.time = new DrainTime(setting);
    this.beats = new HeartbeatTime(setting.ticker(), setting.wall());
    this.lookFrom = setting.ticker().nanos();
    this.answered = message.answered();
    this.marked = message.answered();
  }

  @Override
  public NextStep step() {
    Optional<WaitingHook> hook = setting.pool().hook(message.token());
    if (hook.isEmpty()) {
      due = null;
      return afterHook();
    }
    due = time.next(hook.get());
    try {
      return drain(hook.get(), setting.cluster().until(due + LAST_REQUEST.toNanos()));
    } catch (CloudException e) {
      if (time.isForcedOver(hook.get())) {
        return giveUp("the API server cannot be asked: " + e.getMessage());
      }
      throw e;
    }
  }

  @Override
  public NextStep beat() {
    Optional<WaitingHook> hook = setting.pool().hook(message.token());
    if (hook.isEmpty() || time.isForcedOver(hook.get())) {
      return NextStep.DONE;
    }
    Optional<Instant> deadline = setting.pool().heartbeat(message.token());
    deadline.ifPresent(beats::granted);
    return deadline.isEmpty() ? NextStep.DONE : NextStep.after(beats.untilDue());
  }

  @Override
  public OptionalLong due() {
    Long moment = due;
    return moment == null ? OptionalLong.empty() : OptionalLong.of(moment);
  }

  /** What is left after an answer is the Node object alone. */
  @Override
  public boolean isReplaceable() {
    return !answered;
  }

  // ---------------------------------------------------------------------------------- draining

  private NextStep drain(WaitingHook hook, Cluster cluster) {
    // An older list may lack the node, or have one of the same name that is another by now. It is
    // asked for first, since a new list may come in between.
    boolean current = cluster.isCurrentSince(lookFrom);
    List<Node> nodes = find();
    if (!current) {
      return time.isForcedOver(hook) ? giveUp("the nodes cannot be listed") : NextStep.after(POLL);
    }
    List<Pod> left = new ArrayList<>();
    for (Node node : nodes) {
      if (!node.unschedulable() && !cordoned.contains(node.uid()) && !cordon(cluster, node)) {
        return NextStep.after(POLL);
      }
      cluster.pods(node).stream().filter(pod -> !pod.isSpared()).forEach(left::add);
    }
    if (left.isEmpty()) {
      return finish(cluster, nodes);
    }
    if (time.isOver(hook)) {
      return atLimit(hook, cluster, left);
    }
    evict(cluster, left);
    return NextStep.after(POLL);
  }

  private List<Node> find() {
    return setting
        .finder()
        .find(
            setting.cluster().nodes(),
            message.machine(),
            setting.pool().machine(message.machine()));
  }

  /** Returns whether it is still this very node; otherwise the next list shows what is there instead. */
  private boolean cordon(Cluster cluster, Node node) {
    if (!cluster.cordon(node)) {
      lookFrom = setting.ticker().nanos();
      return false;
    }
    cordoned.add(node.uid());
    LOG.info(
        "node {} of machine {} of pool {} drains", node.name(), message.machine(), message.pool());
    return true;
  }

  private void evict(Cluster cluster, List<Pod> left) {
    NodeTarget target = setting.target();
    List<Pod> held = left.stream().filter(pod -> !pod.mayBeEvicted(target)).toList();
    if (!held.isEmpty() && !reportedHeld) {
      reportedHeld = true;
      LOG.warn(
          "the drain of machine {} of pool {} waits for pods that it may not evict, since they have no controller"
              + " (force) or an emptyDir (deleteEmptydirData): {}",
          message.machine(),
          message.pool(),
          shown(held));
    }
    evictions.evict(
        cluster,
        left.stream().filter(pod -> !pod.ending() && pod.mayBeEvicted(target)).toList());
  }

  private void refused(Pod pod, int count, String why) {
    setting.metrics().refused(message.pool());
    if (count == 1) {
      LOG.info(
          "the drain of machine {} of pool {} waits for pod {}, whose eviction is refused: {}",
          message.machine(),
          message.pool(),
          pod,
          why);
    }
  }

  /** The time is up: deletes what is left if that is configured, and otherwise gives up. */
  private NextStep atLimit(WaitingHook hook, Cluster cluster, List<Pod> left) {
    if (!setting.target().deleteAtTimeout() || time.isForcedOver(hook)) {
      return giveUp("pods are left on it: " + shown(left) + firstRefusal(left));
    }
    result = Result.FORCED;
    evictions.delete(cluster, left, this::logDeleted);
    return NextStep.after(POLL);
  }

  private void logDeleted(Pod pod) {
    LOG.warn(
        "pod {} of machine {} of pool {} is deleted, since the time is up",
        pod,
        message.machine(),
        message.pool());
  }

  // ---------------------------------------------------------------------------------- ends

  private NextStep finish(Cluster cluster, List<Node> nodes) {
    if (result == null) {
      result = nodes.isEmpty() ? Result.NO_NODE : Result.DRAINED;
    }
    if (ends) {
      nodes.forEach(cluster::deleteNode);
    }
    if (result == Result.FORCED) {
      setting.pool().completeAtLimit(message.token(), "the pods that were left have been deleted");
    } else {
      setting.pool().complete(message.token());
    }
    setting.metrics().drained(message.pool(), result);
    LOG.info(
        "the drain of machine {} of pool {} is done: {}",
        message.machine(),
        message.pool(),
        result);
    // What follows may be repeated, and finds that the hook has ended.
    setting.cluster().remove(message);
    return NextStep.DONE;
  }

  private NextStep giveUp(String why) {
    LOG.warn(
        "the time is up for the node of machine {} of pool {}, and {}",
        message.machine(),
        message.pool(),
        why);
    if (ends) {
      answered = true;
      long end = setting.ticker().nanos() + LAST_REQUEST.toNanos();
      mark(setting.cluster().until(end));
    }
    setting.pool().completeAtLimit(message.token(), why);
    setting.metrics().drained(message.pool(), Result.TIMED_OUT);
    return NextStep.after(POLL);
  }

  /** Has the message show that the hook is completed though the node is not empty. */
  private void mark(Cluster cluster) {
    try {
      cluster.markAnswered(message);
      marked = true;
    } catch (CloudException e) {
      LOG.debug("the message of {} cannot be marked at present", message, e);
    }
  }

  /** The hook has ended, here or by itself. */
  private NextStep afterHook() {
    if (endedSeen == null) {
      endedSeen = setting.ticker().nanos();
    }
    if (answered) {
      if (setting.pool().machine(message.machine()).isPresent()) {
        if (!marked) {
          mark(setting.cluster());
        }
        return NextStep.after(SLOW_POLL);
      }
      boolean current = setting.cluster().isCurrentSince(endedSeen);
      List<Node> nodes = find();
      if (nodes.isEmpty() && !current) {
        return NextStep.after(POLL);
      }
      nodes.forEach(setting.cluster()::deleteNode);
    }
    setting.cluster().remove(message);
    return NextStep.DONE;
  }

  /** Why one of the pods could not be evicted, as the end of a sentence; empty if none was refused. */
  private String firstRefusal(List<Pod> pods) {
    return pods.stream()
        .flatMap(pod -> evictions.refusal(pod).stream()
            .map(why -> "; the eviction of " + pod + " is refused: " + why))
        .findFirst()
        .orElse("");
  }

  private static String shown(List<Pod> pods) {
    String names =
        pods.stream().limit(MOST_SHOWN).map(Pod::toString).collect(Collectors.joining(", "));
    return pods.size() > MOST_SHOWN
        ? names + " and " + (pods.size() - MOST_SHOWN) + " more"
        : names;
  }
}

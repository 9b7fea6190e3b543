package io.cloudadapter.kubernetes;

import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.api.hook.WaitingHook;
import io.cloudadapter.kubernetes.NodeMetrics.Result;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
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
  private static final Duration POLL = Duration.ofSeconds(2);
  private static final Duration SLOW_POLL = Duration.ofSeconds(5);
  private static final Duration USUAL_GRACE = Duration.ofSeconds(30);

  /** For pods that are deleted at the time limit to go, beyond their grace period. */
  private static final Duration SLACK = Duration.ofSeconds(10);

  /** Between the time limit, or the end of forced deletions, and the limit of the hook. */
  private static final Duration RESERVE = Duration.ofSeconds(5);

  private static final int MOST_SHOWN = 5;

  private final NodeMessage message;
  private final WorkSetting setting;
  private final Evictions evictions;
  private final boolean ends;
  private final Set<String> cordoned = new HashSet<>();
  private final Set<String> deleted = new HashSet<>();
  private final long firstSeen;

  private boolean begun;
  private long limitAt;
  private long lastBeat;
  private boolean answered;
  private boolean reportedHeld;
  private @Nullable Long endedSeen;
  private @Nullable Result result;

  NodeDrain(NodeMessage message, WorkSetting setting) {
    this.message = message;
    this.setting = setting;
    this.evictions = new Evictions(
        setting.cluster(), setting.target().gracePeriod(), setting.ticker(), setting.random());
    this.ends = message.transition() == LifecycleTransition.TERMINATE;
    this.firstSeen = setting.ticker().nanos();
    this.answered = message.answered();
  }

  @Override
  public NextStep step() {
    Optional<WaitingHook> hook = setting.pool().hook(message.token());
    if (hook.isEmpty()) {
      return afterHook();
    }
    begin(hook.get());
    if (!isOver()) {
      extend(hook.get());
    }
    try {
      return drain();
    } catch (CloudException e) {
      if (isOver(forcedTime())) {
        return giveUp("the API server cannot be asked: " + e.getMessage());
      }
      throw e;
    }
  }

  // ---------------------------------------------------------------------------------- time

  /** Sets the time limit, from what an earlier process has left of it. */
  private void begin(WaitingHook hook) {
    if (begun) {
      return;
    }
    Instant now = setting.wall().instant();
    Duration reserve = forcedTime().plus(RESERVE);
    Duration whole = Duration.between(hook.since(), hook.limit()).minus(reserve);
    Duration most =
        setting.target().timeout().filter(t -> t.compareTo(whole) < 0).orElse(whole);
    Duration left = most.minus(Duration.between(hook.since(), now));
    // The wall clock may have jumped either way since then.
    Duration bounded = left.isNegative() ? Duration.ZERO : left.compareTo(most) > 0 ? most : left;
    limitAt = setting.ticker().nanos() + bounded.toNanos();
    lastBeat = firstSeen - setting.hookTimeout().toNanos();
    begun = true;
  }

  /** What pods get to end that are deleted at the time limit. */
  private Duration forcedTime() {
    return setting.target().deleteAtTimeout()
        ? setting.target().gracePeriod().orElse(USUAL_GRACE).plus(SLACK)
        : Duration.ZERO;
  }

  private boolean isOver() {
    return isOver(Duration.ZERO);
  }

  private boolean isOver(Duration beyond) {
    return setting.ticker().nanos() - limitAt - beyond.toNanos() >= 0;
  }

  /** A heartbeat each third of the hook's time-out, so that one that is lost does no harm. */
  private void extend(WaitingHook hook) {
    Ticker ticker = setting.ticker();
    if (ticker.nanos() - lastBeat >= setting.hookTimeout().toNanos() / 3) {
      setting.pool().heartbeat(hook.token());
      lastBeat = ticker.nanos();
    }
  }

  // ---------------------------------------------------------------------------------- draining

  private NextStep drain() {
    List<Node> nodes = find();
    List<Pod> left = new ArrayList<>();
    for (Node node : nodes) {
      if (!node.unschedulable() && cordoned.add(node.uid())) {
        cordon(node);
      }
      setting.cluster().pods(node).stream().filter(pod -> !pod.isSpared()).forEach(left::add);
    }
    // An older list may lack the node, or have one of the same name that is another by now.
    boolean current = setting.cluster().isCurrentSince(firstSeen);
    if (left.isEmpty() && current) {
      return finish(nodes);
    }
    if (isOver()) {
      return current ? atLimit(left) : giveUp("the nodes cannot be listed");
    }
    evict(left);
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

  private void cordon(Node node) {
    try {
      setting.cluster().cordon(node);
    } catch (CloudException e) {
      cordoned.remove(node.uid());
      throw e;
    }
    LOG.info(
        "node {} of machine {} of pool {} drains", node.name(), message.machine(), message.pool());
  }

  private void evict(List<Pod> left) {
    NodeTarget target = setting.target();
    List<Pod> due =
        left.stream().filter(pod -> !pod.ending() && pod.mayBeEvicted(target)).toList();
    int refused = evictions.evict(due);
    for (int i = 0; i < refused; i++) {
      setting.metrics().refused(message.pool());
    }
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
  }

  /** The time is up: deletes what is left if that is configured, and otherwise gives up. */
  private NextStep atLimit(List<Pod> left) {
    if (!setting.target().deleteAtTimeout() || isOver(forcedTime())) {
      return giveUp("pods are left on it: " + shown(left));
    }
    result = Result.FORCED;
    for (Pod pod : left) {
      if (!deleted.contains(pod.uid())) {
        setting.cluster().deletePod(pod, setting.target().gracePeriod());
        deleted.add(pod.uid());
        LOG.warn(
            "pod {} of machine {} of pool {} is deleted, since the time is up",
            pod,
            message.machine(),
            message.pool());
      }
    }
    return NextStep.after(POLL);
  }

  // ---------------------------------------------------------------------------------- ends

  private NextStep finish(List<Node> nodes) {
    if (result == null) {
      result = nodes.isEmpty() ? Result.NO_NODE : Result.DRAINED;
    }
    if (ends) {
      nodes.forEach(setting.cluster()::deleteNode);
    }
    setting.pool().complete(message.token());
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
      try {
        setting.cluster().markAnswered(message);
      } catch (CloudException e) {
        LOG.debug("the message of {} cannot be marked", message, e);
      }
    }
    setting.pool().complete(message.token());
    setting.metrics().drained(message.pool(), Result.TIMED_OUT);
    return NextStep.after(POLL);
  }

  /** The hook has ended, here or by itself. */
  private NextStep afterHook() {
    if (endedSeen == null) {
      endedSeen = setting.ticker().nanos();
    }
    if (answered) {
      if (setting.pool().machine(message.machine()).isPresent()) {
        return NextStep.after(SLOW_POLL);
      }
      List<Node> nodes = find();
      if (nodes.isEmpty() && !setting.cluster().isCurrentSince(endedSeen)) {
        return NextStep.after(POLL);
      }
      nodes.forEach(setting.cluster()::deleteNode);
    }
    setting.cluster().remove(message);
    return NextStep.DONE;
  }

  private static String shown(List<Pod> pods) {
    String names =
        pods.stream().limit(MOST_SHOWN).map(Pod::toString).collect(Collectors.joining(", "));
    return pods.size() > MOST_SHOWN
        ? names + " and " + (pods.size() - MOST_SHOWN) + " more"
        : names;
  }
}

package io.cloudadapter.kubernetes;

import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.api.hook.WaitingHook;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits until the node of a machine is ready, and completes the hook. It sends no heartbeats: the hook's own time-out
 * is the time that a machine has to join. It stands still while the cluster cannot be asked ({@link OutageHeartbeats}).
 */
final class NodeJoin implements NodeWork {
  private static final Logger LOG = LoggerFactory.getLogger(NodeJoin.class);
  private static final Duration POLL = Duration.ofSeconds(1);

  private final NodeMessage message;
  private final WorkSetting setting;

  /** The moment that a list has to be newer than: an older one shows a node as it was before its machine stopped. */
  private long lookFrom;

  NodeJoin(NodeMessage message, WorkSetting setting) {
    this.message = message;
    this.setting = setting;
    this.lookFrom = setting.ticker().nanos();
  }

  @Override
  public NextStep step() {
    Optional<WaitingHook> hook = setting.pool().hook(message.token());
    if (hook.isPresent()) {
      boolean current = setting.cluster().isCurrentSince(lookFrom);
      List<Node> ready = setting
          .finder()
          .find(
              setting.cluster().nodes(),
              message.machine(),
              setting.pool().machine(message.machine()))
          .stream()
          .filter(Node::ready)
          .toList();
      if (ready.isEmpty() || !current) {
        return NextStep.after(POLL);
      }
      if (message.transition() == LifecycleTransition.WAKE && !uncordon(ready)) {
        lookFrom = setting.ticker().nanos();
        return NextStep.after(POLL);
      }
      setting.pool().complete(message.token());
      setting.metrics().joined(message.pool());
      LOG.info(
          "node {} of machine {} of pool {} is ready",
          ready.get(0).name(),
          message.machine(),
          message.pool());
    }
    setting.cluster().remove(message);
    return NextStep.DONE;
  }

  /** Returns whether each is still this very node. */
  private boolean uncordon(List<Node> nodes) {
    boolean same = true;
    for (Node node : nodes) {
      same &= !node.cordonedHere() || setting.cluster().uncordon(node);
    }
    return same;
  }
}

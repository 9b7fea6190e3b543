package io.cloudadapter.kubernetes;

import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.Ticker;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the messages in one namespace of a cluster, and its nodes while there are messages. Each list has one request
 * under way; after an error the next one waits, longer each time.
 */
final class ClusterWatch {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterWatch.class);

  /** A namespace of a cluster. */
  record Key(ApiServers.Key server, String namespace) {
    static Key of(NodeTarget target) {
      return new Key(ApiServers.Key.of(target), target.namespace());
    }

    /** For people. */
    @Override
    public String toString() {
      return "namespace " + namespace
          + server.kubeconfig().map(file -> " by " + file).orElse("");
    }
  }

  private final Key key;
  private final ApiCluster cluster;
  private final Follower<NodeMessage> messages;
  private final Follower<Node> nodes;
  private final Ticker ticker;
  private @Nullable Long unwantedSince;

  ClusterWatch(Key key, ApiServers servers, Duration watch, Ticker ticker, RandomGenerator random) {
    this.key = key;
    this.ticker = ticker;
    ListWatch<NodeMessage> secrets = new ListWatch<>(
        () -> servers.of(key.server()),
        "/api/v1/namespaces/" + key.namespace() + "/secrets",
        "SecretList",
        NodeMessage.LABEL + "=" + NodeMessage.LABEL_VALUE,
        watch,
        NodeMessage::read,
        ticker);
    ListWatch<Node> all = new ListWatch<>(
        () -> servers.of(key.server()), "/api/v1/nodes", "NodeList", "", watch, Node::read, ticker);
    this.messages = new Follower<>(secrets, new RetryPause(random, ticker));
    this.nodes = new Follower<>(all, new RetryPause(random, ticker));
    this.cluster = new ApiCluster(() -> servers.of(key.server()), key.namespace(), all, ticker);
  }

  Collection<NodeMessage> messages() {
    return messages.list.objects().values();
  }

  Cluster cluster() {
    return cluster;
  }

  /** What hinders it at present; empty if the last requests were answered. */
  Optional<String> trouble() {
    String first = messages.trouble;
    return Optional.ofNullable(first == null ? nodes.trouble : first);
  }

  /**
   * Whether it is to be followed. Without a hook that leads to it, that is until a look since then has found no
   * message, or none is known and none can be looked for.
   */
  boolean isToFollow(boolean wanted) {
    if (wanted) {
      unwantedSince = null;
      return true;
    }
    if (unwantedSince == null) {
      unwantedSince = ticker.nanos();
    }
    return !messages().isEmpty()
        || (messages.trouble == null && !messages.list.isCurrentSince(unwantedSince));
  }

  /** Begins the requests that are due. */
  void tick(ExecutorService threads) {
    messages.tick(threads);
    if (!messages().isEmpty()) {
      nodes.tick(threads);
    }
  }

  /** One list, and whether it is being read. */
  private final class Follower<T> {
    private final ListWatch<T> list;
    private final RetryPause pause;
    private final AtomicBoolean busy = new AtomicBoolean();
    private volatile @Nullable String trouble;

    Follower(ListWatch<T> list, RetryPause pause) {
      this.list = list;
      this.pause = pause;
    }

    void tick(ExecutorService threads) {
      if (pause.isOver() && busy.compareAndSet(false, true)) {
        try {
          threads.execute(this::advance);
        } catch (RejectedExecutionException closing) {
          busy.set(false);
        }
      }
    }

    private void advance() {
      try {
        list.advance(ApiCluster.TIMEOUT);
        if (trouble != null) {
          LOG.info("the cluster of {} answers again", key);
        }
        trouble = null;
        pause.reset();
      } catch (CloudException e) {
        if (trouble == null && e.kind() != CloudException.Kind.CANCELLED) {
          LOG.warn("the cluster of {} cannot be followed: {}", key, e.getMessage());
        }
        trouble = e.getMessage();
        pause.failed(e.retryAfter());
      } catch (
          RuntimeException e) { // The list is read again; without this its end would be silent.
        LOG.warn("the cluster of {} cannot be followed", key, e);
        trouble = "an error within the server, which is in its log";
        pause.failed(Optional.empty());
      } finally {
        busy.set(false);
      }
    }
  }
}

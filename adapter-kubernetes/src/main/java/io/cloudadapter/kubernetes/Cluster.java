package io.cloudadapter.kubernetes;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** What is done in a cluster for one message. All methods but the first three throw CloudException. */
interface Cluster {

  /** What became of an eviction. */
  enum Eviction {
    /** The pod ends, or is gone. */
    ACCEPTED,
    /** A disruption budget does not allow it at present. */
    REFUSED
  }

  /**
   * The answer to an eviction.
   *
   * @param result whether it was accepted
   * @param retryAfter the wait that the API server asks for
   * @param why why it was refused, for people; empty if it was accepted
   */
  record EvictionReply(Eviction result, Optional<Duration> retryAfter, String why) {
    static EvictionReply accepted() {
      return new EvictionReply(Eviction.ACCEPTED, Optional.empty(), "");
    }

    static EvictionReply refused(Optional<Duration> retryAfter, String why) {
      return new EvictionReply(Eviction.REFUSED, retryAfter, why);
    }
  }

  /** The same cluster, whose requests end by a moment of the ticker, or earlier. */
  Cluster until(long nanos);

  /** The nodes as last seen. */
  Collection<Node> nodes();

  /** Whether all nodes that were there at a moment of the ticker have been seen. */
  boolean isCurrentSince(long nanos);

  /** Has no new pods come to a node; returns whether it is still this very node. */
  boolean cordon(Node node);

  /** Has pods come to a node again; returns whether it is still this very node. */
  boolean uncordon(Node node);

  /** The pods on a node, spared ones too. */
  List<Pod> pods(Node node);

  /** Asks for the eviction of a pod; its grace period is its own if empty. */
  EvictionReply evict(Pod pod, Optional<Duration> grace);

  /** Deletes a pod against its disruption budget. */
  void deletePod(Pod pod, Optional<Duration> grace);

  /** Deletes a Node object, if it is still the same. */
  void deleteNode(Node node);

  /** Notes with a message that its hook is completed while its node is not empty. */
  void markAnswered(NodeMessage message);

  /** Removes a message that is done. */
  void remove(NodeMessage message);
}

package io.cloudadapter.server.senlin;

import io.cloudadapter.api.PoolException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The latest requests to clusters and nodes, and their progress. The pools do not depend on this list: it serves
 * readers, holds the last thousand, and is empty after a restart. Any number of threads may use it.
 */
final class SenlinActions {
  private static final int MOST = 1000;

  private final Clock clock;
  private final Supplier<UUID> ids;
  private final Map<String, Entry> entries = new LinkedHashMap<>();

  SenlinActions(Clock clock, Supplier<UUID> ids) {
    this.clock = clock;
    this.ids = ids;
  }

  /**
   * The request.
   *
   * @param kind such as CLUSTER_SCALE_OUT
   * @param targetId the cluster or node
   * @param clusterId the cluster
   * @param inputs the parameters
   * @param key the idempotency key in the scope of its caller, if there is one
   */
  record Asked(
      String kind,
      String targetId,
      String clusterId,
      Map<String, ?> inputs,
      Optional<String> key) {}

  /**
   * The progress of a request.
   *
   * @param status RUNNING, SUCCEEDED or FAILED
   * @param reason why, for people
   */
  record State(String status, String reason) {
    static State running(String reason) {
      return new State("RUNNING", reason);
    }

    static State succeeded(String reason) {
      return new State("SUCCEEDED", reason);
    }

    static State failed(String reason) {
      return new State("FAILED", reason);
    }

    boolean over() {
      return !status.equals("RUNNING");
    }
  }

  /** Reads the progress of a request. */
  interface Progress {
    State state();
  }

  /** Notes what was accepted; returns its id, which under a key is the same each time. */
  String accepted(Asked asked, Map<String, ?> outputs, Progress progress) {
    String id = asked
        .key()
        .map(key -> StableUuids.action(asked.targetId(), key))
        .orElseGet(() -> ids.get().toString());
    note(id, new Entry(id, false, asked, outputs, progress, clock.instant()));
    return id;
  }

  /** Notes that a pause was completed, under its token. */
  void completed(String token, Asked asked, Progress progress) {
    note(token, new Entry(token, true, asked, Map.of(), progress, clock.instant()));
  }

  private void note(String id, Entry fresh) {
    fresh.row(clock.instant()); // What has failed, or is done at once, is over from the start.
    synchronized (entries) {
      Entry known = entries.get(id);
      if (known == null || known.failed()) {
        entries.put(id, fresh);
      }
      if (entries.size() > MOST) {
        entries.remove(entries.keySet().iterator().next());
      }
    }
  }

  /** What the same request under the same key has become, where what it asks about may be gone by now. */
  Optional<String> earlier(String kind, Map<String, ?> inputs, Optional<String> key) {
    synchronized (entries) {
      return entries.values().stream()
          .filter(entry -> key.isPresent() && entry.asked.key().equals(key))
          .filter(
              entry -> entry.asked.kind().equals(kind) && entry.asked.inputs().equals(inputs))
          .filter(entry -> !entry.failed())
          .map(entry -> entry.id)
          .findFirst();
    }
  }

  /**
   * All of some clusters that are remembered, the oldest first.
   *
   * @param clusters whether the caller sees a cluster, by its id
   * @param tokens whether those are among them whose ids are tokens of pauses, which not everybody may see
   */
  List<ResourceRow> rows(Predicate<String> clusters, boolean tokens) {
    List<Entry> all;
    synchronized (entries) {
      all = new ArrayList<>(entries.values());
    }
    return all.stream()
        .filter(entry -> clusters.test(entry.asked.clusterId()))
        .filter(entry -> tokens || !entry.isToken)
        .map(entry -> entry.row(clock.instant()))
        .toList();
  }

  private static final class Entry {
    private final String id;
    private final boolean isToken;
    private final Asked asked;
    private final Map<String, ?> outputs;
    private final Progress progress;
    private final Instant begun;
    private State last = State.running("The action is in progress.");
    private @Nullable Instant over;

    Entry(
        String id,
        boolean isToken,
        Asked asked,
        Map<String, ?> outputs,
        Progress progress,
        Instant begun) {
      this.id = id;
      this.isToken = isToken;
      this.asked = asked;
      this.outputs = outputs;
      this.progress = progress;
      this.begun = begun;
    }

    synchronized boolean failed() {
      return last.status().equals("FAILED");
    }

    /** What is over stays as it was then. */
    synchronized ResourceRow row(Instant now) {
      if (!last.over()) {
        try {
          last = progress.state();
        } catch (PoolException unreadable) {
          last = State.running(String.valueOf(unreadable.getMessage()));
        }
        over = last.over() ? now : null;
      }
      return SenlinActions.row(
          id, asked, "RPC Request", last, outputs, begun, Optional.ofNullable(over));
    }
  }

  /** An action, as Senlin shows it. */
  static ResourceRow row(
      String id,
      Asked asked,
      String cause,
      State state,
      Map<String, ?> outputs,
      Instant begun,
      Optional<Instant> over) {
    String name =
        asked.kind().toLowerCase(java.util.Locale.ROOT) + "_" + asked.targetId().substring(0, 8);
    ResourceRow row = new ResourceRow(id, name)
        .put("action", asked.kind())
        .put("target", asked.targetId())
        .put("cluster_id", asked.clusterId())
        .put("cause", cause)
        .put("status", state.status())
        .put("status_reason", state.reason())
        .put("inputs", asked.inputs())
        .put("outputs", outputs)
        .put("data", Map.of())
        .put("depends_on", List.of())
        .put("depended_by", List.of())
        .put("owner", null)
        .put("interval", -1)
        .put("timeout", Clusters.TIMEOUT)
        .put("start_time", begun.toEpochMilli() / 1000.0)
        .put("end_time", over.map(at -> at.toEpochMilli() / 1000.0).orElse(null))
        .put("created_at", ResourceRow.text(begun))
        .time("updated_at", over);
    return SingleProject.owned(row);
  }
}

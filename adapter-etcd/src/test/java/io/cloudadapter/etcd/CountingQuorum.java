package io.cloudadapter.etcd;

import io.cloudadapter.core.store.quorum.ClusterEntry;
import io.cloudadapter.core.store.quorum.ClusterException;
import io.cloudadapter.core.store.quorum.ClusterException.Kind;
import io.cloudadapter.core.store.quorum.ClusterKv;
import io.cloudadapter.core.store.quorum.ClusterPage;
import io.cloudadapter.core.store.quorum.ClusterTransaction;
import io.cloudadapter.core.store.quorum.ClusterWatchListener;
import io.cloudadapter.core.store.quorum.Subscription;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/** A way to etcd that counts what it is asked, and keeps why a request got no answer. */
final class CountingQuorum implements ClusterKv {
  private final ClusterKv real;
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final List<String> unanswered = new CopyOnWriteArrayList<>();

  CountingQuorum(ClusterKv real) {
    this.real = real;
  }

  /** What was asked since the last call. */
  List<String> takeAsked() {
    return taken(asked);
  }

  /** Why requests got no answer since the last call. */
  List<String> takeUnanswered() {
    return taken(unanswered);
  }

  private static List<String> taken(List<String> from) {
    List<String> taken = new ArrayList<>(from);
    from.clear();
    return taken;
  }

  private <T> T count(String what, Supplier<T> question) {
    asked.add(what);
    try {
      return question.get();
    } catch (ClusterException e) {
      if (e.kind() == Kind.UNKNOWN) {
        unanswered.add(String.valueOf(e.getMessage()));
      }
      throw e;
    }
  }

  @Override
  public Optional<ClusterEntry> get(String key) {
    return count("get", () -> real.get(key));
  }

  @Override
  public ClusterPage range(String prefix, String after, int most, long revision) {
    return count("range", () -> real.range(prefix, after, most, revision));
  }

  @Override
  public Optional<Long> commit(ClusterTransaction attempt) {
    return count("commit", () -> real.commit(attempt));
  }

  @Override
  public Subscription watch(String prefix, long from, ClusterWatchListener watch) {
    return real.watch(prefix, from, watch);
  }

  @Override
  public long grant(Duration time) {
    return real.grant(time);
  }

  @Override
  public boolean keepAlive(long lease) {
    return real.keepAlive(lease);
  }

  @Override
  public void revoke(long lease) {
    real.revoke(lease);
  }

  @Override
  public void pause(Duration time) {
    real.pause(time);
  }

  @Override
  public void close() {
    real.close();
  }

  @Override
  public String toString() {
    return real.toString();
  }
}

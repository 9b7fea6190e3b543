package io.cloudadapter.core.store.shared;

import io.cloudadapter.core.exception.StoreException;
import io.cloudadapter.core.exception.StoreFailedException;
import io.cloudadapter.core.store.StateStore;
import io.cloudadapter.core.store.quorum.ClusterEntry;
import io.cloudadapter.core.store.quorum.ClusterKv;
import io.cloudadapter.core.store.quorum.ClusterTransaction;
import io.cloudadapter.core.store.quorum.ClusterWatchListener;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One process's part in a store that several processes share: it keeps a mirror for reads, and leads if there is no
 * other leader.
 *
 * <pre>
 *   following ── no leader: leader key written under our lease ─────► epoch raised: leading
 *       ▲                                                                 │
 *       └── lease not kept alive in time, or fenced: stops first ◄────────┘
 * </pre>
 *
 * <p>The lease decides which process may try. By its own clock a leader stops before its lease can end at the servers:
 * it counts from its call, the servers from the call's arrival. The epoch refuses what is sent too late all the same,
 * see {@link QuorumStore}.
 *
 * <p>Threads: any.
 */
public final class ElectedStore implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ElectedStore.class);
  private static final Duration CATCH_UP = Duration.ofSeconds(2);

  /**
   * One of the processes that share the store.
   *
   * @param name its name
   * @param url where it answers; empty if nowhere
   * @param leads whether it leads
   * @param revision the revision of its copy that it reported last
   * @param keys the ids of the ledger keys that it holds; empty if it is of a version that does not report them
   */
  public record Replica(String name, String url, boolean leads, long revision, List<String> keys) {
    /** Copies the list. */
    public Replica {
      keys = List.copyOf(keys);
    }
  }

  private final ClusterKv quorum;
  private final String prefix;
  private final String name;
  private final Duration lease;
  private final QuorumStore.Settings settings;
  private final StoreMirror mirror;
  private final FollowerStore copy;
  private final Optional<ExecutorService> own;
  private final ReplicaDirectory directory;
  private final LeaderLease ownLease;
  private final CopyAge age;
  private final Runnable wakeUp;
  private final ReentrantLock tending = new ReentrantLock();
  private volatile @Nullable QuorumStore leading;
  private volatile @Nullable Replica leader;
  private volatile String url = "";
  private volatile List<String> keys = List.of();
  private volatile String trouble = "the store was not read yet";
  private volatile boolean readable;
  private volatile boolean closed;
  private volatile boolean free;
  private volatile boolean abstaining;
  private volatile long abstainUntil;
  private long reported = -1;

  /**
   * A part in the store under a prefix; does nothing before {@link #tend}.
   *
   * @param name one word that no other replica has: 1 to 64 of A-Z, a-z, 0-9, dot, dash and underscore
   * @param lease how long a leader that is silent stays leader: 2 s to 10 min, whole seconds
   * @param wakeUp called, on any thread, when {@link #tend} had better be called soon
   */
  public ElectedStore(
      ClusterKv quorum,
      String prefix,
      String name,
      Duration lease,
      QuorumStore.Settings settings,
      Runnable wakeUp) {
    if (!name.matches("[A-Za-z0-9._-]{1,64}")) {
      throw new IllegalArgumentException(
          "a replica's name must be 1 to 64 of A-Z, a-z, 0-9, dot, dash and underscore, was "
              + name);
    }
    if (lease.compareTo(Duration.ofSeconds(2)) < 0 || lease.compareTo(Duration.ofMinutes(10)) > 0) {
      throw new IllegalArgumentException(
          "the lease must be 2s to 10m, was " + lease.toSeconds() + "s");
    }
    this.quorum = quorum;
    this.prefix = prefix;
    this.name = name;
    this.lease = Duration.ofSeconds(lease.toSeconds());
    this.settings = settings;
    this.mirror = new StoreMirror(quorum, prefix);
    this.directory = new ReplicaDirectory(quorum, prefix);
    this.ownLease = new LeaderLease(quorum, name, this.lease, settings.ticker());
    this.own = settings.executor().isPresent()
        ? Optional.empty()
        : Optional.of(DaemonThreads.named("store-copy"));
    this.copy = new FollowerStore(mirror, settings.executor().orElseGet(own::get));
    this.wakeUp = wakeUp;
    this.age = new CopyAge(mirror, this.lease, settings.ticker());
  }

  /** How often {@link #tend} is to be called. */
  public Duration pace() {
    return lease.dividedBy(5);
  }

  /** Returns the store from which followers read. */
  public StateStore copy() {
    return copy;
  }

  /** Whether the copy was ever read. */
  public boolean readable() {
    return readable;
  }

  /** The store to write to, while this process leads. */
  public Optional<QuorumStore> leading() {
    return Optional.ofNullable(leading).filter(store -> !store.ended());
  }

  /** Who leads, as far as is known. */
  public Optional<Replica> leader() {
    return Optional.ofNullable(leader);
  }

  /** When the copy surely held all that the servers had, by the ticker: as old as that it may be. Never falls. */
  public long copyAsOf() {
    return age.copyAsOf();
  }

  /** Returns how long the lease surely lasts; zero for a follower. */
  public Duration left() {
    return leading().isPresent() ? Duration.ofNanos(Math.max(0, ownLease.left())) : Duration.ZERO;
  }

  /** Why the store cannot be used at present; empty if it can. */
  public String trouble() {
    return trouble;
  }

  /** Its name. */
  public String name() {
    return name;
  }

  /**
   * Publishes where this process answers, from the next {@link #tend} on.
   *
   * @param place empty if nowhere
   */
  public void url(String place) {
    url = place;
  }

  /**
   * Publishes which ledger keys this process holds, from the next {@link #tend} on.
   *
   * @param ids their ids
   */
  public void keys(List<String> ids) {
    keys = List.copyOf(ids);
  }

  /** Does what is due. What goes wrong is {@link #trouble}, and tried again next time. */
  public void tend() {
    tending.lock();
    try {
      tendAlone();
    } finally {
      tending.unlock();
    }
  }

  private void tendAlone() {
    if (closed) {
      return;
    }
    try {
      if (leading == null) {
        followOrLead();
      } else {
        stayLeader();
      }
      trouble = "";
    } catch (StoreException e) {
      note(String.valueOf(e.getMessage()));
    } catch (RuntimeException e) {
      // After any failure the next attempt may succeed; without its lease, the leader ends in any
      // case.
      LOG.warn("replica {} failed unexpectedly (store {})", name, quorum, e);
      note(e.toString());
    }
    try {
      if (leading != null && leading().isEmpty()) {
        stepDown();
      }
    } catch (StoreException e) {
      mirror.breaks();
      note(String.valueOf(e.getMessage()));
    }
  }

  private void note(String message) {
    if (!message.equals(trouble)) {
      LOG.warn("{}: {}", name, message);
    }
    trouble = message;
  }

  private void stayLeader() {
    if (leading().isPresent() && ownLease.keep()) {
      report();
    }
  }

  private void stepDown() {
    QuorumStore last = leading;
    if (last == null) {
      return;
    }
    LOG.warn("{} leads no more", name);
    last.end(new StoreFailedException(name + " leads no more"));
    leading = null;
    leader = null;
    giveUpLease();
    last.close();
    if (!closed) {
      mirror.follow(new LeaderWatch());
      wakeUp.run();
    }
  }

  private void giveUpLease() {
    reported = -1;
    ownLease.giveUp();
  }

  private void followOrLead() {
    if (free && ownLease.lasts(pace()) && !mirror.broken()) {
      // Nothing else is asked first: the servers give the key to one, and only while it is free.
      free = false;
      campaign();
      if (leading != null) {
        return;
      }
    }
    if (mirror.broken()) {
      mirror.stopFollowing();
      mirror.load();
      mirror.follow(new LeaderWatch());
      readable = true;
    }
    age.confirm();
    if (ownLease.id() == 0 || !ownLease.keep()) {
      ownLease.grant();
      reported = -1;
    }
    report();
    Optional<ClusterEntry> now = quorum.get(ReplicaRecord.leader(prefix));
    leader = now.map(item -> ReplicaDirectory.replica(item, true)).orElse(null);
    if (now.isEmpty()) {
      campaign();
    } else if (leaderIsOurs(now.get())) {
      giveUpLease(); // Left over from a term that ended before it began.
    }
  }

  private boolean leaderIsOurs(ClusterEntry item) {
    return ReplicaDirectory.replica(item, true).name().equals(name);
  }

  private void report() {
    long revision = mirror.contents().revision();
    if (revision != reported) {
      quorum.commit(new ClusterTransaction()
          .put(
              ReplicaRecord.all(prefix) + name,
              url + "\n" + revision + "\n" + String.join(" ", keys),
              ownLease.id()));
      reported = revision;
    }
  }

  /**
   * Leads no more, and not again for a while.
   *
   * @param time for how long
   * @param why for people
   */
  public void abstain(Duration time, String why) {
    abstaining = true;
    abstainUntil = settings.ticker().nanos() + time.toNanos();
    QuorumStore store = leading;
    if (store != null) {
      store.end(new StoreFailedException(name + " does not want to lead: " + why));
    }
    wakeUp.run();
  }

  private void campaign() {
    if (abstaining && settings.ticker().nanos() - abstainUntil < 0) {
      return;
    }
    abstaining = false;
    long id = ownLease.id();
    Optional<Long> won = quorum.commit(new ClusterTransaction()
        .require(ReplicaRecord.leader(prefix), 0)
        .put(ReplicaRecord.leader(prefix), name + "\n" + url, id));
    if (won.isEmpty()) {
      return;
    }
    Optional<StoreMirror.Read> head = mirror.readHead();
    mirror.await(head.map(StoreMirror.Read::revision).orElse(0L), CATCH_UP);
    mirror.stopFollowing();
    try {
      QuorumStore store = QuorumStore.open(
          quorum, mirror, head, ownLease.term(ReplicaRecord.leader(prefix), won.get()), settings);
      leading = store;
      leader = new Replica(name, url, true, store.revision(), keys);
      LOG.info("{} leads, epoch {}", name, store.epoch());
      wakeUp.run();
    } finally {
      if (leading == null) {
        giveUpLease();
        mirror.follow(new LeaderWatch());
      }
    }
  }

  /** Follows who leads, beside the changes that the copy takes in. */
  private final class LeaderWatch implements ClusterWatchListener {
    @Override
    public void changed(List<Event> events) {
      for (Event event : events) {
        if (event.key().equals(ReplicaRecord.leader(prefix))) {
          leader =
              event.item().map(item -> ReplicaDirectory.replica(item, true)).orElse(null);
          free = event.item().isEmpty();
          if (free) {
            LOG.info("no replica leads, as {} reads in the store", name);
          }
          wakeUp.run();
        }
      }
    }

    @Override
    public void lost(String why) {
      LOG.info("{} reads the store anew: {}", name, why);
      wakeUp.run();
    }
  }

  /** Which replicas share the store. */
  public ReplicaDirectory directory() {
    return directory;
  }

  /** Leads and follows no more, and lets others lead at once. The quorum stays open. */
  @Override
  public void close() {
    closed = true;
    tending.lock(); // What is under way ends within the time that the servers have to answer.
    try {
      stepDown();
      mirror.stopFollowing();
      giveUpLease();
    } finally {
      tending.unlock();
    }
    copy.close();
    own.ifPresent(ExecutorService::shutdown);
  }
}

package io.cloudadapter.core.store.quorum;

import io.cloudadapter.core.store.quorum.ClusterException.Kind;
import io.cloudadapter.core.store.quorum.ClusterWatchListener.Event;
import io.cloudadapter.spi.Ticker;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Servers in memory, with every fault that a network between them and their clients can have. Leases end by
 * the ticker that it is given. Tells watches on the thread that writes.
 *
 * <p>Threads: any, one at a time.
 */
public final class SimulatedCluster {
  /** What becomes of one request that writes. */
  public enum Fate {
    /** It is done, and its client hears so. */
    DONE,
    /** It is lost on its way. */
    LOST,
    /** It is done, but the answer is lost. */
    UNHEARD,
    /** It stays on its way until {@link SimulatedCluster#arrive}. */
    DELAYED
  }

  private record Lease(long nanos, long until) {}

  private final Ticker ticker;
  private final NavigableMap<String, ClusterEntry> items = new TreeMap<>();
  private final NavigableMap<Long, NavigableMap<String, ClusterEntry>> past = new TreeMap<>();
  private final NavigableMap<Long, List<Event>> history = new TreeMap<>();
  private final Map<Long, Lease> leases = new TreeMap<>();
  private final Map<String, Long> leaseOf = new HashMap<>();
  private final List<Client> clients = new ArrayList<>();
  private final Deque<ClusterTransaction> delayed = new ArrayDeque<>();
  private long revision = 1;
  private long compacted;
  private long lastLease;

  /** Servers that hold nothing. */
  public SimulatedCluster(Ticker ticker) {
    this.ticker = ticker;
    past.put(revision, new TreeMap<>());
  }

  /** A client whose requests are all done. */
  public Client client(String name) {
    return client(name, () -> Fate.DONE);
  }

  /** A client whose requests that write meet what a supplier says. */
  public synchronized Client client(String name, Supplier<Fate> fates) {
    Client client = new Client(name, fates);
    clients.add(client);
    return client;
  }

  /** What was on its way arrives, in the order in which it was sent. */
  public void arrive() {
    synchronized (this) {
      for (ClusterTransaction late = delayed.poll(); late != null; late = delayed.poll()) {
        boolean leased = late.writes().values().stream()
            .allMatch(write -> write.lease() == 0 || leases.containsKey(write.lease()));
        if (leased) {
          apply(late);
        }
      }
    }
    tell();
  }

  /** Forgets what was before now. */
  public void compact() {
    synchronized (this) {
      compacted = revision;
      past.headMap(revision, false).clear();
      history.headMap(revision, true).clear();
    }
    tell();
  }

  /** Ends the leases whose time is up. */
  public void pass() {
    synchronized (this) {
      List.copyOf(leases.entrySet()).forEach(lease -> {
        if (ticker.nanos() - lease.getValue().until() >= 0) {
          end(lease.getKey());
        }
      });
    }
    tell();
  }

  private void end(long lease) {
    leases.remove(lease);
    ClusterTransaction last = new ClusterTransaction();
    leaseOf.forEach((key, of) -> {
      if (of == lease) {
        last.delete(key);
      }
    });
    if (!last.writes().isEmpty()) {
      apply(last);
    }
  }

  private Optional<Long> apply(ClusterTransaction attempt) {
    for (Map.Entry<String, Long> required : attempt.required().entrySet()) {
      ClusterEntry item = items.get(required.getKey());
      if ((item == null ? 0 : item.modRevision()) != required.getValue()) {
        return Optional.empty();
      }
    }
    for (ClusterTransaction.Write write : attempt.writes().values()) {
      if (write.lease() != 0 && !leases.containsKey(write.lease())) {
        throw new ClusterException(Kind.REFUSED, "there is no lease " + write.lease());
      }
    }
    List<Event> events = new ArrayList<>();
    long next = revision + 1;
    attempt.writes().forEach((key, write) -> {
      Optional<ClusterEntry> item = write.value().map(bytes -> new ClusterEntry(key, bytes, next));
      boolean was = items.containsKey(key);
      if (item.isPresent()) {
        items.put(key, item.get());
        leaseOf.put(key, write.lease());
      } else {
        items.remove(key);
        leaseOf.remove(key);
      }
      if (was || item.isPresent()) {
        events.add(new Event(key, item, next));
      }
    });
    if (!events.isEmpty()) {
      revision = next;
      past.put(revision, new TreeMap<>(items));
      past.headMap(revision - 64).clear();
      history.put(revision, events);
    }
    return Optional.of(revision);
  }

  private void tell() {
    List<Client> all;
    synchronized (this) {
      all = List.copyOf(clients);
    }
    all.forEach(Client::tell);
  }

  /** One process's way to the servers. */
  public final class Client implements ClusterKv {
    private final String name;
    private final Supplier<Fate> fates;
    private final List<Watching> watches = new ArrayList<>();
    private boolean cut;

    private Client(String name, Supplier<Fate> fates) {
      this.name = name;
      this.fates = fates;
    }

    /** Cuts the way, or mends it: what it watches hears then what it has missed. */
    public void cut(boolean now) {
      cut = now;
      tell();
    }

    private void reach() {
      if (cut) {
        throw new ClusterException(Kind.UNKNOWN, name + " does not reach the quorum");
      }
      pass();
    }

    @Override
    public Optional<ClusterEntry> get(String key) {
      reach();
      synchronized (SimulatedCluster.this) {
        return Optional.ofNullable(items.get(key));
      }
    }

    @Override
    public ClusterPage range(String prefix, String after, int most, long asOf) {
      reach();
      synchronized (SimulatedCluster.this) {
        long at = asOf == 0 ? revision : asOf;
        NavigableMap<String, ClusterEntry> then = past.get(at);
        if (then == null) {
          throw new ClusterException(Kind.COMPACTED, "revision " + at + " is forgotten");
        }
        List<ClusterEntry> found = then.tailMap(prefix, true).values().stream()
            .takeWhile(item -> item.key().startsWith(prefix))
            .filter(item -> item.key().compareTo(after) > 0)
            .limit(most + 1L)
            .toList();
        boolean more = found.size() > most;
        return new ClusterPage(at, more ? found.subList(0, most) : found, more);
      }
    }

    @Override
    public Optional<Long> commit(ClusterTransaction attempt) {
      reach();
      Fate fate = fates.get();
      Optional<Long> done = Optional.empty();
      if (fate == Fate.DELAYED) {
        synchronized (SimulatedCluster.this) {
          delayed.add(attempt);
        }
      } else if (fate != Fate.LOST) {
        synchronized (SimulatedCluster.this) {
          done = apply(attempt);
        }
        SimulatedCluster.this.tell();
      }
      if (fate != Fate.DONE) {
        throw new ClusterException(Kind.UNKNOWN, "no answer to " + name);
      }
      return done;
    }

    @Override
    public Subscription watch(String prefix, long from, ClusterWatchListener watch) {
      Watching watching = new Watching(prefix, from, watch);
      watches.add(watching);
      watching.tell();
      return () -> watches.remove(watching);
    }

    private void tell() {
      if (!cut) {
        List.copyOf(watches).forEach(Watching::tell);
      }
    }

    @Override
    public long grant(Duration time) {
      reach();
      synchronized (SimulatedCluster.this) {
        leases.put(++lastLease, new Lease(time.toNanos(), ticker.nanos() + time.toNanos()));
        return lastLease;
      }
    }

    @Override
    public boolean keepAlive(long lease) {
      reach();
      synchronized (SimulatedCluster.this) {
        return leases.computeIfPresent(
                lease, (id, old) -> new Lease(old.nanos(), ticker.nanos() + old.nanos()))
            != null;
      }
    }

    @Override
    public void revoke(long lease) {
      reach();
      synchronized (SimulatedCluster.this) {
        end(lease);
      }
      SimulatedCluster.this.tell();
    }

    /** There are no waits in memory; but messages under way may arrive meanwhile. */
    @Override
    public void pause(Duration time) {}

    @Override
    public void close() {
      watches.clear();
    }

    @Override
    public String toString() {
      return "simulated quorum of " + name;
    }

    /** One watch. */
    private final class Watching {
      private final String prefix;
      private final ClusterWatchListener watch;
      private long next;
      private boolean telling;

      Watching(String prefix, long from, ClusterWatchListener watch) {
        this.prefix = prefix;
        this.next = from;
        this.watch = watch;
      }

      void tell() {
        if (telling) {
          return;
        }
        telling = true;
        try {
          while (tellNext()) {}
        } finally {
          telling = false;
        }
      }

      private boolean tellNext() {
        List<Event> heard;
        synchronized (SimulatedCluster.this) {
          if (next <= compacted && next <= revision) {
            heard = List.of();
          } else {
            Map.Entry<Long, List<Event>> entry = history.ceilingEntry(next);
            if (entry == null) {
              return false;
            }
            next = entry.getKey() + 1;
            heard = entry.getValue().stream()
                .filter(event -> event.key().startsWith(prefix))
                .toList();
            if (heard.isEmpty()) {
              return true;
            }
          }
        }
        if (heard.isEmpty()) {
          watches.remove(this);
          watch.lost("what it has yet to hear was compacted");
          return false;
        }
        watch.changed(heard);
        return true;
      }
    }
  }
}

package io.cloudadapter.etcd;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.cloudadapter.core.store.quorum.ClusterAddress;
import io.cloudadapter.core.store.quorum.ClusterEntry;
import io.cloudadapter.core.store.quorum.ClusterException;
import io.cloudadapter.core.store.quorum.ClusterException.Kind;
import io.cloudadapter.core.store.quorum.ClusterKv;
import io.cloudadapter.core.store.quorum.ClusterMemberStatus;
import io.cloudadapter.core.store.quorum.ClusterPage;
import io.cloudadapter.core.store.quorum.ClusterTransaction;
import io.cloudadapter.core.store.quorum.ClusterWatchListener;
import io.cloudadapter.core.store.quorum.Subscription;
import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.KeyValue;
import io.etcd.jetcd.Watch;
import io.etcd.jetcd.kv.GetResponse;
import io.etcd.jetcd.kv.TxnResponse;
import io.etcd.jetcd.maintenance.StatusResponse;
import io.etcd.jetcd.op.Cmp;
import io.etcd.jetcd.op.CmpTarget;
import io.etcd.jetcd.op.Op;
import io.etcd.jetcd.options.DeleteOption;
import io.etcd.jetcd.options.GetOption;
import io.etcd.jetcd.options.PutOption;
import io.etcd.jetcd.options.WatchOption;
import io.etcd.jetcd.watch.WatchEvent;
import io.etcd.jetcd.watch.WatchResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A cluster of etcd servers.
 *
 * <p>One member gets all requests as long as it answers, then the next one. gRPC would change members, but keeps
 * those that stand still with their connections open; and where a write, a check of its outcome, and the bar are
 * three requests, each of three members would send the write to the one that stands still. Watches stay with gRPC,
 * which notices after 15 s.
 */
final class EtcdClusterKv implements ClusterKv {
  private static final Logger LOG = LoggerFactory.getLogger(EtcdClusterKv.class);
  private static final int ATTEMPTS = 3;

  private final List<Client> members;
  private final Client all;
  private final AtomicInteger asked;
  private final List<String> servers;
  private final String place;
  private final Duration small;
  private final Duration large;

  /**
   * Over clients.
   *
   * @param clients of each member, in the order of the address, and last of all; closed with this
   * @param address where its servers are
   * @param small for how long a small answer is waited for
   * @param large for how long a large one
   */
  EtcdClusterKv(List<Client> clients, ClusterAddress address, Duration small, Duration large) {
    this.members = List.copyOf(clients.subList(0, clients.size() - 1));
    this.all = clients.get(clients.size() - 1);
    // Not all processes begin with the same member.
    this.asked = new AtomicInteger((int) (ProcessHandle.current().pid() % members.size()));
    this.servers = address.servers();
    this.place = address.toString();
    this.small = small;
    this.large = large;
  }

  @Override
  public Optional<ClusterEntry> get(String key) {
    GetResponse found = read(small, client -> client.getKVClient().get(bytes(key)));
    return found.getKvs().stream().findFirst().map(EtcdClusterKv::item);
  }

  @Override
  public ClusterPage range(String prefix, String after, int most, long revision) {
    // The first key after a key is that key with a zero at its end.
    ByteSequence from = after.isEmpty() ? bytes(prefix) : bytes(after + '\0');
    GetOption option = GetOption.builder()
        .withRange(bytes(endOf(prefix)))
        .withLimit(most)
        .withRevision(revision)
        .build();
    GetResponse found = read(large, client -> client.getKVClient().get(from, option));
    return new ClusterPage(
        revision == 0 ? found.getHeader().getRevision() : revision,
        found.getKvs().stream().map(EtcdClusterKv::item).toList(),
        found.isMore());
  }

  @Override
  public Optional<Long> commit(ClusterTransaction attempt) {
    List<Cmp> required = new ArrayList<>();
    attempt
        .required()
        .forEach((key, revision) ->
            required.add(new Cmp(bytes(key), Cmp.Op.EQUAL, CmpTarget.modRevision(revision))));
    List<Op> writes = new ArrayList<>();
    attempt.writes().forEach((key, write) -> writes.add(op(key, write)));
    TxnResponse done = ask(
        small,
        client -> client
            .getKVClient()
            .txn()
            .If(required.toArray(Cmp[]::new))
            .Then(writes.toArray(Op[]::new))
            .commit());
    return done.isSucceeded() ? Optional.of(done.getHeader().getRevision()) : Optional.empty();
  }

  private static Op op(String key, ClusterTransaction.Write write) {
    return write
        .value()
        .<Op>map(value -> Op.put(
            bytes(key),
            ByteSequence.from(value),
            write.lease() == 0
                ? PutOption.DEFAULT
                : PutOption.builder().withLeaseId(write.lease()).build()))
        .orElseGet(() -> Op.delete(bytes(key), DeleteOption.DEFAULT));
  }

  @Override
  public Subscription watch(String prefix, long from, ClusterWatchListener watch) {
    WatchOption option = WatchOption.builder()
        .withRange(bytes(endOf(prefix)))
        .withRevision(from)
        .withRequireLeader(true)
        .build();
    Listening listening = new Listening(watch);
    Watch.Watcher watcher = all.getWatchClient().watch(bytes(prefix), option, listening);
    return () -> {
      listening.closed = true;
      watcher.close();
    };
  }

  /** Converts the watch events of jetcd for a listener. */
  private final class Listening implements Watch.Listener {
    private final ClusterWatchListener watch;
    private volatile boolean closed;

    Listening(ClusterWatchListener watch) {
      this.watch = watch;
    }

    @Override
    public void onNext(WatchResponse response) {
      List<ClusterWatchListener.Event> events =
          new ArrayList<>(response.getEvents().size());
      for (WatchEvent event : response.getEvents()) {
        KeyValue kv = event.getKeyValue();
        events.add(new ClusterWatchListener.Event(
            text(kv.getKey()),
            event.getEventType() == WatchEvent.EventType.DELETE
                ? Optional.empty()
                : Optional.of(item(kv)),
            kv.getModRevision()));
      }
      if (!events.isEmpty() && !closed) {
        watch.changed(events);
      }
    }

    /** Not the end: unless {@link #onCompleted} follows, the watch continues. */
    @Override
    public void onError(Throwable error) {
      LOG.debug("watch on {}: {}", place, error.toString());
    }

    @Override
    public void onCompleted() {
      if (!closed) {
        closed = true;
        watch.lost("the watch on " + place + " has ended");
      }
    }
  }

  @Override
  public long grant(Duration time) {
    long seconds = Math.max(1, time.toSeconds());
    // A lease that was granted without an answer expires.
    return read(small, client -> client.getLeaseClient().grant(seconds)).getID();
  }

  @Override
  public boolean keepAlive(long lease) {
    try {
      return read(small, client -> client.getLeaseClient().keepAliveOnce(lease)).getTTL() > 0;
    } catch (ClusterException e) {
      if (String.valueOf(e.getMessage()).contains("lease not found")) {
        return false;
      }
      throw e;
    }
  }

  @Override
  public void revoke(long lease) {
    ask(small, client -> client.getLeaseClient().revoke(lease));
  }

  @Override
  public List<ClusterMemberStatus> members() {
    return servers.stream().map(this::member).toList();
  }

  private ClusterMemberStatus member(String server) {
    try {
      StatusResponse status =
          answer(small, all.getMaintenanceClient().statusMember("dns:///" + server));
      String says = "is etcd " + status.getVersion() + ", " + status.getDbSize() / 1024 + " KiB"
          + (status.getLeader() == status.getHeader().getMemberId() ? ", leads etcd" : "");
      return new ClusterMemberStatus(server, says, trouble(status));
    } catch (ClusterException e) {
      return new ClusterMemberStatus(
          server,
          "",
          "does not answer: " + String.valueOf(e.getMessage()).replace(place + " ", ""));
    }
  }

  private static String trouble(StatusResponse status) {
    if (status.getLeader() == 0) {
      return "knows no leader of etcd: most of its members cannot be reached";
    }
    return status.getErrorList().stream()
        .findFirst()
        .map(alarm -> alarm.contains("NOSPACE")
            ? "is full (alarm NOSPACE): compact and defragment it, then etcdctl alarm disarm"
            : "has an alarm: " + alarm)
        .orElse("");
  }

  @Override
  public void pause(Duration time) {
    LockSupport.parkNanos(time.toNanos());
  }

  @Override
  public void close() {
    members.forEach(Client::close);
    all.close();
  }

  @Override
  public String toString() {
    return place;
  }

  /** Asks what may be asked again: the next member, if one does not answer. */
  private <T> T read(Duration within, Function<Client, CompletableFuture<T>> question) {
    for (int attempt = 1; ; attempt++) {
      try {
        return ask(within, question);
      } catch (ClusterException e) {
        if (e.kind() != Kind.UNKNOWN || attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  /**
   * Asks the member that has answered last; once more if that has forgotten who was let in, as it does when it
   * starts: nothing was done then, and jetcd logs in anew as it hears of it.
   */
  private <T> T ask(Duration within, Function<Client, CompletableFuture<T>> question) {
    try {
      return askOnce(within, question);
    } catch (ClusterException e) {
      if (!String.valueOf(e.getMessage()).contains("invalid auth token")) {
        throw e;
      }
      return askOnce(within, question);
    }
  }

  private <T> T askOnce(Duration within, Function<Client, CompletableFuture<T>> question) {
    int member = asked.get();
    try {
      return answer(within, question.apply(members.get(member)));
    } catch (ClusterException e) {
      if (e.kind() == Kind.UNKNOWN) {
        asked.compareAndSet(member, (member + 1) % members.size());
      }
      throw e;
    }
  }

  private <T> T answer(Duration within, CompletableFuture<T> future) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return future.get(within.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
          interrupted = true; // What is on its way cannot be called back.
        }
      }
    } catch (TimeoutException e) {
      future.cancel(true);
      throw new ClusterException(
          Kind.UNKNOWN, place + " has not answered within " + within.toMillis() + " ms", e);
    } catch (ExecutionException e) {
      throw EtcdErrorClassifier.of(place, e.getCause() == null ? e : e.getCause());
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static ClusterEntry item(KeyValue kv) {
    return new ClusterEntry(text(kv.getKey()), kv.getValue().getBytes(), kv.getModRevision());
  }

  /** Keys are ASCII; other keys there keep their bytes. */
  private static ByteSequence bytes(String key) {
    return ByteSequence.from(key.getBytes(ISO_8859_1));
  }

  private static String text(ByteSequence key) {
    return new String(key.getBytes(), ISO_8859_1);
  }

  /** The first key after all those with a prefix, which ends in a slash. */
  private static String endOf(String prefix) {
    int last = prefix.length() - 1;
    return prefix.substring(0, last) + (char) (prefix.charAt(last) + 1);
  }

  static ByteSequence utf8(String text) {
    return ByteSequence.from(text, UTF_8);
  }
}

package io.cloudadapter.core.store.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.core.exception.StoreException;
import io.cloudadapter.core.exception.StoreFailedException;
import io.cloudadapter.core.store.RecordingListener;
import io.cloudadapter.core.store.StateStore;
import io.cloudadapter.core.store.StoreEntry;
import io.cloudadapter.core.store.Transaction;
import io.cloudadapter.core.store.quorum.ClusterEntry;
import io.cloudadapter.core.store.quorum.ClusterKv;
import io.cloudadapter.core.store.quorum.ClusterPage;
import io.cloudadapter.core.store.quorum.ClusterTransaction;
import io.cloudadapter.core.store.quorum.ClusterWatchListener;
import io.cloudadapter.core.store.quorum.SimulatedCluster;
import io.cloudadapter.core.store.quorum.SimulatedCluster.Client;
import io.cloudadapter.core.store.quorum.Subscription;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Who leads, who follows, and what each reads, on a clock of the test's own. */
class ElectedStoreTest {
  private static final Duration LEASE = Duration.ofSeconds(10);

  private long nanos;
  private final SimulatedCluster quorum = new SimulatedCluster(() -> nanos);
  private final Client wayA = quorum.client("way a");
  private final Client wayB = quorum.client("way b");
  private final ElectedStore a = part("a", wayA);
  private final ElectedStore b = part("b", wayB);

  private ElectedStore part(String name, ClusterKv way) {
    ElectedStore part = new ElectedStore(
        way,
        "adapter/",
        name,
        LEASE,
        new QuorumStore.Settings(Optional.of(Runnable::run), () -> nanos, Duration.ofSeconds(10)),
        () -> {});
    part.url("https://" + name);
    return part;
  }

  private Duration age(ElectedStore part) {
    return Duration.ofNanos(nanos - part.copyAsOf());
  }

  private void pass(Duration time) {
    nanos += time.toNanos();
    quorum.pass();
  }

  private static void put(StateStore store, String text) {
    assertThat(store.commit(Transaction.builder().put("a", text).build()).committed())
        .isTrue();
  }

  private static Optional<String> read(StateStore store) {
    return store.get("a").map(StoreEntry::text);
  }

  @Test
  void theFirstLeadsAndTheOthersFollow() {
    a.tend();
    b.tend();

    assertThat(a.leading()).isPresent();
    assertThat(b.leading()).isEmpty();
    assertThat(b.leader().map(ElectedStore.Replica::name)).contains("a");
    assertThat(b.leader().map(ElectedStore.Replica::url)).contains("https://a");
  }

  @Test
  void aFollowerReadsWhatTheLeaderWritesAndSaysHowOldItIs() {
    a.tend();
    b.tend();
    put(a.leading().orElseThrow(), "1");

    assertThat(read(b.copy())).contains("1");
    pass(Duration.ofSeconds(3));
    assertThat(age(b)).isEqualTo(Duration.ofSeconds(3));
    b.tend();
    assertThat(age(b)).isZero();
  }

  @Test
  void aFollowerThatIsCutOffReadsOnAndSaysSo() {
    a.tend();
    b.tend();
    put(a.leading().orElseThrow(), "1");
    wayB.cut(true);
    put(a.leading().orElseThrow(), "2");
    pass(Duration.ofSeconds(5));
    b.tend();

    assertThat(read(b.copy())).contains("1");
    assertThat(age(b)).isEqualTo(Duration.ofSeconds(5));
    assertThat(b.trouble()).isEqualTo("way b does not reach the quorum");
    wayB.cut(false);
    b.tend();
    assertThat(read(b.copy())).contains("2");
    assertThat(b.trouble()).isEmpty();
  }

  @Test
  void aLeaderThatIsCutOffStopsBeforeAnotherStarts() {
    a.tend();
    b.tend();
    QuorumStore first = a.leading().orElseThrow();
    wayA.cut(true);

    pass(Duration.ofSeconds(9));
    a.tend();
    assertThat(first.mayAct()).isFalse();
    assertThat(a.leading()).isEmpty();
    b.tend();
    assertThat(b.leading()).isEmpty();

    pass(Duration.ofSeconds(1));
    b.tend();
    assertThat(b.leading()).isPresent();
  }

  @Test
  void aLeaderThatSleepsFindsThatItLeadsNoMore() {
    a.tend();
    b.tend();
    QuorumStore first = a.leading().orElseThrow();
    pass(Duration.ofMinutes(1));
    b.tend();
    put(b.leading().orElseThrow(), "b");

    assertThat(first.mayAct()).isFalse();
    assertThatThrownBy(() -> put(first, "late"))
        .isInstanceOf(StoreFailedException.class)
        .hasMessageContaining("a leads no more: its lease of 10 s could not be kept alive");
    a.tend();
    a.tend();
    assertThat(a.leading()).isEmpty();
    assertThat(read(a.copy())).contains("b");
  }

  @Test
  void aLeaderWhoseClockStandsStillIsFencedByTheEpoch() {
    ElectedStore frozen = new ElectedStore(
        wayA,
        "adapter/",
        "frozen",
        LEASE,
        new QuorumStore.Settings(Optional.of(Runnable::run), () -> 0, Duration.ofSeconds(10)),
        () -> {});
    frozen.tend();
    QuorumStore first = frozen.leading().orElseThrow();
    b.tend();
    pass(Duration.ofMinutes(1));
    b.tend();
    put(b.leading().orElseThrow(), "b");

    assertThat(first.mayAct()).isTrue();
    assertThatThrownBy(() -> put(first, "late"))
        .isInstanceOf(StoreFailedException.class)
        .hasMessageContaining("epoch 1 is fenced: epoch 2 was opened since");
    assertThat(read(b.copy())).contains("b");
  }

  @Test
  void aLeaderThatClosesLetsTheNextOneLeadAtOnce() {
    a.tend();
    b.tend();
    put(a.leading().orElseThrow(), "1");
    a.close();
    b.tend();

    assertThat(b.leading().map(ElectedStoreTest::read)).contains(Optional.of("1"));
    assertThat(b.leading().orElseThrow().epoch()).isEqualTo(2);
  }

  @Test
  void aFollowerThatHearsThatTheLeadIsFreeLeadsAfterThreeRequests() {
    List<String> asked = new ArrayList<>();
    ElectedStore c = part("c", slow(quorum.client("way c"), asked));
    a.tend();
    pass(Duration.ofSeconds(4));
    c.tend();
    put(a.leading().orElseThrow(), "1");
    pass(Duration.ofSeconds(6)); // The lease of a ends, and the servers notify c.
    asked.clear();
    c.tend();

    assertThat(c.leading().map(ElectedStoreTest::read)).contains(Optional.of("1"));
    assertThat(asked)
        .as("the key, how far the store is, the epoch, and the read above")
        .containsExactly("commit", "get", "commit", "get");
  }

  @Test
  void aFollowerWhoseOwnLeaseIsNearlyOverProlongsItBeforeItLeads() {
    List<String> asked = new ArrayList<>();
    ElectedStore c = part("c", slow(quorum.client("way c"), asked));
    a.tend();
    c.tend();
    pass(Duration.ofSeconds(1));
    wayB.revoke(1); // The lease of a, as an operator may do.
    pass(Duration.ofSeconds(7));
    asked.clear();
    c.tend();

    assertThat(c.leading()).isPresent();
    assertThat(asked).contains("keepAlive");
    assertThat(c.left()).isGreaterThan(Duration.ofSeconds(8));
  }

  @Test
  void aFollowerThatHearsLateThatTheLeadWasFreeFindsWhoLeads() {
    ElectedStore c = part("c", quorum.client("way c"));
    a.tend();
    b.tend();
    c.tend();
    a.close();
    b.tend();
    c.tend();

    assertThat(b.leading()).isPresent();
    assertThat(c.leading()).isEmpty();
    assertThat(c.leader().map(ElectedStore.Replica::name)).contains("b");
  }

  /** A way on which each request takes a tenth of a second, and is noted by its name. */
  private ClusterKv slow(ClusterKv way, List<String> asked) {
    return (ClusterKv) Proxy.newProxyInstance(
        ClusterKv.class.getClassLoader(),
        new Class<?>[] {ClusterKv.class},
        (proxy, method, arguments) -> {
          if (!Set.of("watch", "toString").contains(method.getName())) {
            asked.add(method.getName());
            nanos += Duration.ofMillis(100).toNanos();
          }
          try {
            return method.invoke(way, arguments);
          } catch (InvocationTargetException e) {
            throw e.getCause();
          }
        });
  }

  @Test
  void watchesOfTheCopyGoOnWithTheSameRevisionsUnderTheNextLeader() {
    a.tend();
    b.tend();
    put(a.leading().orElseThrow(), "1");
    put(a.leading().orElseThrow(), "2");
    a.close();
    b.tend();
    put(b.leading().orElseThrow(), "3");
    RecordingListener heard = new RecordingListener();
    b.leading().orElseThrow().watch("", 1, heard);

    assertThat(heard.calls()).containsExactly("2 [a=2]", "3 [a=3]");
  }

  @Test
  void whoComesToLeadKnowsWhatHasChangedWhileItFollowed() {
    a.tend();
    b.tend();
    put(a.leading().orElseThrow(), "1");
    put(a.leading().orElseThrow(), "2");
    assertThat(b.copy().changed("", 1)).contains(Set.of("a"));
    a.close();
    b.tend();

    assertThat(b.leading().orElseThrow().changed("", 1)).contains(Set.of("a"));
    assertThat(b.leading().orElseThrow().changed("", 2)).contains(Set.of());
  }

  @Test
  void aCopyThatMissedWhatWasCompactedIsReadAnew() {
    a.tend();
    b.tend();
    RecordingListener heard = new RecordingListener();
    b.copy().watch("", 0, heard);
    wayB.cut(true);
    put(a.leading().orElseThrow(), "1");
    put(a.leading().orElseThrow(), "2");
    quorum.compact();
    wayB.cut(false);
    b.tend();

    assertThat(read(b.copy())).contains("2");
    assertThat(heard.calls()).containsExactly("ended COMPACTED");
    put(a.leading().orElseThrow(), "3");
    assertThat(read(b.copy())).contains("3");
  }

  @Test
  void aCopyThatWasNotToldOfAWriteIsReadAnew() {
    Deaf deaf = new Deaf(quorum.client("way c"));
    ElectedStore c = part("c", deaf);
    a.tend();
    c.tend();
    put(a.leading().orElseThrow(), "1");
    deaf.deaf = true;
    put(a.leading().orElseThrow(), "2");
    a.leading().orElseThrow().commit(Transaction.builder().put("only here", "x").build());
    deaf.deaf = false;
    put(a.leading().orElseThrow(), "3");

    assertThat(c.copy().get("only here")).isEmpty();
    assertThat(read(c.copy())).contains("1"); // Not a mixture of delivered and missing changes.
    c.tend();
    assertThat(c.copy().range("")).isEqualTo(a.leading().orElseThrow().range(""));
  }

  @Test
  void aLeaderWhoseLeaseWasEndedByOthersStopsAtOnce() {
    a.tend();
    b.tend();
    QuorumStore first = a.leading().orElseThrow();
    wayB.revoke(1); // As an operator may do; by its own clock the leader had seconds left.

    a.tend();
    assertThat(first.mayAct()).isFalse();
    assertThat(a.leading()).isEmpty();
  }

  @Test
  void everybodySaysWhereItIsAndHowFar() {
    a.tend();
    b.tend();
    put(a.leading().orElseThrow(), "1");
    a.tend();

    assertThat(b.directory().replicas())
        .containsExactly(
            new ElectedStore.Replica("a", "https://a", true, 1, List.of()),
            new ElectedStore.Replica("b", "https://b", false, 0, List.of()));
    b.tend();
    assertThat(a.directory().replicas().get(1).revision()).isEqualTo(1);
  }

  @Test
  void whatAllMustHaveAlikeIsThatOfTheFirst() {
    assertThat(a.directory().sealedBy("one")).isEqualTo("one");
    assertThat(b.directory().sealedBy("two")).isEqualTo("one");
  }

  @Test
  void anotherKeyIsDemandedOnlyInPlaceOfTheOneThatWas() {
    a.directory().sealedBy("one");

    assertThat(b.directory().reseal("three", "two")).isFalse();
    assertThat(b.directory().reseal("one", "two")).isTrue();
    assertThat(b.directory().reseal("one", "two")).isTrue();
    assertThat(a.directory().sealedBy("one")).isEqualTo("two");
  }

  @Test
  void eachReplicaTellsWhichKeysItHolds() {
    a.keys(List.of("one", "two"));
    a.tend();
    b.tend();

    assertThat(b.directory().replicas())
        .extracting(ElectedStore.Replica::keys)
        .containsExactly(List.of("one", "two"), List.of());
  }

  @Test
  void aCopyIsNotWrittenTo() {
    a.tend();
    b.tend();

    assertThatThrownBy(() -> put(b.copy(), "1"))
        .isInstanceOf(StoreException.class)
        .hasMessage("a copy is not written to");
  }

  /** A way on which watches can miss something without a word. */
  private static final class Deaf implements ClusterKv {
    private final ClusterKv way;
    private boolean deaf;

    Deaf(ClusterKv way) {
      this.way = way;
    }

    @Override
    public Optional<ClusterEntry> get(String key) {
      return way.get(key);
    }

    @Override
    public ClusterPage range(String prefix, String after, int most, long revision) {
      return way.range(prefix, after, most, revision);
    }

    @Override
    public Optional<Long> commit(ClusterTransaction attempt) {
      return way.commit(attempt);
    }

    @Override
    public Subscription watch(String prefix, long from, ClusterWatchListener watch) {
      return way.watch(prefix, from, new ClusterWatchListener() {
        @Override
        public void changed(List<Event> events) {
          if (!deaf) {
            watch.changed(events);
          }
        }

        @Override
        public void lost(String why) {
          watch.lost(why);
        }
      });
    }

    @Override
    public long grant(Duration time) {
      return way.grant(time);
    }

    @Override
    public boolean keepAlive(long lease) {
      return way.keepAlive(lease);
    }

    @Override
    public void revoke(long lease) {
      way.revoke(lease);
    }

    @Override
    public void pause(Duration time) {
      way.pause(time);
    }

    @Override
    public void close() {
      way.close();
    }
  }
}

package io.cloudadapter.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.event.PoolEvent;
import io.cloudadapter.api.event.PoolEventKind;
import io.cloudadapter.api.event.PoolEventPage;
import io.cloudadapter.api.event.PoolEventQuery;
import io.cloudadapter.core.Replica;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The history of a pool whose leader changes, over one real etcd. */
class ReplicaEventsTest {
  private static RealEtcd etcd;
  private static int stores;

  @TempDir
  private Path directory;

  private ThreeReplicas trio;
  private String address;

  @BeforeAll
  static void start() {
    etcd = RealEtcd.start();
  }

  @AfterAll
  static void stop() {
    if (etcd != null) {
      etcd.close();
    }
  }

  @BeforeEach
  void open() {
    trio = new ThreeReplicas(directory);
    address = etcd.address("events-" + ++stores);
  }

  @AfterEach
  void close() {
    trio.close();
  }

  private static List<PoolEvent> read(MachinePool pool, PoolEventQuery query) {
    List<PoolEvent> events = new ArrayList<>();
    PoolEventPage page = pool.events(query);
    events.addAll(page.events());
    while (page.more()) {
      page = pool.events(query.after(page.cursor()));
      events.addAll(page.events());
    }
    return events;
  }

  private static boolean has(MachinePool pool, PoolEventKind kind, int count) {
    return read(pool, PoolEventQuery.all().kinds(kind)).size() >= count;
  }

  @Test
  void a_cursor_of_the_old_leader_reads_on_from_the_new_one() {
    trio.join("a", address);
    trio.join("b", address);
    Replica first = trio.leader();
    MachinePool kept = first.defaultPool();
    kept.setDesiredSize(2);
    ThreeReplicas.await("two machines serve", () -> has(kept, PoolEventKind.MACHINE_IN_SERVICE, 2));
    PoolEventPage before = kept.events(PoolEventQuery.all().limit(PoolEventQuery.MOST));
    assertThat(before.more()).isFalse();
    trio.gone(first);

    MachinePool next = trio.leader().defaultPool();
    next.setDesiredSize(3);
    ThreeReplicas.await(
        "a third machine serves", () -> has(next, PoolEventKind.MACHINE_IN_SERVICE, 3));
    List<PoolEvent> after = read(next, PoolEventQuery.all().after(before.cursor()));

    assertThat(after)
        .extracting(PoolEvent::kind)
        .contains(PoolEventKind.LEADERSHIP_TAKEN, PoolEventKind.SIZE_CHANGED);
    List<PoolEvent> all = new ArrayList<>(before.events());
    all.addAll(after);
    long number = 1;
    for (PoolEvent event : all) {
      assertThat(event.firstSequence()).isEqualTo(number);
      number = event.sequence() + 1;
    }
    assertThat(read(next, PoolEventQuery.all())).isEqualTo(all);
  }

  @Test
  void a_follower_shows_the_events_of_its_leader() {
    trio.join("a", address);
    Replica leader = trio.leader();
    Replica follower = trio.join("b", address);
    leader.defaultPool().setDesiredSize(1);
    ThreeReplicas.await(
        "a machine serves", () -> has(leader.defaultPool(), PoolEventKind.MACHINE_IN_SERVICE, 1));
    List<PoolEvent> events = read(leader.defaultPool(), PoolEventQuery.all());

    ThreeReplicas.await(
        "the follower shows them",
        () -> read(follower.defaultPool(), PoolEventQuery.all()).size() >= events.size());
    assertThat(read(follower.defaultPool(), PoolEventQuery.all()))
        .startsWith(events.toArray(PoolEvent[]::new));
  }
}

package io.cloudadapter.server.kube;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.action.Action;
import io.cloudadapter.api.action.ActionChange;
import io.cloudadapter.api.action.ActionList;
import io.cloudadapter.api.action.ActionPhase;
import io.cloudadapter.api.action.ActionStatus;
import io.cloudadapter.api.action.ActionWatch;
import io.cloudadapter.server.http.StreamingBody;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One who watches, over a wire that takes bytes when a test says so. */
@Timeout(300)
class WatchConnectionTest {
  private static final Instant AT = Instant.parse("2026-11-22T10:00:00Z");
  private static final UUID UID = new UUID(1, 2);

  private final FakeWire wire = new FakeWire();
  private final FakeStream stream = new FakeStream();
  private final WatchEventEncoder frames = new WatchEventEncoder();
  private final List<WatchConnection> left = new ArrayList<>();
  private long now;
  private boolean stands = true;
  private List<ActionStatus> there = List.of();

  private WatchConnection watcher(WatchOptions options) {
    return new WatchConnection(
        options,
        stream,
        new ActionList(1, there),
        frames,
        wire,
        new WatchConnection.Times(Duration.ofMinutes(30), Duration.ofSeconds(30)),
        () -> now,
        () -> stands,
        left::add);
  }

  private static WatchOptions from(Optional<Long> version) {
    return new WatchOptions(
        version,
        version.isEmpty(),
        false,
        true,
        Optional.empty(),
        Representation.PLAIN,
        new Selector(action -> true));
  }

  private static ActionStatus action(long version) {
    return new ActionStatus(
        UID,
        version,
        new PoolName("web"),
        new MachineId("i-1"),
        UID,
        new Action.Stop(),
        ActionPhase.RUNNING,
        "",
        AT,
        AT,
        AT,
        Optional.empty(),
        Optional.empty(),
        List.of(),
        Map.of(),
        false,
        Map.of(),
        "ops",
        Optional.empty());
  }

  private void changes(long version) {
    stream.changes.add(new ActionChange(
        ActionChange.Kind.MODIFIED, version, action(version), Optional.of(action(version - 1))));
  }

  @Test
  void aSlowReaderHasOnePageOnItsWayAndDelaysNoOther() {
    wire.takes = false;
    WatchConnection watcher = watcher(from(Optional.of(1L)));
    watcher.begin();
    for (int i = 2; i < 1000; i++) {
      changes(i);
      watcher.pump();
    }

    assertThat(wire.sent).hasSize(1);
    wire.takes = true;
    wire.take();
    assertThat(wire.text()).containsOnlyOnce("\"resourceVersion\":\"2\"").contains("\"999\"");
  }

  @Test
  void aWatchEndsWhenItsCallerHasLostItsRights() {
    WatchConnection watcher = watcher(from(Optional.of(1L)));
    watcher.begin();
    watcher.look();
    assertThat(left).isEmpty();

    stands = false;
    watcher.look();

    assertThat(left).containsExactly(watcher);
  }

  @Test
  void noWatchGoesOnFromTheMiddleOfWhatChangedTogether() {
    WatchConnection watcher = watcher(from(Optional.of(1L)));
    watcher.begin();
    changes(7);
    changes(7);
    changes(7);
    changes(8);
    watcher.pump();

    assertThat(wire.text().lines().map(WatchConnectionTest::version))
        .as("what a client goes on from that is cut off after a line")
        .containsExactly("6", "6", "7", "8");
  }

  private static String version(String event) {
    return event.replaceFirst(".*\"resourceVersion\":\"([0-9]+)\".*", "$1");
  }

  @Test
  void aSlowReaderThatIsOvertakenIsToldAndEnded() {
    wire.takes = false;
    WatchConnection watcher = watcher(from(Optional.of(1L)));
    watcher.begin();
    stream.gone = true;

    wire.takes = true;
    wire.take();

    assertThat(wire.text()).contains("\"type\":\"ERROR\"", "\"code\":410");
    assertThat(wire.ended).isTrue();
    assertThat(left).containsExactly(watcher);
    assertThat(stream.closed).isTrue();
  }

  @Test
  void aReaderThatFailsIsLetGo() {
    wire.takes = false;
    WatchConnection watcher = watcher(from(Optional.of(1L)));
    watcher.begin();

    wire.fail();
    watcher.pump();
    watcher.stop();

    assertThat(left).containsExactly(watcher);
    assertThat(stream.closed).isTrue();
    assertThat(wire.sent).hasSize(1);
  }

  @Test
  void aReaderThatHasHungUpIsLetGo() {
    WatchConnection watcher = watcher(from(Optional.of(1L)));
    watcher.begin();
    watcher.look();
    assertThat(left).isEmpty();

    wire.hungUp = true;
    watcher.look();

    assertThat(wire.cut).isTrue();
    assertThat(left).containsExactly(watcher);
  }

  @Test
  void howeverMuchThereIsTheStackStaysFlat() {
    List<ActionStatus> many = new ArrayList<>();
    for (int i = 0; i < 50_000; i++) {
      many.add(action(i));
    }
    there = many;

    watcher(from(Optional.empty())).begin();

    assertThat(wire.sent.size()).isGreaterThan(500);
    assertThat(wire.sent).allSatisfy(page -> assertThat(page.length).isLessThan(40_000));
    assertThat(wire.text()).contains("\"49999\"");
  }

  @Test
  void oneChangeIsOneTextForAllWhoWatch() {
    WatchConnection one = watcher(from(Optional.of(1L)));
    one.begin();
    changes(2);
    one.pump();
    stream.changes.clear();
    changes(2);
    WatchConnection other = watcher(from(Optional.of(1L)));
    other.begin();

    List<byte[]> texts = wire.sent.stream().filter(bytes -> bytes.length > 0).toList();
    assertThat(texts).hasSize(2);
    assertThat(texts.get(1)).isSameAs(texts.get(0));
  }

  @Test
  void tellsTheVersionNowAndThenIfItHasGoneOn() {
    WatchConnection watcher = watcher(from(Optional.of(1L)));
    watcher.begin();
    now = Duration.ofSeconds(31).toNanos();
    watcher.pump();
    assertThat(wire.text()).isEmpty();

    stream.version = 9;
    watcher.pump();
    watcher.pump();

    assertThat(wire.text()).containsOnlyOnce("BOOKMARK").contains("\"resourceVersion\":\"9\"");
    now = Duration.ofMinutes(31).toNanos();
    watcher.pump();
    assertThat(wire.ended).isTrue();
  }

  private static final class FakeWire implements StreamingBody.Wire {
    private final List<byte[]> sent = new ArrayList<>();
    private boolean takes = true;
    private boolean hungUp;
    private boolean ended;
    private boolean cut;
    private StreamingBody.Done done = taken -> {};

    @Override
    public void send(byte[] bytes, StreamingBody.Done newDone) {
      sent.add(bytes);
      done = newDone;
      if (takes) {
        newDone.sent(true);
      }
    }

    void take() {
      done.sent(true);
    }

    void fail() {
      done.sent(false);
    }

    String text() {
      StringBuilder text = new StringBuilder();
      sent.forEach(bytes -> text.append(new String(bytes, StandardCharsets.UTF_8)));
      return text.toString();
    }

    @Override
    public void end() {
      ended = true;
    }

    @Override
    public void cut() {
      cut = true;
    }

    @Override
    public boolean gone() {
      return hungUp;
    }
  }

  private static final class FakeStream implements ActionWatch {
    private final List<ActionChange> changes = new ArrayList<>();
    private long version = 1;
    private boolean gone;
    private boolean closed;

    @Override
    public List<ActionChange> next(Duration atMost) {
      if (gone) {
        throw new PoolException(PoolException.Reason.GONE, "it was too slow", "");
      }
      List<ActionChange> page = List.copyOf(changes);
      changes.clear();
      return page;
    }

    @Override
    public long version() {
      return version;
    }

    @Override
    public void close() {
      closed = true;
    }
  }
}

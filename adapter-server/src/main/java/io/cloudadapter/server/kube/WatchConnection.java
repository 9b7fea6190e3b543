package io.cloudadapter.server.kube;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.action.ActionChange;
import io.cloudadapter.api.action.ActionList;
import io.cloudadapter.api.action.ActionStatus;
import io.cloudadapter.api.action.ActionWatch;
import io.cloudadapter.server.http.StreamingBody;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One watch of a client. It has a position in the pool's stream of changes and at most one page of them under way: a
 * slow reader costs nothing more, and when the stream overtakes it, the watch ends with the advice to list again.
 *
 * <p>No thread waits here. {@link #pump} sends what there is and may be called by any thread; one thread at a time
 * works, guarded by {@code busy}, and its own fields need no lock.
 */
final class WatchConnection {
  private static final Logger LOG = LoggerFactory.getLogger(WatchConnection.class);

  /** How many bytes are joined for one write. */
  private static final int PAGE = 32 * 1024;

  private final WatchOptions options;
  private final ActionWatch watch;
  private final WatchEventEncoder frames;
  private final StreamingBody.Wire wire;
  private final LongSupplier nanos;
  private final BooleanSupplier stands;
  private final Consumer<WatchConnection> left;
  private final long begun;
  private final long lasts;
  private final long bookmarkEvery;
  private final Iterator<ActionStatus> initial;

  /** What is left to be sent, before anything new. */
  private final Deque<byte[]> waiting = new ArrayDeque<>();

  private boolean initialMarked;
  private long bookmarkedAt;
  private long told;
  private boolean ending;

  /** Guarded by this. */
  private boolean busy = true;

  /** Guarded by this. */
  private boolean again;

  private volatile boolean stopping;
  private final AtomicBoolean over = new AtomicBoolean();

  WatchConnection(
      WatchOptions options,
      ActionWatch watch,
      ActionList list,
      WatchEventEncoder frames,
      StreamingBody.Wire wire,
      Times times,
      LongSupplier nanos,
      BooleanSupplier stands,
      Consumer<WatchConnection> left) {
    this.options = options;
    this.watch = watch;
    this.frames = frames;
    this.wire = wire;
    this.nanos = nanos;
    this.stands = stands;
    this.left = left;
    this.begun = nanos.getAsLong();
    this.lasts = times.lasts().toNanos();
    this.bookmarkEvery = times.bookmarkEvery().toNanos();
    this.initial =
        options.initial() ? list.actions().iterator() : List.<ActionStatus>of().iterator();
    this.initialMarked = !options.marksInitial();
    this.bookmarkedAt = begun;
    this.told = watch.version();
  }

  /**
   * The timing of a watch.
   *
   * @param lasts when to end
   * @param bookmarkEvery when to send a version although nothing has changed
   */
  record Times(Duration lasts, Duration bookmarkEvery) {}

  /** Sends the head of the reply, and what there is. */
  void begin() {
    waiting.add(new byte[0]);
    work();
  }

  /** Sends what there is. Called when something has changed, and now and then. */
  void pump() {
    if (taken()) {
      work();
    }
  }

  /** Ends the watch soon; the connection of a reader that takes nothing is closed elsewhere. */
  void stop() {
    stopping = true;
    pump();
  }

  /** Lets go of a client that has hung up, or may not watch any more. */
  void look() {
    if (!stands.getAsBoolean()) {
      stop();
      return;
    }
    if (taken()) {
      if (wire.gone()) {
        cut();
      } else {
        work();
      }
    }
  }

  private synchronized boolean taken() {
    again = true;
    if (busy || over.get()) {
      return false;
    }
    busy = true;
    return true;
  }

  private synchronized boolean released() {
    if (again) {
      return false;
    }
    busy = false;
    return true;
  }

  private synchronized void looking() {
    again = false;
  }

  /** Cuts it off. */
  void cut() {
    wire.cut();
    leave();
  }

  private void work() {
    try {
      goOn();
    } catch (RuntimeException e) { // A failure of one watch must not end the others.
      LOG.error("a watch of actions failed", e);
      cut();
    }
  }

  private void goOn() {
    while (!over.get()) {
      looking();
      byte[] bytes = next();
      if (bytes == null) {
        if (ending) {
          leave();
          wire.end();
          return;
        }
        if (released()) {
          return;
        }
        continue;
      }
      // Whichever of the two comes first leaves the rest to the other: so no stack grows.
      AtomicBoolean first = new AtomicBoolean();
      wire.send(bytes, sent -> {
        if (!sent) {
          leave();
        } else if (!first.compareAndSet(false, true)) {
          work();
        }
      });
      if (first.compareAndSet(false, true)) {
        return;
      }
    }
  }

  private void leave() {
    if (over.compareAndSet(false, true)) {
      watch.close();
      left.accept(this);
    }
  }

  /** What to send next; null if there is nothing. */
  private byte @Nullable [] next() {
    if (!waiting.isEmpty()) {
      return waiting.remove();
    }
    if (ending) {
      return null;
    }
    if (stopping) {
      ending = true;
      return null;
    }
    if (initial.hasNext()) {
      return page();
    }
    if (!initialMarked) {
      initialMarked = true;
      return bookmark(true);
    }
    byte[] changes = changes();
    return changes == null ? due() : changes;
  }

  private byte @Nullable [] page() {
    ByteArrayOutputStream page = new ByteArrayOutputStream(PAGE);
    while (initial.hasNext() && page.size() < PAGE) {
      ActionStatus action = initial.next();
      if (options.selection().has(action)) {
        page.writeBytes(
            frames.event(WatchEventEncoder.Kind.ADDED, options.form(), action, action.version()));
      }
    }
    return page.size() == 0 ? next() : page.toByteArray();
  }

  private byte @Nullable [] changes() {
    try {
      while (true) {
        List<ActionChange> changes = watch.next(Duration.ZERO);
        if (changes.isEmpty()) {
          return null;
        }
        List<byte[]> events = new ArrayList<>();
        for (int i = 0; i < changes.size(); i++) {
          event(changes.get(i), toGoOnFrom(changes, i)).ifPresent(events::add);
        }
        join(events);
        if (!waiting.isEmpty()) {
          return waiting.remove();
        }
      }
    } catch (PoolException e) {
      ending = true;
      return WatchEventEncoder.error(WatchHub.refusal(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      ending = true;
      return null;
    }
  }

  /**
   * From where a client goes on that has heard this change last. What one transaction has changed has one
   * version: until the last of it is heard, that is not heard of.
   */
  private static long toGoOnFrom(List<ActionChange> changes, int i) {
    long version = changes.get(i).version();
    boolean more = i + 1 < changes.size() && changes.get(i + 1).version() == version;
    return more ? version - 1 : version;
  }

  /** A single event is sent as it is, for all; of many, as many as fit are sent together. */
  private void join(List<byte[]> events) {
    ByteArrayOutputStream page = new ByteArrayOutputStream();
    for (byte[] event : events) {
      if (events.size() == 1) {
        waiting.add(event);
        return;
      }
      page.writeBytes(event);
      if (page.size() >= PAGE) {
        waiting.add(page.toByteArray());
        page.reset();
      }
    }
    if (page.size() > 0) {
      waiting.add(page.toByteArray());
    }
  }

  /** What a change is to one who selects: what begins to be selected is new, what ceases to be is gone. */
  private Optional<byte[]> event(ActionChange change, long version) {
    ActionStatus now = change.action();
    boolean is = options.selection().has(now);
    if (change.kind() == ActionChange.Kind.DELETED) {
      return is
          ? Optional.of(frame(WatchEventEncoder.Kind.DELETED, now, version))
          : Optional.empty();
    }
    if (change.before().isEmpty()) {
      // The former state may be unknown for a watch from long ago: then it sends too much rather
      // than too little.
      return is
          ? Optional.of(frame(WatchEventEncoder.Kind.ADDED, now, version))
          : change.kind() == ActionChange.Kind.ADDED
              ? Optional.empty()
              : Optional.of(frame(WatchEventEncoder.Kind.DELETED, now, version));
    }
    ActionStatus before = change.before().get();
    boolean was = options.selection().has(before);
    if (is) {
      return Optional.of(frame(
          was ? WatchEventEncoder.Kind.MODIFIED : WatchEventEncoder.Kind.ADDED, now, version));
    }
    return was
        ? Optional.of(frame(WatchEventEncoder.Kind.DELETED, before, version))
        : Optional.empty();
  }

  private byte[] frame(WatchEventEncoder.Kind kind, ActionStatus action, long version) {
    return frames.event(kind, options.form(), action, version);
  }

  /** A bookmark or the end, if it is time; else null. */
  private byte @Nullable [] due() {
    long now = nanos.getAsLong();
    if (now - begun >= lasts) {
      ending = true;
      return options.bookmarks() ? bookmark(false) : null;
    }
    boolean bookmark =
        options.bookmarks() && now - bookmarkedAt >= bookmarkEvery && watch.version() > told;
    return bookmark ? bookmark(false) : null;
  }

  private byte[] bookmark(boolean endOfInitial) {
    told = watch.version();
    bookmarkedAt = nanos.getAsLong();
    return WatchEventEncoder.bookmark(options.form(), told, endOfInitial);
  }
}

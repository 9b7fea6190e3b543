package io.cloudadapter.notification;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.event.PoolEvent;
import io.cloudadapter.api.event.PoolEventKind;
import io.cloudadapter.api.event.PoolEventPage;
import io.cloudadapter.api.notification.NotificationKind;
import io.cloudadapter.api.notification.Severity;
import io.cloudadapter.core.LeaderContext;
import io.cloudadapter.notification.DeliveryState.Gap;
import io.cloudadapter.notification.DeliveryState.Plan;
import io.cloudadapter.notification.MessageComposer.Composed;
import io.cloudadapter.spi.CloudException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers what happens at one source to one receiver. The plan of a message is durable before the message is sent, and
 * the new cursor after it has arrived. So a crash in between sends the same message again, under the same id.
 *
 * <p>One thread at a time may call {@link #step}; any thread may call {@link #noted}.
 */
final class SourceDelivery {
  private static final Logger LOG = LoggerFactory.getLogger(SourceDelivery.class);

  /** The most events of a message; what it contains of alarms comes on top. */
  static final int MOST_EVENTS = 50;

  /** How long the cursor may stay behind events that do not matter, so that the history does not overtake it. */
  private static final Duration CURSOR_KEPT = Duration.ofMinutes(10);

  /** Nothing is pending. */
  private static final long NONE = Long.MIN_VALUE;

  private final NotificationSource source;
  private final MessageSender sender;
  private final LeaderContext context;
  private final ReceiverHealth health;
  private final MessageComposer composer;
  private final MessageWriter writer;
  private final boolean forgets;
  private final Duration groupWait;
  private final Duration groupInterval;
  private final String key;
  private final AtomicLong pending = new AtomicLong(NONE);
  private volatile boolean unread;

  /** Whether something critical waits that a less severe message is not to hold back. */
  private volatile boolean urgent;

  private @Nullable DeliveryState state;
  private @Nullable MessageParts parts;
  private Optional<Long> lastSent = Optional.empty();
  private Optional<Long> lastCritical = Optional.empty();
  private long lastStored;
  private boolean more;

  /** Whether the state is to be stored before anything else happens: an earlier attempt has failed. */
  private boolean unstored;

  SourceDelivery(
      NotificationSource source,
      MessageSender sender,
      LeaderContext context,
      ReceiverHealth health) {
    this.source = source;
    this.sender = sender;
    this.context = context;
    this.health = health;
    ReceiverConfig receiver = sender.receiver();
    this.forgets = sender.channel().forgetsAlarms();
    this.composer =
        new MessageComposer(source, receiver.filter(), receiver.repeatInterval(), forgets);
    this.writer = new MessageWriter(receiver.name(), receiver.repeatInterval());
    // A receiver that forgets alarms groups by itself.
    this.groupWait = forgets ? Duration.ZERO : receiver.groupWait();
    this.groupInterval = forgets ? Duration.ZERO : receiver.groupInterval();
    this.key = "notifications/" + receiver.name() + "/" + source.name();
  }

  /** Takes note of an event that has become durable. */
  void noted(PoolEvent event) {
    unread = true;
    if (sender.receiver().filter().mayMatter(event)) {
      health.waits(event.time());
      if (event.kind() != PoolEventKind.ALARM_CLEARED
          && SeverityTable.of(event) == Severity.CRITICAL) {
        urgent = true;
      }
      pending.compareAndSet(NONE, context.ticker().nanos());
    }
  }

  /** Has the history read, since events may have come that were not noted. */
  void wake() {
    unread = true;
    pending.compareAndSet(NONE, context.ticker().nanos());
  }

  /**
   * Sends what is due.
   *
   * @throws CloudException if the receiver has not taken a message; the next step sends it again
   * @throws PoolException if the history or the store cannot be used at present; nothing is lost
   */
  void step() {
    DeliveryState now = begin();
    if (unstored) {
      now = stored(now);
    }
    if (now.planned().isEmpty() && !more && !isDue(now)) {
      return;
    }
    do {
      DeliveryState planned = now.planned().isPresent() ? now : plan(now);
      now = planned.planned().isPresent() ? deliver(planned) : planned;
    } while (more && context.leads());
  }

  /**
   * Finds out how far the receiver is; what happens from now on is sent.
   *
   * @throws PoolException if the history or the store cannot be used at present
   */
  DeliveryState begin() {
    DeliveryState now = state;
    return now == null ? load() : now;
  }

  private DeliveryState load() {
    more = false;
    Optional<byte[]> stored = context.read(key);
    DeliveryState read;
    if (stored.isEmpty()) {
      read = DeliveryState.from(source.end());
      context.write(key, DeliveryStateCodec.write(read));
    } else {
      read = read(stored.get());
    }
    if (forgets) {
      // It may have got nothing for long.
      Map<String, KnownAlarm> stale = new TreeMap<>();
      read.alarms().forEach((name, alarm) -> stale.put(name, alarm.stale()));
      read = read.with(stale, read.reconcile());
    }
    lastStored = context.ticker().nanos();
    pending.compareAndSet(NONE, context.ticker().nanos());
    state = read;
    return read;
  }

  private DeliveryState read(byte[] stored) {
    try {
      return DeliveryStateCodec.read(stored);
    } catch (IllegalStateException e) {
      LOG.error("how far receiver {} is cannot be read", sender.receiver().name(), e);
      String end = source.end();
      Gap gap = gap(end, 0, "which events were sent is lost; some may be missing");
      return DeliveryState.from(end).after(gap, end);
    }
  }

  private boolean isDue(DeliveryState now) {
    long nanos = context.ticker().nanos();
    if (now.reconcile() && changes(now)) {
      pending.compareAndSet(NONE, nanos);
    }
    long since = pending.get();
    boolean waited = since != NONE && nanos - since >= groupWait.toNanos();
    boolean paced = isOver(urgent ? lastCritical : lastSent, nanos);
    return (waited && paced)
        || (unread && nanos - lastStored >= CURSOR_KEPT.toNanos())
        || repeats(now);
  }

  /** Whether the next message may follow one that was sent then. */
  private boolean isOver(Optional<Long> sent, long nanos) {
    return sent.map(last -> nanos - last >= groupInterval.toNanos()).orElse(true);
  }

  /** Whether a comparison of the alarms finds something, or is complete at last. */
  private boolean changes(DeliveryState now) {
    DeliveryState then =
        composer.reconcile(now, source.alarms(), List.of(), context.wall().instant());
    return !then.alarms().equals(now.alarms()) || then.reconcile() != now.reconcile();
  }

  private boolean repeats(DeliveryState now) {
    Instant at = context.wall().instant();
    Duration repeat = sender.receiver().repeatInterval();
    return now.alarms().values().stream()
        .anyMatch(alarm -> (alarm.standing() || forgets) && alarm.due(at, repeat));
  }

  /** Puts the next message together, and makes its plan durable. */
  private DeliveryState plan(DeliveryState from) {
    more = false;
    unread = false;
    urgent = false;
    pending.set(NONE);
    Instant at = context.wall().instant();
    PoolEventPage page;
    try {
      page = source.read(Optional.of(from.cursor()), kinds(), MOST_EVENTS);
    } catch (PoolException e) {
      if (e.reason() != Reason.GONE) {
        pending.compareAndSet(NONE, context.ticker().nanos());
        throw e;
      }
      return overtaken(from);
    }
    more = page.more();
    DeliveryState now =
        from.reconcile() ? composer.reconcile(from, source.alarms(), page.events(), at) : from;
    Plan plan = new Plan(page.cursor(), at);
    Composed composed = composer.compose(now, page.events(), plan.to(), at);
    if (composed.notifications().isEmpty()) {
      health.settled(composed.settled());
      if (!more) {
        health.idle();
      }
      state = composed.sent();
      boolean old = context.ticker().nanos() - lastStored >= CURSOR_KEPT.toNanos();
      return old || from.reconcile() != composed.sent().reconcile()
          ? stored(composed.sent())
          : composed.sent();
    }
    DeliveryState planned = now.plan(Optional.of(plan));
    parts = new MessageParts(composed, id(now, plan), isRefresh(composed));
    // Nothing is lost if a refresh is: the next process sends all that stands anyway.
    state = planned;
    return parts.refresh() ? planned : stored(planned);
  }

  /** Whether a message only reminds a receiver that forgets. */
  private boolean isRefresh(Composed composed) {
    return forgets
        && composed.settled() == 0
        && composed.notifications().stream()
            .allMatch(one -> one.kind() == NotificationKind.ALARM_REPEATED);
  }

  private Set<PoolEventKind> kinds() {
    return sender.receiver().filter().kinds();
  }

  private String id(DeliveryState from, Plan plan) {
    return MessageWriter.id(
        sender.receiver().name(),
        source.name(),
        from.cursor(),
        plan.to(),
        plan.at().toString());
  }

  /** The history has dropped events that were not sent: the receiver gets word of it, and the rest. */
  private DeliveryState overtaken(DeliveryState now) {
    PoolEventPage oldest = source.read(Optional.empty(), kinds(), 1);
    String generation = DeliveryState.generation(oldest.cursor());
    long first = oldest.oldest().orElse(1L);
    long next = DeliveryState.sequence(now.cursor()) + 1;
    boolean same = generation.equals(DeliveryState.generation(now.cursor())) && first > next;
    long count = same ? first - next : 0;
    String what = same
        ? "events " + next + " to " + (first - 1) + " were dropped before they were sent"
        : "the history was replaced by another one; events may be missing";
    LOG.warn("receiver {}, {}: {}", sender.receiver().name(), source.name(), what);
    health.lost(Math.max(1, count));
    more = true;
    String position = generation + "-" + (first - 1);
    return stored(now.after(gap(position, count, what), position));
  }

  private Gap gap(String position, long count, String what) {
    return new Gap(position + "-gap", count, context.wall().instant(), what);
  }

  /** Sends the planned message, and then makes durable that it has arrived. */
  private DeliveryState deliver(DeliveryState planned) {
    Plan plan = planned.planned().orElseThrow();
    MessageParts sends = parts;
    if (sends == null) {
      Optional<Composed> again = composedAgain(planned, plan);
      if (again.isEmpty()) {
        more = true;
        return stored(planned.plan(Optional.empty()));
      }
      sends = new MessageParts(again.get(), id(planned, plan), false);
      parts = sends;
    }
    while (!sends.isEmpty()) {
      if (!context.leads()) {
        more = false;
        return planned;
      }
      sends.sendNext(sender, writer, source.pool(), plan.at(), health);
    }
    health.settled(sends.composed().settled());
    parts = null;
    lastSent = Optional.of(context.ticker().nanos());
    if (sends.composed().notifications().stream()
        .anyMatch(one -> one.severity() == Severity.CRITICAL)) {
      lastCritical = lastSent;
    }
    DeliveryState sent = sends.composed().sent();
    state = sent;
    return sends.refresh() ? sent : stored(sent);
  }

  /** The planned message of an earlier process; empty if the history has dropped what it was to contain. */
  private Optional<Composed> composedAgain(DeliveryState planned, Plan plan) {
    try {
      PoolEventPage page = source.read(Optional.of(planned.cursor()), kinds(), MOST_EVENTS);
      long last = DeliveryState.sequence(plan.to());
      List<PoolEvent> events =
          page.events().stream().filter(event -> event.sequence() <= last).toList();
      Composed composed = composer.compose(planned, events, plan.to(), plan.at());
      more = true;
      return Optional.of(composed).filter(one -> !one.notifications().isEmpty());
    } catch (PoolException e) {
      if (e.reason() != Reason.GONE) {
        throw e;
      }
      return Optional.empty();
    }
  }

  /** Makes a state durable. No one else writes it, so what this object holds is right even if that fails. */
  private DeliveryState stored(DeliveryState now) {
    state = now;
    unstored = true;
    context.write(key, DeliveryStateCodec.write(now));
    unstored = false;
    lastStored = context.ticker().nanos();
    return now;
  }
}

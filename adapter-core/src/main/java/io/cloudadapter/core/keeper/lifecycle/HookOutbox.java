package io.cloudadapter.core.keeper.lifecycle;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.core.keeper.state.AlarmRegistry;
import io.cloudadapter.core.keeper.state.CurrentStep;
import io.cloudadapter.core.keeper.state.RetryBackoff;
import io.cloudadapter.core.ledger.HookRecord;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.core.protocol.KeeperConfig;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Sends hook messages until each has arrived or its hook has ended, and records in the ledger that it has arrived.
 * Each hook has a queue of its own: a receiver that is down delays no other receiver, and gets one message at a time
 * until it accepts one.
 */
final class HookOutbox {
  private static final int AT_ONCE = 16;
  private static final int MOST_REPORTS_SHOWN = 3;
  private static final int LONGEST_REPORT = 300;

  private static final class Queue {
    private final Deque<UUID> tokens = new ArrayDeque<>();
    private final RetryBackoff retry = new RetryBackoff();
    private int out;

    /** How many hooks wait whose message has not arrived yet. */
    private int untold;

    private @Nullable String trouble;

    /** Removes one of them; after the last one, earlier errors no longer matter. */
    void settle() {
      if (--untold == 0) {
        tokens.clear();
        retry.reset();
        trouble = null;
      }
    }
  }

  private final KeeperConfig settings;
  private final Ledger ledger;
  private final CurrentStep step;
  private final AlarmRegistry alarms;
  private final Map<String, Queue> queues = new LinkedHashMap<>();
  private final Map<UUID, Integer> attempts = new HashMap<>();

  /** What a receiver reports, with the words before it in the alarm. */
  private record Report(String words, String text) {}

  /** What receivers report that keeps them from their work, for people; by the token of the hook. */
  private final Map<UUID, Report> reported = new LinkedHashMap<>();

  HookOutbox(KeeperConfig settings, Ledger ledger, CurrentStep step, AlarmRegistry alarms) {
    this.settings = settings;
    this.ledger = ledger;
    this.step = step;
    this.alarms = alarms;
  }

  void add(HookRecord hook) {
    if (!hook.told()) {
      attempts.put(hook.token(), 0);
      Queue queue = queue(hook.hook());
      queue.tokens.add(hook.token());
      queue.untold++;
    }
  }

  /** Its hook has ended: no message is needed. Returns what keeps its receiver from its work, for people. */
  Optional<String> remove(HookRecord hook) {
    Report report = reported.remove(hook.token());
    Queue queue = queue(hook.hook());
    String unsent = attempts.containsKey(hook.token()) ? queue.trouble : null;
    removeFromQueue(queue, hook.token()); // It leaves the queue when its turn comes.
    if (unsent != null) {
      return Optional.of("its message did not arrive: " + unsent);
    }
    return Optional.ofNullable(report).map(known -> "its receiver reported: " + known.text());
  }

  /** The receiver of a hook cannot do its work, or can again. It reports anew after a restart. */
  void report(HookRecord hook, Optional<String> trouble) {
    reported.remove(hook.token());
    trouble.ifPresent(text -> {
      String cut = text.length() > LONGEST_REPORT ? text.substring(0, LONGEST_REPORT) + "…" : text;
      reported.put(
          hook.token(),
          new Report("hook " + hook.hook() + " of machine " + hook.machine() + " waits: ", cut));
    });
  }

  private void removeFromQueue(Queue queue, UUID token) {
    if (attempts.remove(token) != null) {
      queue.settle();
    }
  }

  private Queue queue(String hook) {
    return queues.computeIfAbsent(hook, name -> new Queue());
  }

  /** Sends what may be sent. */
  void onStep() {
    queues.forEach(this::send);
    raiseOrClearAlarm();
  }

  private void send(String name, Queue queue) {
    LifecycleHook hook = configured(name).orElse(null);
    if (hook == null) {
      return; // Removed from the configuration: there is no receiver, and the time runs.
    }
    int most = queue.retry.failing() ? 1 : AT_ONCE;
    while (queue.out < most && !queue.tokens.isEmpty()) {
      if (!queue.retry.isDue(step.now())) {
        step.wakeAt(queue.retry.at());
        return;
      }
      UUID token = queue.tokens.remove();
      Integer attempt = attempts.computeIfPresent(token, (t, n) -> n + 1);
      Optional<HookRecord> record = ledger.hooks().find(token);
      if (attempt != null && record.isPresent()) {
        queue.out++;
        step.emit(new Effect.Tell(
            name, record.get().message(settings.config().name(), attempt), hook.target()));
      }
    }
  }

  private Optional<LifecycleHook> configured(String name) {
    return settings.config().hooks().stream()
        .filter(hook -> hook.name().equals(name))
        .findFirst();
  }

  void onTold(Event.Told event) {
    Queue queue = queue(event.hook());
    queue.out = Math.max(0, queue.out - 1); // An earlier keeper of this process may have sent it.
    Optional<HookRecord> waiting = ledger.hooks().find(event.token()).filter(HookRecord::waiting);
    if (event.error().isEmpty()) {
      queue.retry.reset();
      queue.trouble = null;
      removeFromQueue(queue, event.token());
      waiting.ifPresent(hook -> ledger.put(hook.wasTold()));
      return;
    }
    if (queue.untold == 0) {
      return; // Its hook has ended, and no other message waits.
    }
    queue.retry.failed(step.now(), Optional.empty(), longest(event.hook()), settings.random());
    queue.trouble = event.error().get();
    if (waiting.isPresent()) {
      queue.tokens.add(event.token()); // Behind the others: it may be the only one that is refused.
    }
  }

  /** A receiver that is back hears of a pause while most of it is left. */
  private Duration longest(String hook) {
    Duration tenth = configured(hook)
        .map(LifecycleHook::timeout)
        .orElse(RetryBackoff.LONGEST)
        .dividedBy(10);
    return tenth.compareTo(RetryBackoff.FIRST) < 0
        ? RetryBackoff.FIRST
        : tenth.compareTo(RetryBackoff.LONGEST) > 0 ? RetryBackoff.LONGEST : tenth;
  }

  private void raiseOrClearAlarm() {
    StringJoiner troubles = new StringJoiner("; ");
    queues.forEach((name, queue) -> {
      if (queue.trouble != null) {
        troubles.add("hook " + name + " cannot tell its receiver: " + queue.trouble);
      }
    });
    reported.values().stream()
        .limit(MOST_REPORTS_SHOWN)
        .forEach(report -> troubles.add(report.words() + report.text()));
    if (reported.size() > MOST_REPORTS_SHOWN) {
      troubles.add("and " + (reported.size() - MOST_REPORTS_SHOWN) + " more hooks wait");
    }
    if (troubles.length() == 0) {
      alarms.clear(Alarm.Code.HOOK);
    } else {
      alarms.raise(Alarm.Code.HOOK, troubles.toString(), step.wall());
    }
  }
}

package io.cloudadapter.core.keeper.state;

import static java.util.Comparator.naturalOrder;
import static java.util.stream.Collectors.joining;

import io.cloudadapter.api.Alarm;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The alarms of one pool: each code once, for as long as one of its causes stands. */
public final class AlarmRegistry {

  /** The causes of alarms, where several parts may raise the same code: each part clears only its own. */
  public enum Cause {
    LIST,
    IDENTITY,
    IMAGE,
    HOLD,
    LAUNCH,
    DOUBT,
    OPERATION,
    END,
    SLOW_END,
    STATE,
    INSTANCE_STATUS,
    ENTRY,
    BALANCER,
    COMPLETION,
    RESOURCE_LIST,
    RELEASE,
    UNKNOWN_RESOURCE,
    RESTORE,
    WAKE,
    PREPARATION,
    KEPT_MACHINE,
    ONLY
  }

  /** The alarms that stand; no code without a cause. */
  private final Map<Alarm.Code, Map<Cause, Alarm>> raised = new EnumMap<>(Alarm.Code.class);

  public void raise(Alarm.Code code, String message, Instant at) {
    raise(code, Cause.ONLY, message, at);
  }

  public void raise(Alarm.Code code, Cause cause, String message, Instant at) {
    Map<Cause, Alarm> causes = raised.computeIfAbsent(code, c -> new EnumMap<>(Cause.class));
    Alarm before = causes.get(cause);
    if (before == null || !before.message().equals(message)) {
      causes.put(cause, new Alarm(code, message, before == null ? at : before.since()));
    }
  }

  public void clear(Alarm.Code code) {
    clear(code, Cause.ONLY);
  }

  public void clear(Alarm.Code code, Cause cause) {
    Map<Cause, Alarm> causes = raised.get(code);
    if (causes != null && causes.remove(cause) != null && causes.isEmpty()) {
      raised.remove(code);
    }
  }

  /** One alarm for each kind, since its first cause; where several causes stand, its message names them all. */
  public List<Alarm> all() {
    if (raised.isEmpty()) {
      return List.of();
    }
    List<Alarm> alarms = new ArrayList<>();
    for (Map<Cause, Alarm> causes : raised.values()) {
      alarms.add(merged(causes.values()));
    }
    return alarms;
  }

  private static Alarm merged(Collection<Alarm> causes) {
    Alarm first = causes.iterator().next();
    if (causes.size() == 1) {
      return first;
    }
    Instant since = causes.stream().map(Alarm::since).min(naturalOrder()).orElseThrow();
    String message = causes.stream().map(Alarm::message).distinct().collect(joining("; also: "));
    return new Alarm(first.code(), message, since);
  }
}

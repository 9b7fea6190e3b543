package io.cloudadapter.core.keeper;

import io.cloudadapter.api.Alarm;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What a person should look at, each kind once, for as long as its cause stands. */
final class Alarms {
  private final Map<Alarm.Code, Alarm> raised = new EnumMap<>(Alarm.Code.class);

  void raise(Alarm.Code code, String message, Instant at) {
    Alarm before = raised.get(code);
    if (before == null || !before.message().equals(message)) {
      raised.put(code, new Alarm(code, message, before == null ? at : before.since()));
    }
  }

  void clear(Alarm.Code code) {
    raised.remove(code);
  }

  List<Alarm> all() {
    return List.copyOf(raised.values());
  }
}

package io.cloudadapter.core.history;

import io.cloudadapter.api.event.PoolEventKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Links events: which launch comes in the place of which machine, and which event follows from which. A machine that
 * the pool lost is a vacancy until a launch takes it. All of it follows from the events themselves, so that reading the
 * last events again restores it after a restart. One thread at a time may use it.
 */
final class EventLinks {
  /** More vacancies, or pending launches, are not linked. */
  private static final int MOST = 10_000;

  private record Vacancy(String machine, long seq) {}

  /** A launch with machines to come, and the vacancies that they take. */
  private static final class Launch {
    final long seq;
    final Deque<Vacancy> vacancies;
    int machines;

    Launch(long seq, Deque<Vacancy> vacancies, int machines) {
      this.seq = seq;
      this.vacancies = vacancies;
      this.machines = machines;
    }
  }

  private final Deque<Vacancy> vacancies = new ArrayDeque<>();
  private final Map<String, Launch> launches = new HashMap<>();
  private long sized;

  /** What a draft replaces, and from which event it follows. */
  record Link(List<String> replaces, long cause) {
    static final Link NONE = new Link(List.of(), 0);
  }

  Link of(EventDraft draft) {
    String key = draft.launchKey();
    Launch launch = key == null ? null : launches.get(key);
    return switch (draft.kind()) {
      case LAUNCH_REQUESTED -> ofRequest(draft.machines());
      case MACHINE_LAUNCHED ->
        launch == null
            ? Link.NONE
            : new Link(
                launch.vacancies.stream().limit(1).map(Vacancy::machine).toList(), launch.seq);
      case LAUNCH_REPEATED, LAUNCH_ACCEPTED, LAUNCH_FAILED, LAUNCH_CANCELLED ->
        launch == null ? Link.NONE : new Link(List.of(), launch.seq);
      case WARM_STATE_CHANGED -> draft.machines() == 0 ? Link.NONE : ofRequest(draft.machines());
      case VICTIM_CHOSEN -> new Link(List.of(), sized);
      default -> Link.NONE;
    };
  }

  private Link ofRequest(int machines) {
    List<Vacancy> taken = vacancies.stream().limit(machines).toList();
    return taken.isEmpty()
        ? new Link(List.of(), sized)
        : new Link(taken.stream().map(Vacancy::machine).toList(), taken.get(0).seq());
  }

  /** Takes an event in, be it new or read again. */
  void apply(StoredEvent event) {
    String machine = event.machine();
    String key = event.launch();
    if (event.is(PoolEventKind.SIZE_CHANGED)) {
      sized = event.seq();
      keepMissing(event.details());
    } else if (event.is(PoolEventKind.LAUNCH_REQUESTED) && key != null) {
      Deque<Vacancy> taken = new ArrayDeque<>();
      event.replaces().forEach(id -> {
        vacancies.removeIf(vacancy -> vacancy.machine().equals(id));
        taken.add(new Vacancy(id, event.cause()));
      });
      if (launches.size() < MOST) {
        int machines = Integer.parseInt(event.details().getOrDefault("machines", "1"));
        launches.put(key, new Launch(event.seq(), taken, machines));
      }
    } else if (event.is(PoolEventKind.MACHINE_LAUNCHED) && key != null) {
      Launch launch = launches.get(key);
      if (launch != null) {
        event
            .replaces()
            .forEach(id -> launch.vacancies.removeIf(v -> v.machine().equals(id)));
        launch.machines--;
        if (launch.machines <= 0) {
          launches.remove(key);
        }
      }
    } else if (event.is(PoolEventKind.WARM_STATE_CHANGED)) {
      event.replaces().forEach(id -> vacancies.removeIf(v -> v.machine().equals(id)));
    } else if (endsLaunch(event) && key != null) {
      Launch launch = launches.remove(key);
      if (launch != null) {
        List<Vacancy> back = new ArrayList<>(launch.vacancies);
        for (int i = back.size() - 1; i >= 0; i--) {
          vacancies.addFirst(back.get(i));
        }
      }
    }
    if (machine != null) {
      if (event.vacates() && vacancies.size() < MOST) {
        vacancies.add(new Vacancy(machine, event.seq()));
      } else if (returns(event)) {
        vacancies.removeIf(vacancy -> vacancy.machine().equals(machine));
      }
    }
  }

  private static boolean endsLaunch(StoredEvent event) {
    return event.is(PoolEventKind.LAUNCH_FAILED) || event.is(PoolEventKind.LAUNCH_CANCELLED);
  }

  private static boolean returns(StoredEvent event) {
    return event.is(PoolEventKind.MACHINE_FOUND)
        || event.is(PoolEventKind.MACHINE_STARTED)
        || (event.is(PoolEventKind.SERVICE_STATE_CHANGED)
            && !Objects.equals(event.code(), "OUT_OF_SERVICE"));
  }

  /** With a new size, no more vacancies stand than machines are missing. */
  private void keepMissing(Map<String, String> details) {
    String after = details.get("after");
    String committed = details.get("committed");
    if (after == null || committed == null) {
      return;
    }
    int wanted = Integer.parseInt(after) + Integer.parseInt(details.getOrDefault("headroom", "0"));
    int missing = Math.max(0, wanted - Integer.parseInt(committed));
    Iterator<Vacancy> oldest = vacancies.iterator();
    for (int surplus = vacancies.size() - missing; surplus > 0; surplus--) {
      oldest.next();
      oldest.remove();
    }
  }
}

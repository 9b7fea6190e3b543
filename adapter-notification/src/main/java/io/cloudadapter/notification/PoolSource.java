package io.cloudadapter.notification;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.ListStatus;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.event.PoolEventKind;
import io.cloudadapter.api.event.PoolEventPage;
import io.cloudadapter.api.event.PoolEventQuery;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** A pool as a source of notifications. */
record PoolSource(MachinePool machines, InstantSource wall) implements NotificationSource {

  @Override
  public String name() {
    return "pool/" + machines.name();
  }

  @Override
  public Optional<PoolName> pool() {
    return Optional.of(machines.name());
  }

  @Override
  public boolean recordsEvents() {
    return true;
  }

  @Override
  public String code(String key) {
    return key;
  }

  @Override
  public Optional<String> receiver(String key) {
    return Optional.empty();
  }

  @Override
  public String end() {
    PoolEventPage page = machines.events(PoolEventQuery.all().since(wall.instant()));
    while (page.more()) {
      page = machines.events(PoolEventQuery.all().since(wall.instant()).after(page.cursor()));
    }
    return page.cursor();
  }

  @Override
  public PoolEventPage read(Optional<String> after, Set<PoolEventKind> kinds, int limit) {
    return machines.events(new PoolEventQuery(
        Optional.empty(), Optional.empty(), Optional.empty(), kinds, after, limit));
  }

  /** Before its first list, a new process has not found all alarms that still stand. */
  @Override
  public Standing alarms() {
    PoolView view = machines.view();
    Map<String, StandingAlarm> standing = new TreeMap<>();
    for (Alarm alarm : view.alarms()) {
      standing.put(alarm.code().name(), new StandingAlarm(alarm.since(), alarm.message()));
    }
    boolean complete = view.listStatus() == ListStatus.RECENT;
    return new Standing(standing, key -> complete);
  }
}

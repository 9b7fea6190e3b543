package io.cloudadapter.cli.server;

import io.cloudadapter.core.config.CronSchedule;
import io.cloudadapter.server.config.AdapterConfig;
import java.time.Instant;
import java.time.format.DateTimeFormatter;

/** Prints the next time of each schedule and of each window of disruption, because five fields are easily misread, and zones easily mistaken. */
final class ScheduleChecks {
  private static final DateTimeFormatter SHOWN = DateTimeFormatter.ISO_OFFSET_DATE_TIME;

  private final DoctorReport findings;
  private final Instant now;

  ScheduleChecks(DoctorReport findings, Instant now) {
    this.findings = findings;
    this.now = now;
  }

  void check(AdapterConfig config) {
    config
        .pools()
        .forEach(pool -> pool.scaling()
            .schedules()
            .forEach((name, schedule) ->
                next("pools." + pool.name() + ".schedules." + name, schedule.cron())));
    config
        .pools()
        .forEach(pool -> pool.disruption()
            .windows()
            .byName()
            .forEach((name, window) ->
                next("pools." + pool.name() + ".disruption.windows." + name, window.cron())));
  }

  private void next(String key, CronSchedule cron) {
    cron.next(now)
        .ifPresent(next -> findings.ok(
            key + ": next at " + SHOWN.format(next.atZone(cron.zone())) + " " + cron.zone()));
  }
}

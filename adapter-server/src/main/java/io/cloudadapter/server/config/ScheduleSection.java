package io.cloudadapter.server.config;

import io.cloudadapter.core.Cron;
import io.cloudadapter.core.ScalingConfig;
import io.cloudadapter.core.Schedule;
import io.cloudadapter.spi.ProviderConfig;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Map;
import java.util.OptionalInt;

/** Reads at which times one pool gets which size. */
final class ScheduleSection {
  private final String path;
  private final Faults faults;
  private final int cap;

  /** Knows how large the pool may become. */
  ScheduleSection(String path, int cap, Faults faults) {
    this.path = path;
    this.cap = cap;
    this.faults = faults;
  }

  /** The scaling with what is sound of the schedules; everything else is a fault. */
  ScalingConfig read(ScalingConfig scaling, Map<String, YamlNode.Mapping> schedules) {
    ScalingConfig more = scaling;
    for (Map.Entry<String, YamlNode.Mapping> entry : schedules.entrySet()) {
      more = with(entry.getKey(), entry.getValue(), more);
    }
    return more;
  }

  private ScalingConfig with(String name, YamlNode.Mapping mapping, ScalingConfig others) {
    String where = path + "." + name;
    Section.Read read =
        Section.read(where, mapping, Schema.SCHEDULE.spec(), Schema.SCHEDULE.asideNames(), faults);
    if (!read.wrong().isEmpty()) {
      return others;
    }
    ProviderConfig values = read.values();
    String field = "zone";
    try {
      ZoneId zone = ZoneId.of(values.text("zone"));
      field = "cron";
      Cron cron = Cron.of(values.text("cron"), zone);
      field = "";
      Schedule schedule = new Schedule(
          cron, size(values, "desiredSize"), size(values, "minSize"), size(values, "maxSize"));
      schedule.checkUpTo(cap);
      return others.with(name, schedule);
    } catch (DateTimeException unknown) {
      faults.add(
          where + ".zone",
          "must be a time zone, such as Europe/Berlin or UTC, was " + values.text("zone"),
          mapping.line("zone"));
    } catch (IllegalArgumentException wrong) {
      faults.add(
          field.isEmpty() ? where : where + "." + field,
          String.valueOf(wrong.getMessage()),
          mapping.line(field));
    }
    return others;
  }

  private static OptionalInt size(ProviderConfig values, String key) {
    return values.has(key) ? OptionalInt.of(values.integer(key)) : OptionalInt.empty();
  }
}

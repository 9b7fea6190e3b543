package io.cloudadapter.server.config;

import io.cloudadapter.core.config.CronSchedule;
import io.cloudadapter.core.config.ScalingConfig;
import io.cloudadapter.core.config.ScalingSchedule;
import io.cloudadapter.spi.config.ProviderConfig;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;

/** Reads the schedules of one pool. */
final class ScheduleSection {
  /** Stands in for times that are wrong. */
  private static final CronSchedule EVERY_MINUTE = CronSchedule.of("* * * * *", ZoneOffset.UTC);

  private final String path;
  private final ConfigErrors faults;
  private final int maxSizeLimit;

  /** Knows how large the pool may become. */
  ScheduleSection(String path, int maxSizeLimit, ConfigErrors faults) {
    this.path = path;
    this.maxSizeLimit = maxSizeLimit;
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
    ConfigSection.Read read = ConfigSection.read(
        where, mapping, PoolSchema.SCHEDULE.spec(), PoolSchema.SCHEDULE.asideNames(), faults);
    if (!read.wrong().isEmpty()) {
      return others;
    }
    ProviderConfig values = read.values();
    Optional<ZoneId> zone = checked(where, "zone", mapping, () -> zone(values.text("zone")));
    // A zone that is wrong hides nothing else.
    Optional<CronSchedule> cron = checked(
        where,
        "cron",
        mapping,
        () -> CronSchedule.of(values.text("cron"), zone.orElse(ZoneOffset.UTC)));
    Optional<ScalingSchedule> schedule = checked(where, "", mapping, () -> {
      ScalingSchedule sizes = new ScalingSchedule(
          cron.orElse(EVERY_MINUTE),
          size(values, "desiredSize"),
          size(values, "minSize"),
          size(values, "maxSize"));
      sizes.checkUpTo(maxSizeLimit);
      return sizes;
    });
    if (zone.isEmpty() || cron.isEmpty() || schedule.isEmpty()) {
      return others;
    }
    return checked(where, "", mapping, () -> others.with(name, schedule.get())).orElse(others);
  }

  static ZoneId zone(String text) {
    try {
      return ZoneId.of(text);
    } catch (DateTimeException unknown) {
      throw new IllegalArgumentException(
          "must be a time zone, such as Europe/Berlin or UTC, was " + text, unknown);
    }
  }

  /** The value; empty, with the reason among the faults, if it is refused. */
  private <T> Optional<T> checked(
      String where, String key, YamlNode.Mapping mapping, Supplier<T> value) {
    try {
      return Optional.of(value.get());
    } catch (IllegalArgumentException wrong) {
      String problem = String.valueOf(wrong.getMessage());
      // What is wrong with several together says itself which.
      faults.add(
          key.isEmpty() ? where : where + "." + key,
          problem,
          mapping.line(key.isEmpty() ? problem.split(" ", 2)[0] : key));
      return Optional.empty();
    }
  }

  private static OptionalInt size(ProviderConfig values, String key) {
    return values.has(key) ? OptionalInt.of(values.integer(key)) : OptionalInt.empty();
  }
}

package io.cloudadapter.server.config;

import io.cloudadapter.core.config.CronSchedule;
import io.cloudadapter.core.config.DisruptionConfig;
import io.cloudadapter.core.config.DisruptionWindow;
import io.cloudadapter.spi.config.ProviderConfig;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads the windows in which one pool may begin to disrupt machines by itself. */
final class WindowSection {
  /** Stands in for times that are wrong. */
  private static final CronSchedule EVERY_MINUTE = CronSchedule.of("* * * * *", ZoneOffset.UTC);

  private final String path;
  private final ConfigErrors faults;

  WindowSection(String path, ConfigErrors faults) {
    this.path = path;
    this.faults = faults;
  }

  /** The disruption with what is sound of the windows; everything else is a fault. */
  DisruptionConfig read(DisruptionConfig disruption, Map<String, YamlNode.Mapping> windows) {
    DisruptionConfig more = disruption;
    for (Map.Entry<String, YamlNode.Mapping> entry : windows.entrySet()) {
      more = with(entry.getKey(), entry.getValue(), more);
    }
    return more;
  }

  private DisruptionConfig with(String name, YamlNode.Mapping mapping, DisruptionConfig others) {
    String where = path + "." + name;
    ConfigSection.Read read = ConfigSection.read(
        where, mapping, PoolSchema.WINDOW.spec(), PoolSchema.WINDOW.asideNames(), faults);
    if (!read.wrong().isEmpty()) {
      return others;
    }
    ProviderConfig values = read.values();
    Optional<ZoneId> zone = checked(
        where + ".zone", mapping.line("zone"), () -> ScheduleSection.zone(values.text("zone")));
    // A zone that is wrong hides nothing else.
    Optional<CronSchedule> cron = checked(
        where + ".cron",
        mapping.line("cron"),
        () -> CronSchedule.of(values.text("cron"), zone.orElse(ZoneOffset.UTC)));
    Optional<DisruptionWindow> window = checked(
        where,
        mapping.line(),
        () -> new DisruptionWindow(
            cron.orElse(EVERY_MINUTE),
            values.duration("duration"),
            DisruptionWindow.reasons(values.list("reasons"))));
    if (zone.isEmpty() || cron.isEmpty() || window.isEmpty()) {
      return others;
    }
    return checked(where, mapping.line(), () -> others.with(name, window.get())).orElse(others);
  }

  /** The value; empty, with the reason among the faults, if it is refused. */
  private <T> Optional<T> checked(String where, int line, Supplier<T> value) {
    try {
      return Optional.of(value.get());
    } catch (IllegalArgumentException wrong) {
      faults.add(where, String.valueOf(wrong.getMessage()), line);
      return Optional.empty();
    }
  }
}

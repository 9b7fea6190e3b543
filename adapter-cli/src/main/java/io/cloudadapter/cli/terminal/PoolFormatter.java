package io.cloudadapter.cli.terminal;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.Machine;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.PoolSize;
import io.cloudadapter.api.PoolView;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Formats pools for people. */
public final class PoolFormatter {
  private static final int MOST_ONGOING = 50;

  private PoolFormatter() {}

  /** The pool in one line. */
  public static String line(PoolView view) {
    PoolSize size = view.size();
    return "pool " + view.pool() + " " + view.status() + ", desired " + size.desiredSize()
        + ", allocated " + size.allocated() + ", out of service " + size.outOfService()
        + (view.settled() ? ", settled" : "")
        + switch (view.listStatus()) {
          case RECENT -> "";
          case NOT_LISTED -> ", cloud not listed yet";
          case STALE -> ", last list of the cloud is old";
        }
        + (view.drifted() == 0 ? "" : ", drifted " + view.drifted())
        + (view.alarms().isEmpty() ? "" : ", alarms " + view.alarms().size());
  }

  /** The pool with its alarms and machines. */
  public static List<String> lines(PoolView view, Instant now) {
    List<String> lines = new ArrayList<>();
    lines.add(line(view));
    view.alarms().forEach(alarm -> lines.add(alarm(alarm, now)));
    if (!view.machines().isEmpty()) {
      TextTable table =
          new TextTable("MACHINE", "STATE", "SERVICE", "ZONE", "SIZE", "AGE", "ADDRESSES", "");
      view.machines().forEach(machine -> row(table, machine, now));
      lines.addAll(table.lines());
    }
    return lines;
  }

  public static String alarm(Alarm alarm, Instant now) {
    return PrintableText.line(
        "alarm " + alarm.code() + ", " + age(alarm.since(), now) + ": " + alarm.message());
  }

  /** What is under way, a line each; what is beyond the first ones only counted. */
  public static List<String> ongoing(PoolPlan plan) {
    List<String> lines = new ArrayList<>();
    plan.ongoing().stream().limit(MOST_ONGOING).map(PoolFormatter::ongoing).forEach(lines::add);
    int more = plan.ongoing().size() - MOST_ONGOING;
    if (more > 0) {
      lines.add("and " + more + " more; --json has them all");
    }
    return lines;
  }

  private static String ongoing(PoolPlan.Ongoing ongoing) {
    String what = ongoing.operation().name().toLowerCase(Locale.ROOT) + " " + ongoing.id()
        + (ongoing.machines() == 1 ? "" : " (" + ongoing.machines() + " machines)");
    return PrintableText.line(what + " waits for: " + ongoing.waitsFor()
        + ongoing.until().map(until -> " (until " + until + ")").orElse(""));
  }

  private static void row(TextTable table, Machine machine, Instant now) {
    table.row(
        machine.id().value(),
        machine.machineState().name(),
        machine.serviceState().name(),
        machine.zone().orElse("-"),
        machine.size().orElse("-"),
        machine.launchTime().map(time -> age(time, now)).orElse("-"),
        String.join(
            ",",
            Stream.concat(machine.publicIps().stream(), machine.privateIps().stream())
                .toList()),
        marks(machine));
  }

  private static String marks(Machine machine) {
    List<String> marks = new ArrayList<>();
    if (machine.isProtected()) {
      marks.add("protected");
    }
    if ("true".equals(machine.metadata().get("stopped"))) {
      marks.add("stopped");
    }
    if (machine.drifted()) {
      marks.add("drift in " + String.join(" ", machine.drift()));
    }
    return String.join(", ", marks);
  }

  /** How long ago, in its greatest unit. */
  public static String age(Instant since, Instant now) {
    Duration age = Duration.between(since, now);
    if (age.isNegative()) {
      return "0s";
    }
    if (age.toDays() > 0) {
      return age.toDays() + "d";
    }
    if (age.toHours() > 0) {
      return age.toHours() + "h";
    }
    return age.toMinutes() > 0 ? age.toMinutes() + "m" : age.toSeconds() + "s";
  }
}

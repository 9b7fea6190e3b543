package io.cloudadapter.cli.terminal;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MembershipStatus;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.PoolSize;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.warm.WarmState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Formats pools for people. */
public final class PoolFormatter {
  private static final int MOST_ONGOING = 50;

  private PoolFormatter() {}

  /** The pool in one line. */
  public static String line(PoolView view) {
    PoolSize size = view.size();
    return "pool " + view.pool() + " " + view.status() + ", desired " + size.desiredSize()
        + (view.headroom() == 0 ? "" : ", headroom " + view.headroom())
        + ", allocated " + size.allocated() + ", out of service " + size.outOfService()
        + (view.unhealthy() == 0 ? "" : ", unhealthy " + view.unhealthy())
        + warm(view)
        + (view.settled() ? ", settled" : "")
        + switch (view.listStatus()) {
          case RECENT -> "";
          case NOT_LISTED -> ", cloud not listed yet";
          case STALE -> ", last list of the cloud is old";
        }
        + view.refresh().map(state -> ", refresh " + state).orElse("")
        + (view.drifted() == 0 ? "" : ", drifted " + view.drifted())
        + (view.alarms().isEmpty() ? "" : ", alarms " + view.alarms().size());
  }

  /** How many machines are warm, and how many are on their way into the warm pool or out of it. */
  private static String warm(PoolView view) {
    int ready = view.warm(WarmState.WARM);
    int moving = view.warm(WarmState.WARMING) + view.warm(WarmState.COOLING);
    int waking = view.warm(WarmState.WAKING);
    return (ready + moving == 0 ? "" : ", warm " + ready)
        + (moving == 0 ? "" : ", warming " + moving)
        + (waking == 0 ? "" : ", waking " + waking);
  }

  /** The pool with its alarms; its machines follow in a table. */
  public static List<String> heading(PoolView view, Instant now) {
    List<String> lines = new ArrayList<>();
    lines.add(line(view));
    view.alarms().forEach(alarm -> lines.add(alarm(alarm, now)));
    return lines;
  }

  /**
   * The machines of a pool.
   *
   * @param wide whether template, time of launch and the cloud's further facts are shown, too
   * @return empty if there is no machine
   */
  public static Optional<TextTable> machines(PoolView view, Instant now, boolean wide) {
    if (view.machines().isEmpty()) {
      return Optional.empty();
    }
    List<String> heads =
        new ArrayList<>(List.of("MACHINE", "STATE", "SERVICE", "ZONE", "SIZE", "AGE", "ADDRESSES"));
    if (wide) {
      heads.addAll(List.of("TEMPLATE", "LAUNCHED", "METADATA"));
    }
    heads.add("");
    TextTable table = new TextTable(heads.toArray(String[]::new));
    view.machines().forEach(machine -> table.row(cells(machine, now, wide)));
    return Optional.of(table);
  }

  public static String alarm(Alarm alarm, Instant now) {
    return PrintableText.line(
        "alarm " + alarm.code() + ", " + age(alarm.since(), now) + ": " + alarm.message());
  }

  /** The command that prints what to do about an alarm, and the page that has it. */
  public static String runbook(Alarm alarm) {
    String code = alarm.code().name();
    return ProgramName.text() + " explain " + code + " (" + Alarm.runbook(code) + ")";
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

  private static String[] cells(Machine machine, Instant now, boolean wide) {
    List<String> cells = new ArrayList<>(List.of(
        machine.id().value(),
        machine.machineState().name(),
        machine.serviceState().name()
            + machine.health().map(health -> " by " + health.source().word()).orElse(""),
        machine.zone().orElse("-"),
        machine.size().orElse("-"),
        machine.launchTime().map(time -> age(time, now)).orElse("-"),
        String.join(
            ",",
            Stream.concat(machine.publicIps().stream(), machine.privateIps().stream())
                .toList())));
    if (wide) {
      cells.add(machine.template().map(made -> Integer.toString(made.number())).orElse("-"));
      cells.add(machine.launchTime().map(Instant::toString).orElse("-"));
      cells.add(new TreeMap<>(machine.metadata())
          .entrySet().stream()
              .map(fact -> fact.getKey() + "=" + fact.getValue())
              .collect(Collectors.joining(",")));
    }
    cells.add(marks(machine));
    return cells.toArray(String[]::new);
  }

  private static String marks(Machine machine) {
    List<String> marks = new ArrayList<>();
    if (machine.isProtected()) {
      marks.add("protected");
    }
    if (!machine.membershipStatus().equals(MembershipStatus.DEFAULT)) {
      marks.add(machine.membershipStatus().word());
    }
    machine.warm().ifPresent(state -> marks.add(state.word()));
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

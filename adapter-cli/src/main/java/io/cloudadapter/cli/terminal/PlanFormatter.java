package io.cloudadapter.cli.terminal;

import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.health.UnhealthyMachine;
import io.cloudadapter.api.warm.WarmPlan;
import java.util.ArrayList;
import java.util.List;

/** The plan of a pool's keeper, for people. */
public final class PlanFormatter {
  private static final int MOST_UNHEALTHY = 50;

  private PlanFormatter() {}

  /** The plan in one line. */
  public static String line(PoolPlan plan) {
    return "desired " + plan.desiredSize()
        + (plan.headroom() == 0 ? "" : ", headroom " + plan.headroom()) + ", effective "
        + plan.effective() + ", open "
        + plan.open()
        + plan.warm()
            .map(warm -> ", warm pool " + warm.ready() + " of " + warm.wanted()
                + (warm.preparing() == 0 ? "" : ", preparing " + warm.preparing()))
            .orElse("");
  }

  /** What would be done, what holds more back, and what is under way: a line for each. */
  public static List<String> lines(PoolPlan plan) {
    List<String> lines = new ArrayList<>();
    for (PoolPlan.Launch launch : plan.launches()) {
      lines.add("launch " + launch.count()
          + launch.zone().map(zone -> " in zone " + zone).orElse("") + ": " + launch.reason());
    }
    for (PoolPlan.Termination end : plan.terminations()) {
      lines.add("terminate " + end.machine() + ": " + end.reason());
    }
    for (PoolPlan.Hold hold : plan.holds()) {
      lines.add("held back by " + held(hold));
    }
    unhealthy(plan, lines);
    plan.warm().ifPresent(warm -> lines.addAll(lines(warm)));
    if (plan.launches().isEmpty() && plan.terminations().isEmpty()) {
      String more = plan.ongoing().isEmpty() ? "" : "more ";
      lines.add("nothing " + more + "to launch, nothing " + more + "to terminate");
    }
    lines.replaceAll(PrintableText::line);
    lines.addAll(PoolFormatter.ongoing(plan));
    return lines;
  }

  private static String held(PoolPlan.Hold hold) {
    return hold.code() + ": " + hold.reason()
        + hold.until().map(until -> " (until " + until + ")").orElse("");
  }

  /** Each UNHEALTHY machine, with what becomes of it; what is beyond the first ones only counted. */
  private static void unhealthy(PoolPlan plan, List<String> lines) {
    plan.unhealthy().stream()
        .limit(MOST_UNHEALTHY)
        .map(PlanFormatter::unhealthy)
        .forEach(lines::add);
    int more = plan.unhealthy().size() - MOST_UNHEALTHY;
    if (more > 0) {
      lines.add("and " + more + " more UNHEALTHY machines; --json has them all");
    }
  }

  private static String unhealthy(UnhealthyMachine machine) {
    String reason = machine.health().reason();
    return "unhealthy " + machine.machine()
        + machine.since().map(since -> " since " + since).orElse("")
        + " by " + machine.health().source().word()
        + (reason.isEmpty() ? "" : " (" + reason + ")") + ": "
        + remedy(machine);
  }

  private static String remedy(UnhealthyMachine machine) {
    String due = machine.due().map(at -> " from " + at + " on").orElse("")
        + machine.hold().map(hold -> ", held back by " + held(hold)).orElse("");
    return switch (machine.remedy()) {
      case REPLACE -> "to be replaced" + due;
      case REBOOT -> "to be rebooted" + due;
      case NONE ->
        "left to a person" + machine.hold().map(hold -> ", as " + hold.reason()).orElse("");
    };
  }

  private static List<String> lines(WarmPlan warm) {
    List<String> lines = new ArrayList<>();
    if (!warm.reason().isEmpty()) {
      lines.add("warm pool of " + warm.wanted() + ": " + warm.reason());
    }
    warm.wakes().forEach(machine -> lines.add("wake " + machine + " from the warm pool"));
    if (warm.launches() > 0) {
      lines.add("launch " + warm.launches() + " for the warm pool");
    }
    warm.returns().forEach(machine -> lines.add("return " + machine + " to the warm pool"));
    warm.terminations()
        .forEach(end -> lines.add("terminate warm " + end.machine() + ": " + end.reason()));
    for (PoolPlan.Hold hold : warm.holds()) {
      lines.add("warm pool held back by " + held(hold));
    }
    return lines;
  }
}

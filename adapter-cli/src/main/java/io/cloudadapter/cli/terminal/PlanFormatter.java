package io.cloudadapter.cli.terminal;

import io.cloudadapter.api.PoolPlan;
import java.util.ArrayList;
import java.util.List;

/** The plan of a pool's keeper, for people. */
public final class PlanFormatter {
  private PlanFormatter() {}

  /** The plan in one line. */
  public static String line(PoolPlan plan) {
    return "desired " + plan.desiredSize()
        + (plan.headroom() == 0 ? "" : ", headroom " + plan.headroom()) + ", effective "
        + plan.effective() + ", open "
        + plan.open();
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
      lines.add("held back by " + hold.code() + ": " + hold.reason()
          + hold.until().map(until -> " (until " + until + ")").orElse(""));
    }
    if (plan.launches().isEmpty() && plan.terminations().isEmpty()) {
      String more = plan.ongoing().isEmpty() ? "" : "more ";
      lines.add("nothing " + more + "to launch, nothing " + more + "to terminate");
    }
    lines.replaceAll(PrintableText::line);
    lines.addAll(PoolFormatter.ongoing(plan));
    return lines;
  }
}

package io.cloudadapter.cli.client;

import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.cli.terminal.PoolFormatter;
import io.cloudadapter.cli.terminal.PrintableText;
import java.util.ArrayList;
import java.util.List;

/** The plan of a pool's keeper, for people. */
final class PlanText {
  private PlanText() {}

  /** The plan in one line. */
  static String line(PoolPlan plan) {
    return "desired " + plan.desiredSize() + ", effective " + plan.effective() + ", open "
        + plan.open();
  }

  /** What would be done, what holds more back, and what is under way: a line for each. */
  static List<String> lines(PoolPlan plan) {
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

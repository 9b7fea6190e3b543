package io.cloudadapter.cli.terminal;

import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.warm.WarmPlan;
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
      lines.add("held back by " + hold.code() + ": " + hold.reason()
          + hold.until().map(until -> " (until " + until + ")").orElse(""));
    }
    plan.warm().ifPresent(warm -> lines.addAll(lines(warm)));
    if (plan.launches().isEmpty() && plan.terminations().isEmpty()) {
      String more = plan.ongoing().isEmpty() ? "" : "more ";
      lines.add("nothing " + more + "to launch, nothing " + more + "to terminate");
    }
    lines.replaceAll(PrintableText::line);
    lines.addAll(PoolFormatter.ongoing(plan));
    return lines;
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
      lines.add("warm pool held back by " + hold.code() + ": " + hold.reason()
          + hold.until().map(until -> " (until " + until + ")").orElse(""));
    }
    return lines;
  }
}

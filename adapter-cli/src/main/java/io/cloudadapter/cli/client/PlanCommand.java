package io.cloudadapter.cli.client;

import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.cli.terminal.PoolFormatter;
import io.cloudadapter.cli.terminal.PrintableText;
import io.cloudadapter.cli.terminal.Terminal;
import io.cloudadapter.client.message.PoolMessages;
import java.io.PrintWriter;
import picocli.CommandLine.Command;

/** Shows what a pool's keeper would do next. */
@Command(name = "plan", description = "Shows what the keeper would do next, and why.")
public final class PlanCommand extends ClientCommand {
  public PlanCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  void run() {
    PoolPlan plan = pool().plan();
    print(
        "desired " + plan.desiredSize() + ", effective " + plan.effective() + ", open "
            + plan.open(),
        PoolMessages.plan(plan));
    if (!structured()) {
      explain(plan, terminal.out());
    }
  }

  private static void explain(PoolPlan plan, PrintWriter out) {
    for (PoolPlan.Launch launch : plan.launches()) {
      out.println(PrintableText.line("launch " + launch.count()
          + launch.zone().map(zone -> " in zone " + zone).orElse("") + ": " + launch.reason()));
    }
    for (PoolPlan.Termination end : plan.terminations()) {
      out.println(PrintableText.line("terminate " + end.machine() + ": " + end.reason()));
    }
    for (PoolPlan.Hold hold : plan.holds()) {
      out.println(PrintableText.line("held back by " + hold.code() + ": " + hold.reason()
          + hold.until().map(until -> " (until " + until + ")").orElse("")));
    }
    if (plan.launches().isEmpty() && plan.terminations().isEmpty()) {
      String more = plan.ongoing().isEmpty() ? "" : "more ";
      out.println("nothing " + more + "to launch, nothing " + more + "to terminate");
    }
    PoolFormatter.ongoing(plan).forEach(out::println);
  }
}

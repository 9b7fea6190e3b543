package io.cloudadapter.cli.client;

import io.cloudadapter.api.TimeSpan;
import io.cloudadapter.api.scaling.PoolScaling;
import io.cloudadapter.api.scaling.ScalingView;
import io.cloudadapter.api.scaling.ScheduledSize;
import io.cloudadapter.cli.terminal.JsonOutput;
import io.cloudadapter.cli.terminal.PrintableText;
import io.cloudadapter.cli.terminal.Terminal;
import io.cloudadapter.client.message.ScalingMessages;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import picocli.CommandLine.Command;

/** Shows by what a pool is scaled. */
@Command(
    name = "scaling",
    description =
        "Shows the effective limits, the policies with their cooldowns, and the " + "schedules.")
public final class ScalingCommand extends ClientCommand.Read {
  public ScalingCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  void run() {
    PoolScaling scaling = pool().scaling();
    print(
        limits(scaling.minSize(), scaling.maxSize())
            + ", configured "
            + limits(scaling.configuredMinSize(), scaling.configuredMaxSize())
            + "; a resize may set at most " + scaling.cap(),
        ScalingMessages.scaling(scaling));
    if (!structured()) {
      explain(scaling, terminal.out());
    }
  }

  private static String limits(int min, int max) {
    return min + " to " + (max == ScalingView.UNLIMITED ? "the cap" : max) + " machines";
  }

  private static void explain(PoolScaling scaling, PrintWriter out) {
    scaling.policies().forEach((name, policy) -> {
      Duration left = scaling.cooldowns().getOrDefault(name, Duration.ZERO);
      String cools = left.isZero() ? "" : "; cools down for another " + TimeSpan.text(left);
      Map<String, Object> spec = policy.spec();
      out.println(PrintableText.line("policy " + name + ": " + spec.get("type") + " "
          + JsonOutput.line(spec.getOrDefault("properties", Map.of())) + cools));
    });
    scaling
        .schedules()
        .forEach((name, schedule) -> out.println(PrintableText.line(
            "schedule " + name + ": '" + schedule.cron() + "' " + schedule.zone() + " sets "
                + sizes(schedule)
                + schedule.next().map(next -> ", next at " + next).orElse(""))));
    if (scaling.policies().isEmpty() && scaling.schedules().isEmpty()) {
      out.println("no policies, no schedules");
    }
  }

  private static String sizes(ScheduledSize schedule) {
    List<String> sizes = new ArrayList<>();
    add(sizes, "desiredSize", schedule.desiredSize());
    add(sizes, "minSize", schedule.minSize());
    add(sizes, "maxSize", schedule.maxSize());
    return String.join(", ", sizes);
  }

  private static void add(List<String> sizes, String name, OptionalInt size) {
    size.ifPresent(machines -> sizes.add(name + " " + machines));
  }
}

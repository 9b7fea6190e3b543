package io.cloudadapter.cli.client;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.cli.terminal.JsonOutput;
import io.cloudadapter.cli.terminal.Terminal;
import io.cloudadapter.client.message.PoolMessages;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Sets the desired size, or tries what that would do. */
@Command(
    name = "resize",
    description = "Sets the desired size of the pool. The machines follow; --wait waits for them.")
public final class ResizeCommand extends ClientCommand.Write {
  private static final Duration EVERY = Duration.ofSeconds(1);

  @Spec
  private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "SIZE", description = "0 to the pool's maxSize.")
  private int size;

  @Option(
      names = "--dry-run",
      description = "Show what the pool would launch and terminate. Changes nothing.")
  private boolean dryRun;

  @Option(
      names = "--wait",
      description = "Wait until the pool is at its size and every machine runs, and show each "
          + "change meanwhile.")
  private boolean waits;

  @Option(
      names = "--within",
      paramLabel = "TIME",
      description = "With --wait: fail after this time. Default: never.")
  private @Nullable Duration within;

  public ResizeCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  void run() throws InterruptedException {
    if (dryRun && waits) {
      throw new ParameterException(spec.commandLine(), "--dry-run and --wait exclude each other");
    }
    if (within != null && !waits) {
      throw new ParameterException(spec.commandLine(), "--within has no use without --wait");
    }
    MachinePool pool = pool();
    if (dryRun) {
      tryOut(pool);
      return;
    }
    pool.setDesiredSize(size, options());
    if (waits && structured()) { // Programs get one message, once all is done.
      await(pool, (last, view) -> {});
      show(JsonOutput.fields("pool", pool.name().value(), "desiredSize", size, "settled", true));
      return;
    }
    done(
        "pool " + pool.name() + ": desired size is " + size,
        JsonOutput.fields("pool", pool.name().value(), "desiredSize", size));
    if (waits) {
      terminal.out().flush();
      await(pool, (last, view) -> PoolFollower.changes(terminal, last, view));
    }
  }

  private void tryOut(MachinePool pool) {
    PoolPlan plan = pool.planFor(size);
    if (structured()) {
      Map<String, Object> message = new LinkedHashMap<>();
      message.put("pool", pool.name().value());
      message.put("dryRun", true);
      message.putAll(PoolMessages.plan(plan));
      show(message);
      return;
    }
    terminal.out().println("pool " + pool.name() + ": dry run, with " + PlanText.line(plan));
    PlanText.lines(plan).forEach(terminal.out()::println);
  }

  private void await(MachinePool pool, PoolFollower.Display display) throws InterruptedException {
    PoolFollower follower = new PoolFollower(terminal, EVERY, Optional.ofNullable(within));
    if (follower.follow(pool, display, settledAt(pool)).isEmpty() && within != null) {
      throw PoolFollower.late(pool, within);
    }
  }

  /** Whether a pool has settled at the size; fails once it has had the size, and then another one. */
  private Predicate<PoolView> settledAt(MachinePool pool) {
    boolean[] seen = {false};
    return view -> {
      if (view.desiredSize() == size) {
        seen[0] = true;
        return view.settled();
      }
      if (seen[0]) {
        throw new PoolException(
            PoolException.Reason.CONFLICT,
            "the desired size of pool " + pool.name() + " is " + view.desiredSize()
                + " by now, was " + size,
            "Another caller, a policy or a schedule has changed it.");
      }
      return false; // A replica that follows may be behind.
    };
  }
}

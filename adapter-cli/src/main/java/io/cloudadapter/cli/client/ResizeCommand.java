package io.cloudadapter.cli.client;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.cli.terminal.ChangedMeanwhileException;
import io.cloudadapter.cli.terminal.JsonOutput;
import io.cloudadapter.cli.terminal.PlanFormatter;
import io.cloudadapter.cli.terminal.Terminal;
import io.cloudadapter.cli.terminal.UsageException;
import io.cloudadapter.client.message.PoolMessages;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Sets the desired size, or tries what that would do. */
@Command(
    name = "resize",
    description = "Sets the desired size of the pool. The machines follow; --wait waits for them.")
public final class ResizeCommand extends ClientCommand.Write {
  private static final Duration EVERY = Duration.ofSeconds(1);

  /** A follower shows a write later; one that reaches the store does within the lease, which is 10 s by default. */
  private static final Duration FOLLOWERS_LAG = Duration.ofSeconds(30);

  @Parameters(paramLabel = "SIZE", description = "0 to the pool's maxSize.")
  private int size;

  @Option(
      names = "--dry-run",
      description = "Show what the pool would launch and terminate. Changes nothing.")
  private boolean dryRun;

  @Option(
      names = "--wait",
      description = "Wait until the pool is at its size and every machine runs, and show each "
          + "change meanwhile. Exit code 3 if another caller changes the size.")
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
      throw new UsageException("--dry-run and --wait exclude each other");
    }
    if (within != null && !waits) {
      throw new UsageException("--within has no use without --wait");
    }
    if (size < 0) {
      throw new UsageException("SIZE must be 0 or more, was " + size);
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
    terminal.out().println("pool " + pool.name() + ": dry run, with " + PlanFormatter.line(plan));
    PlanFormatter.lines(plan).forEach(terminal.out()::println);
  }

  private void await(MachinePool pool, PoolFollower.Display display) throws InterruptedException {
    PoolFollower follower = new PoolFollower(terminal, EVERY, Optional.ofNullable(within));
    if (follower.follow(pool, display, new SettledAtSize()).isEmpty() && within != null) {
      throw PoolFollower.late(pool, within);
    }
  }

  /**
   * Whether a pool has settled at the size. Fails once the pool has another one: at once if the server has no replicas,
   * else when followers, any of which may answer and whose copies can be older than the write, have had time to catch
   * up.
   */
  private final class SettledAtSize implements Predicate<PoolView> {
    private final Instant caughtUp = terminal.clock().instant().plus(FOLLOWERS_LAG);
    private boolean asked;
    private boolean alone;

    @Override
    public boolean test(PoolView view) {
      if (view.desiredSize() == size) {
        return view.settled();
      }
      if (!asked) {
        asked = true;
        alone = alone();
      }
      if (alone || !terminal.clock().instant().isBefore(caughtUp)) {
        throw new ChangedMeanwhileException(new PoolException(
            PoolException.Reason.CONFLICT,
            "the desired size of pool " + view.pool() + " is " + view.desiredSize()
                + " by now, was " + size,
            "Another caller, a policy or a schedule has changed it."));
      }
      return false;
    }
  }

  /** Whether the server has no replicas; false if that cannot be read. */
  private boolean alone() {
    try {
      return pools().replica().isEmpty();
    } catch (PoolException e) {
      return e.reason() == PoolException.Reason.NOT_FOUND;
    }
  }
}

package io.cloudadapter.health;

import io.cloudadapter.core.LeaderContext;
import io.cloudadapter.core.LeaderTask;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.AsynchronousChannelGroup;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;

/**
 * Probes the machines of each pool whose configuration has a probe, and reports what it finds to the pool, while its
 * process keeps the pools.
 *
 * <pre>{@code
 * try (CloudAdapter adapter = CloudAdapter.builder() // …
 *     .task(new HealthProber(ProbeCommands.none(), new SecureRandom()))
 *     .open()) {
 *   // …
 * }
 * }</pre>
 *
 * <p>Any thread may use it. Its own threads are daemons: one that decides, twelve for connections, and up to 32 that
 * start the operator's commands.
 */
public final class HealthProber implements LeaderTask {
  /** How many probes may be under way at once. */
  public static final int MOST_IN_FLIGHT = 10_000;

  private static final int CONNECTION_THREADS = 4;

  private final ProbeCommands commands;
  private final ProbeHosts hosts;
  private final Optional<MachineProbe> given;
  private final RandomGenerator random;

  /**
   * Makes a prober.
   *
   * @param commands the commands that pools may name
   * @param random draws the jitter; any thread may use it
   */
  public HealthProber(ProbeCommands commands, RandomGenerator random) {
    this(commands, ProbeHosts.none(), random);
  }

  /**
   * Makes a prober that may also ask other hosts about machines.
   *
   * @param commands the commands that pools may name
   * @param hosts the hosts that pools may name
   * @param random draws the jitter; any thread may use it
   */
  public HealthProber(ProbeCommands commands, ProbeHosts hosts, RandomGenerator random) {
    this.commands = Objects.requireNonNull(commands, "commands");
    this.hosts = Objects.requireNonNull(hosts, "hosts");
    this.given = Optional.empty();
    this.random = Objects.requireNonNull(random, "random");
  }

  /** Makes a prober that asks in one way only, for any kind of probe. */
  HealthProber(MachineProbe probe, RandomGenerator random) {
    this.commands = ProbeCommands.none();
    this.hosts = ProbeHosts.none();
    this.given = Optional.of(probe);
    this.random = random;
  }

  @Override
  public Running start(LeaderContext context) {
    Objects.requireNonNull(context, "context");
    ScheduledExecutorService decides =
        Executors.newSingleThreadScheduledExecutor(named("health-probe"));
    ProberRun run = given.isPresent()
        ? new ProberRun(context, given.get(), random, MOST_IN_FLIGHT, decides, () -> {})
        : probing(context, decides);
    run.begin();
    return run;
  }

  private ProberRun probing(LeaderContext context, ScheduledExecutorService decides) {
    ExecutorService replies =
        Executors.newFixedThreadPool(CONNECTION_THREADS, named("health-probe-http"));
    // Names are looked up there, which may take long; machines have addresses.
    ExecutorService lookUps =
        Executors.newFixedThreadPool(CONNECTION_THREADS, named("health-probe-host"));
    ExecutorService processes = Executors.newCachedThreadPool(named("health-probe-command"));
    AsynchronousChannelGroup connections;
    try {
      connections = AsynchronousChannelGroup.withFixedThreadPool(
          CONNECTION_THREADS, named("health-probe-tcp"));
    } catch (IOException e) {
      throw new UncheckedIOException("the health prober has no threads for connections", e);
    }
    CommandProbe running = new CommandProbe(commands, processes);
    MachineProbe probe = new AnyProbe(
        new HttpProbe(replies, ProbeHosts.none()),
        new HttpProbe(lookUps, hosts),
        new TcpProbe(connections),
        running);
    return new ProberRun(context, probe, random, MOST_IN_FLIGHT, decides, () -> {
      running.close();
      replies.shutdownNow();
      lookUps.shutdownNow();
      processes.shutdownNow();
      close(connections);
    });
  }

  private static void close(AsynchronousChannelGroup connections) {
    try {
      connections.shutdownNow();
    } catch (IOException e) {
      // Its threads are daemons.
    }
  }

  private static ThreadFactory named(String name) {
    AtomicInteger number = new AtomicInteger();
    return work -> {
      Thread thread = new Thread(work, name + "-" + number.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    };
  }
}

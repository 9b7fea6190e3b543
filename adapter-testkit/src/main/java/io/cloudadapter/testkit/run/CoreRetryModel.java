package io.cloudadapter.testkit.run;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Conflict;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchKeySupport;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.spi.feature.LaunchOperations;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A small model of the core's reaction to an adapter: it accepts NONE, doubts UNKNOWN, sends the same bytes again if
 * the cloud recognises keys, and otherwise lists and waits. A rule that is tried under faults acts through this
 * model, so that every failure is the adapter's and not the rule's.
 */
public final class CoreRetryModel {
  /** One fault, or two, cannot cost more tries than this. */
  private static final int TRIES = 6;

  private static final Duration BACK_OFF = Duration.ofSeconds(1);

  private final TestBench bench;

  public CoreRetryModel(TestBench bench) {
    this.bench = bench;
  }

  /** Makes one machine, with as many attempts as necessary, and returns it. */
  public MachineSighting launch() {
    return launch(prepare());
  }

  /** As {@link #launch()}, with a launch that is frozen already. */
  MachineSighting launch(PreparedLaunch frozen) {
    for (int i = 0; i < TRIES; i++) {
      Optional<MachineSighting> made = launch(frozen, bench.key());
      if (made.isPresent()) {
        return made.get();
      }
      bench.time().pass(BACK_OFF);
    }
    throw new RuleViolation("no machine after " + TRIES + " launches, each under a key of its own");
  }

  /**
   * Launches a machine that the cloud fails later. Returns none, and leaves that part out, if the cloud runs launches
   * as operations and the failure leaves no row: a rule of its own is about that.
   */
  public Optional<MachineSighting> launchThatFailsLater() {
    try {
      return Optional.of(bench.launch());
    } catch (CloudException failed) {
      if (failed.effect() != Effect.NONE || !bench.claims(LaunchOperations.class)) {
        throw failed;
      }
      bench.leavesOut("the row of a launch that failed later", "an operation leaves none");
      return Optional.empty();
    }
  }

  /** Keeps one promise: the machine that answers to the key, or none for good. */
  public Optional<MachineSighting> launch(LaunchKey key) {
    return launch(prepare(), key);
  }

  /** Freezes the usual launch, however often that must be asked. */
  public PreparedLaunch prepare() {
    return read("prepare", bench::prepare);
  }

  /** As {@link #launch(LaunchKey)}, with a launch that is frozen already. */
  public Optional<MachineSighting> launch(PreparedLaunch frozen, LaunchKey key) {
    try {
      return Optional.of(send(frozen, key));
    } catch (CloudException error) {
      if (error.effect() == Effect.NONE) {
        return Optional.empty();
      }
      return resolve(frozen, key);
    }
  }

  private MachineSighting send(PreparedLaunch frozen, LaunchKey key) {
    return bench.provider().launch(frozen, key, 1, bench.call()).machines().get(0);
  }

  private Optional<MachineSighting> resolve(PreparedLaunch frozen, LaunchKey key) {
    if (bench.profile().keySupport().kind() == LaunchKeySupport.Kind.TOKEN || bench.hasGroup()) {
      for (int i = 0; i < TRIES; i++) {
        try {
          return Optional.of(send(frozen, key));
        } catch (CloudException again) {
          bench.time().pass(BACK_OFF);
        }
      }
    }
    bench.time().pass(bench.profile().settle().plusMillis(1));
    return find(key);
  }

  /** The live machine of a key, if a complete list shows it. */
  Optional<MachineSighting> find(LaunchKey key) {
    return complete(ListQuery.keys(TestBench.POOL, List.of(key))).rows().stream()
        .filter(row -> row.end() != MachineSighting.End.FINAL)
        .findFirst();
  }

  /** A list that is complete, read as often as that takes. */
  public MachineLists.Listed complete(ListQuery query) {
    MachineLists.Listed listed = read("list", () -> bench.lists().of(query));
    for (int i = 0; i < TRIES && !listed.result().complete(); i++) {
      bench.time().pass(BACK_OFF);
      listed = read("list", () -> bench.lists().of(query));
    }
    if (!listed.result().complete()) {
      throw new RuleViolation("no complete list in " + TRIES + " tries");
    }
    return listed;
  }

  /** Ends a machine, however often that must be asked; one that is not found is taken for ended. */
  public void terminate(MachineId machine) {
    write("terminate", () -> {
      CallOutcome attempt = bench.attempt(() -> bench.provider().terminate(machine, bench.call()));
      if (!attempt.is(Kind.NOT_FOUND)) {
        attempt.error().ifPresent(error -> {
          throw error;
        });
      }
    });
  }

  /** A write that may be repeated. */
  public void write(String what, Runnable call) {
    boolean done = read(what, () -> {
      call.run();
      return true;
    });
    assert done;
  }

  /** Something that may be repeated until it works. */
  public <T> T read(String what, Supplier<T> call) {
    for (int i = 1; ; i++) {
      try {
        return call.get();
      } catch (CloudException error) {
        if (i == TRIES) {
          throw new RuleViolation(what + " failed " + TRIES + " times: " + error.summary(), error);
        }
        bench.time().pass(pause(error));
      }
    }
  }

  /** What is busy may be so because the adapter has read something that is old. */
  private Duration pause(CloudException error) {
    boolean busy = error.conflict().filter(c -> c == Conflict.BUSY).isPresent();
    return error
        .retryAfter()
        .orElse(busy ? bench.profile().listLag() : BACK_OFF)
        .plus(BACK_OFF);
  }

  /** Does a write, repeating it as often as necessary; all its requests have arrived when it returns. */
  <T> T settled(String what, Supplier<T> write) {
    boolean[] doubted = {false};
    T done = read(what, () -> {
      try {
        return write.get();
      } catch (CloudException error) {
        doubted[0] |= error.effect() == Effect.UNKNOWN;
        throw error;
      }
    });
    if (doubted[0]) {
      settles();
    }
    return done;
  }

  /** Lets enough time pass for everything that was sent to arrive and show, or to be lost for good. */
  void settles() {
    bench.time().pass(bench.profile().settle().plusMillis(1));
  }
}

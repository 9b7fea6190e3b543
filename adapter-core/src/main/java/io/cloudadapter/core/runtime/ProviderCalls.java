package io.cloudadapter.core.runtime;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.core.protocol.Moment;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.LaunchKeySupport;
import io.cloudadapter.spi.LaunchResult;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.ListResult;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.action.ActionHandler;
import io.cloudadapter.spi.feature.Adoption;
import io.cloudadapter.spi.feature.Labeling;
import io.cloudadapter.spi.feature.LoadBalancerRegistration;
import io.cloudadapter.spi.feature.MachineGroup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out effects: calls an account's adapter on threads of its own, each call with a deadline, and reports each
 * outcome as an event. A fault of an adapter (a foreign exception, a null, no return) becomes an ordinary error here.
 *
 * <p>A call that outlives its time-out is cancelled and reported as timed out, but keeps its thread until it really
 * returns. A launch is the exception: it is reported only when it returns, because the time until it may be given up
 * counts from then.
 */
public final class ProviderCalls implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ProviderCalls.class);
  private static final Duration GRACE = Duration.ofSeconds(1);

  private final String account;
  private final MachineProvider provider;
  private final Duration timeout;
  private final AccountRateLimiter budget;
  private final Clocks clocks;
  private final LaunchEncryptor sealer;
  private final ExecutorService threads;
  private final ScheduledExecutorService timer;
  private final ActionDispatcher actions;
  private final AtomicLong calls = new AtomicLong();
  private final Set<DeadlineCallContext> running = ConcurrentHashMap.newKeySet();
  private final Duration longestRetryAfter;
  private final BooleanSupplier mayAct;

  /**
   * Calls to one account.
   *
   * @param account its name, for traces
   * @param provider the adapter
   * @param clocks wall and monotonic time
   * @param sealer encrypts frozen launches
   * @param threads runs calls; bounded by its owner
   * @param timer cancels overdue calls
   * @param handlers do the actions that are not built in, by type
   */
  public ProviderCalls(
      String account,
      MachineProvider provider,
      Clocks clocks,
      LaunchEncryptor sealer,
      ExecutorService threads,
      ScheduledExecutorService timer,
      Map<String, ActionHandler> handlers) {
    this(
        account,
        provider,
        clocks,
        sealer,
        threads,
        timer,
        handlers,
        AccountConfig.LONGEST_RETRY_AFTER,
        () -> true);
  }

  /**
   * Makes the calls to one account, as long as this process may act on it.
   *
   * @param account its name, for traces
   * @param provider the adapter
   * @param clocks wall and monotonic time
   * @param sealer encrypts frozen launches
   * @param threads runs calls; bounded by its owner
   * @param timer cancels overdue calls
   * @param handlers do the actions that are not built in, by type
   * @param longestRetryAfter how long the cloud may have the account wait at most
   * @param mayAct checked before each call; once it is false, no call begins
   */
  public ProviderCalls(
      String account,
      MachineProvider provider,
      Clocks clocks,
      LaunchEncryptor sealer,
      ExecutorService threads,
      ScheduledExecutorService timer,
      Map<String, ActionHandler> handlers,
      Duration longestRetryAfter,
      BooleanSupplier mayAct) {
    if (provider.profile().keySupport().kind() == LaunchKeySupport.Kind.TARGET
        && provider.feature(MachineGroup.class).isEmpty()) {
      throw new IllegalStateException(
          "the adapter of account " + account + " promises TARGET for keys, but has no Group");
    }
    this.mayAct = mayAct;
    this.longestRetryAfter = longestRetryAfter;
    this.account = account;
    this.provider = provider;
    this.timeout = provider.profile().callTimeout();
    this.budget = new AccountRateLimiter(
        provider.profile().buckets(), provider.profile().machineBuckets(), clocks.ticker());
    this.clocks = clocks;
    this.sealer = sealer;
    this.threads = threads;
    this.timer = timer;
    this.actions = new ActionDispatcher(provider, handlers);
  }

  /**
   * The adapter that is called.
   *
   * @return the adapter
   */
  public MachineProvider provider() {
    return provider;
  }

  /**
   * Has the adapter prepare a launch, and forgets it.
   *
   * @param spec what would be launched
   * @throws CloudException if it cannot be prepared
   */
  public void check(LaunchSpec spec) {
    PreparedLaunch unused = answer(RequestKind.READ, call -> provider.prepare(spec, call));
  }

  void run(io.cloudadapter.api.PoolName pool, Effect effect, Consumer<Event> report) {
    if (effect instanceof Effect.Identify) {
      call(RequestKind.READ, report, provider::identity, Event.Identified::new);
    } else if (effect instanceof Effect.EndThrottle) {
      budget.endRests();
    } else if (effect instanceof Effect.ListPool) {
      Rows rows = new Rows(clocks.now());
      call(RequestKind.READ, report, call -> rows.read(ListQuery.all(pool), call), rows::listed);
    } else if (effect instanceof Effect.Describe describe) {
      Rows rows = new Rows(clocks.now());
      call(
          RequestKind.READ,
          report,
          call -> rows.read(ListQuery.ids(describe.ids()), call),
          (result, error) -> rows.described(describe, result, error));
    } else if (effect instanceof Effect.Prepare prepare) {
      call(
          RequestKind.READ,
          report,
          call -> sealer.seal(provider.prepare(prepare.spec(), call)),
          (frozen, error) -> new Event.Prepared(prepare.zone(), prepare.profile(), frozen, error));
    } else if (effect instanceof Effect.Launch launch) {
      launch(launch, report);
    } else if (effect instanceof Effect.Terminate terminate) {
      Set<MachineId> machines = terminate.machines();
      call(
          RequestKind.TERMINATE,
          report,
          call -> {
            call.spend(RequestKind.TERMINATE, machines.size());
            Map<MachineId, CloudException> errors = BatchTermination.end(provider, machines, call);
            errors.replaceAll((machine, error) -> noted(RequestKind.TERMINATE, error));
            return errors;
          },
          (errors, error) -> new Event.Terminated(
              machines, errors.orElseGet(() -> BatchTermination.all(machines, error))));
    } else if (effect instanceof Effect.Mark mark) {
      this.<Boolean>call(
          RequestKind.MARK,
          report,
          call -> {
            feature(Adoption.class).mark(mark.machine(), mark.marks(), call);
            return true;
          },
          (done, error) -> new Event.Marked(mark.machine(), error));
    } else if (effect instanceof Effect.Unmark unmark) {
      this.<Boolean>call(
          RequestKind.MARK,
          report,
          call -> {
            feature(Adoption.class).unmark(unmark.machine(), unmark.marks(), call);
            return true;
          },
          (done, error) -> new Event.Unmarked(unmark.machine(), error));
    } else if (effect instanceof Effect.LookBehind look) {
      Moment started = clocks.now();
      call(
          RequestKind.READ,
          report,
          call -> feature(LoadBalancerRegistration.class).registered(look.balancer(), call),
          (machines, error) ->
              new Event.LookedBehind(look.balancer(), started, machines.orElse(Set.of()), error));
    } else if (effect instanceof Effect.Register register) {
      this.<Boolean>call(
          RequestKind.ACT,
          report,
          call -> {
            LoadBalancerRegistration feature = feature(LoadBalancerRegistration.class);
            if (register.in()) {
              feature.register(register.balancer(), register.machines(), call);
            } else {
              feature.deregister(register.balancer(), register.machines(), call);
            }
            return true;
          },
          (done, error) ->
              new Event.Registered(register.balancer(), register.machines(), register.in(), error));
    } else if (effect instanceof Effect.Act act) {
      call(
          RequestKind.ACT,
          report,
          call -> actions.run(act, clocks.ticker().nanos(), call),
          (progress, error) ->
              new Event.Acted(act.token().action(), act.token().attempt(), progress, error));
    } else if (effect instanceof Effect.Probe probe) {
      call(
          RequestKind.READ,
          report,
          call -> actions.probe(probe, call),
          (progress, error) -> new Event.Probed(
              probe.token().action(), probe.token().attempt(), probe.asked(), progress, error));
    } else if (effect instanceof Effect.Label label) {
      this.<Boolean>call(
          RequestKind.MARK,
          report,
          call -> {
            feature(Labeling.class).label(label.machine(), label.labels(), call);
            return true;
          },
          (done, error) -> new Event.Tick());
    } else {
      // Messages to the receivers of hooks go by the messenger.
      throw new IllegalStateException("no call carries out " + effect.getClass().getName());
    }
  }

  private <F> F feature(Class<F> type) {
    return provider
        .feature(type)
        .orElseThrow(() -> CloudException.of(
                Kind.UNSUPPORTED,
                CloudException.Effect.NONE,
                "the adapter lacks the feature " + type.getSimpleName())
            .build());
  }

  private void launch(Effect.Launch launch, Consumer<Event> report) {
    submit(
        () -> {
          DeadlineCallContext context = context();
          Event.Launched event;
          ScheduledFuture overdue = watch(context, () -> {});
          try {
            PreparedLaunch request = sealer.open(launch.frozen());
            context.spend(RequestKind.LAUNCH, launch.count());
            event = new Event.Launched(
                launch.key(), launch.attempt(), made(launch, request, context), Optional.empty());
          } catch (RuntimeException | Error e) {
            // An adapter may throw anything; what is not a CloudException tells nothing for sure.
            event = new Event.Launched(
                launch.key(),
                launch.attempt(),
                Optional.empty(),
                Optional.of(noted(RequestKind.LAUNCH, e)));
          } finally {
            overdue.cancel();
            left(context);
          }
          report.accept(event);
        },
        rejected -> report.accept(new Event.Launched(
            launch.key(), launch.attempt(), Optional.empty(), Optional.of(rejected))));
  }

  /** Returns the machines that a launch made; empty if a group got its target. */
  private Optional<LaunchResult> made(
      Effect.Launch launch, PreparedLaunch request, CallContext context) {
    if (launch.total().isPresent()) {
      feature(MachineGroup.class).raise(request, launch.total().getAsInt(), context);
      return Optional.empty();
    }
    return Optional.of(provider.launch(request, launch.key(), launch.count(), context));
  }

  private <T> void call(
      RequestKind verb,
      Consumer<Event> report,
      Function<DeadlineCallContext, T> work,
      BiFunction<Optional<T>, Optional<CloudException>, Event> outcome) {
    AtomicBoolean reported = new AtomicBoolean();
    Consumer<Event> once = event -> {
      if (reported.compareAndSet(false, true)) {
        report.accept(event);
      }
    };
    submit(
        () -> {
          DeadlineCallContext context = context();
          ScheduledFuture overdue = watch(
              context,
              () -> once.accept(outcome.apply(Optional.empty(), Optional.of(overdue(verb)))));
          try {
            T result = work.apply(context);
            once.accept(
                result == null
                    ? outcome.apply(
                        Optional.empty(),
                        Optional.of(noted(verb, new NullPointerException("returned null"))))
                    : outcome.apply(Optional.of(result), Optional.empty()));
          } catch (RuntimeException | Error e) {
            // An adapter may throw anything; what is not a CloudException tells nothing for sure.
            once.accept(outcome.apply(Optional.empty(), Optional.of(noted(verb, e))));
          } finally {
            overdue.cancel();
            left(context);
          }
        },
        rejected -> once.accept(outcome.apply(Optional.empty(), Optional.of(rejected))));
  }

  /**
   * Has a question answered on one of the account's threads, and waits for that. A question that outlives its
   * time-out is answered by TIMEOUT, and keeps its thread until it returns.
   */
  <T> T answer(RequestKind verb, Function<CallContext, T> question) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    submit(
        () -> {
          DeadlineCallContext context = context();
          ScheduledFuture watched =
              watch(context, () -> answer.completeExceptionally(overdue(verb)));
          try {
            answer.complete(Objects.requireNonNull(question.apply(context), "the answer"));
          } catch (RuntimeException | Error e) {
            // An adapter may throw anything; what is not a CloudException tells nothing for sure.
            answer.completeExceptionally(noted(verb, e));
          } finally {
            watched.cancel();
            left(context);
          }
        },
        answer::completeExceptionally);
    try {
      return answer.get();
    } catch (ExecutionException e) {
      // Nothing else completes it so.
      throw (CloudException) Objects.requireNonNull(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw CloudException.of(
              Kind.CANCELLED,
              CloudException.Effect.UNKNOWN,
              "the caller no longer waits for the answer")
          .cause(e)
          .build();
    }
  }

  /** Made when the call begins, so that waiting for a thread takes nothing from its time. */
  private DeadlineCallContext context() {
    DeadlineCallContext context =
        new DeadlineCallContext(budget, clocks, timeout, account + "-" + calls.incrementAndGet());
    running.add(context);
    return context;
  }

  private void left(DeadlineCallContext context) {
    running.remove(context);
    budget.cameBack(context);
  }

  private void submit(Runnable work, Consumer<CloudException> rejected) {
    try {
      threads.execute(() -> {
        if (mayAct.getAsBoolean()) {
          work.run();
        } else {
          rejected.accept(CloudException.of(
                  Kind.CANCELLED, CloudException.Effect.NONE, "another process leads by now")
              .build());
        }
      });
    } catch (RejectedExecutionException e) {
      rejected.accept(
          CloudException.of(Kind.CANCELLED, CloudException.Effect.NONE, "the library is closing")
              .cause(e)
              .build());
    }
  }

  /** A scheduled task that can be cancelled. */
  private interface ScheduledFuture {
    void cancel();
  }

  private ScheduledFuture watch(DeadlineCallContext context, Runnable whenOverdue) {
    var future = timer.schedule(
        () -> {
          context.cancel();
          whenOverdue.run();
        },
        timeout.plus(GRACE).toMillis(),
        TimeUnit.MILLISECONDS);
    return () -> future.cancel(false);
  }

  private static CloudException overdue(RequestKind verb) {
    return CloudException.of(
            Kind.TIMEOUT, CloudException.Effect.UNKNOWN, "the adapter did not return from " + verb)
        .build();
  }

  private CloudException noted(RequestKind verb, Throwable thrown) {
    if (thrown instanceof CloudException raised) {
      CloudException error = RetryAfterLimit.applied(raised, longestRetryAfter);
      if (error.kind() == Kind.THROTTLED && !DeadlineCallContext.ownBudget(error)) {
        budget.throttled(verb, error.retryAfter());
      }
      return error;
    }
    LOG.warn("the adapter of account {} broke its contract in {}", account, verb, thrown);
    return CloudException.of(
            Kind.UNCLASSIFIED,
            CloudException.Effect.UNKNOWN,
            "the adapter threw " + thrown.getClass().getName())
        .cause(thrown)
        .build();
  }

  /** The rows of one list, as they arrive. */
  private final class Rows {
    private final Moment started;
    private final List<MachineSighting> seen = new ArrayList<>();

    Rows(Moment started) {
      this.started = started;
    }

    ListResult read(ListQuery query, CallContext call) {
      return provider.list(query, this::add, call);
    }

    private synchronized void add(MachineSighting sighting) {
      seen.add(java.util.Objects.requireNonNull(sighting, "a sighting"));
    }

    private synchronized List<MachineSighting> all() {
      return List.copyOf(seen);
    }

    Event listed(Optional<ListResult> result, Optional<CloudException> error) {
      return new Event.Listed(
          started, all(), result.filter(ListResult::complete).isPresent(), error);
    }

    Event described(
        Effect.Describe asked, Optional<ListResult> result, Optional<CloudException> error) {
      return new Event.Described(
          started, asked.ids(), all(), result.filter(ListResult::complete).isPresent(), error);
    }
  }

  /** Cancels what is under way and closes the adapter. */
  @Override
  public void close() {
    running.forEach(DeadlineCallContext::cancel);
    try {
      provider.close();
    } catch (RuntimeException e) {
      // The adapter is foreign code: the other resources must be closed in any case.
      LOG.warn("the adapter of account {} broke its contract in close", account, e);
    }
  }
}

package io.cloudadapter.core.runtime;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.Metric;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.LaunchKeySupport;
import io.cloudadapter.spi.LaunchResult;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.action.ActionHandler;
import io.cloudadapter.spi.feature.Adoption;
import io.cloudadapter.spi.feature.ImageResolver;
import io.cloudadapter.spi.feature.Labeling;
import io.cloudadapter.spi.feature.LaunchOperations;
import io.cloudadapter.spi.feature.MachineGroup;
import io.cloudadapter.spi.feature.MachineResources;
import io.cloudadapter.spi.trace.Tracing;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
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
  private final String account;
  private final MachineProvider provider;
  private final AccountRateLimiter budget;
  private final Clocks clocks;
  private final LaunchEncryptor sealer;
  private final ActionDispatcher actions;
  private final TimedCalls calls;
  private final Tracing tracing;
  private final CallTracer tracer;
  private final ServiceCalls services;

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
        Tracing.none(),
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
   * @param tracing shows the calls that follow from traced requests
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
      Tracing tracing,
      BooleanSupplier mayAct) {
    if (provider.profile().keySupport().kind() == LaunchKeySupport.Kind.TARGET
        && provider.feature(MachineGroup.class).isEmpty()) {
      throw new IllegalStateException(
          "the adapter of account " + account + " promises TARGET for keys, but has no Group");
    }
    this.account = account;
    this.provider = provider;
    this.budget = new AccountRateLimiter(
        provider.profile().buckets(), provider.profile().machineBuckets(), clocks.ticker());
    this.clocks = clocks;
    this.sealer = sealer;
    this.calls = new TimedCalls(
        account,
        provider.profile().callTimeout(),
        budget,
        clocks,
        threads,
        timer,
        longestRetryAfter,
        mayAct);
    this.actions = new ActionDispatcher(provider, handlers);
    this.tracing = tracing;
    this.tracer = new CallTracer(tracing, account);
    this.services = new ServiceCalls(provider, calls, clocks);
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
    PreparedLaunch unused = calls.answer(RequestKind.READ, call -> provider.prepare(spec, call));
  }

  /** What shows the work of a pool in this account. */
  PoolTracer tracer(PoolName pool) {
    return new PoolTracer(tracing, pool);
  }

  void run(PoolName pool, Effect effect, List<String> causes, Consumer<Event> report) {
    if (effect instanceof Effect.Identify) {
      calls.call(RequestKind.READ, report, provider::identity, Event.Identified::new);
    } else if (effect instanceof Effect.EndThrottle) {
      budget.endRests();
    } else if (effect instanceof Effect.ListPool) {
      ListRows rows = new ListRows(provider, clocks.now());
      calls.call(
          RequestKind.READ, report, call -> rows.read(ListQuery.all(pool), call), rows::listed);
    } else if (effect instanceof Effect.Describe describe) {
      ListRows rows = new ListRows(provider, clocks.now());
      calls.call(
          RequestKind.READ,
          report,
          call -> rows.read(ListQuery.ids(describe.ids()), call),
          (result, error) -> rows.described(describe, result, error));
    } else if (effect instanceof Effect.ResolveImage resolve) {
      calls.call(
          RequestKind.READ,
          report,
          call -> feature(ImageResolver.class).resolve(resolve.image(), call),
          (id, error) -> new Event.ImageResolved(resolve.image(), id, error));
    } else if (effect instanceof Effect.Prepare prepare) {
      calls.call(
          RequestKind.READ,
          report,
          call -> sealer.seal(provider.prepare(prepare.spec(), call)),
          (frozen, error) -> new Event.Prepared(
              prepare.zone(), prepare.profile(), prepare.launch(), prepare.asker(), frozen, error));
    } else if (effect instanceof Effect.Launch launch) {
      launch(pool, launch, causes, report);
    } else if (effect instanceof Effect.Check check) {
      calls.call(
          RequestKind.READ,
          report,
          call -> feature(LaunchOperations.class).check(check.operation(), call),
          (progress, error) -> new Event.Checked(check.key(), check.operation(), progress, error));
    } else if (effect instanceof Effect.Terminate terminate) {
      Set<MachineId> machines = terminate.machines();
      calls.call(
          RequestKind.TERMINATE,
          report,
          call -> tracer.terminate(pool, machines, causes, span -> {
            call.spend(RequestKind.TERMINATE, machines.size());
            Map<MachineId, CloudException> errors = BatchTermination.end(provider, machines, call);
            errors.replaceAll((machine, error) -> calls.noted(RequestKind.TERMINATE, error));
            errors.values().forEach(error -> CallTracer.failed(span, error));
            return errors;
          }),
          (errors, error) -> new Event.Terminated(
              machines, errors.orElseGet(() -> BatchTermination.all(machines, error))));
    } else if (effect instanceof Effect.Complete complete) {
      calls.call(
          RequestKind.ACT,
          report,
          call ->
              feature(MachineResources.class).complete(complete.machine(), complete.marks(), call),
          (done, error) -> new Event.Completed(complete.machine(), done.orElse(false), error));
    } else if (effect instanceof Effect.ListResources) {
      ResourceRows rows = new ResourceRows(clocks.now());
      calls.call(
          RequestKind.READ,
          report,
          call -> rows.read(feature(MachineResources.class), pool, call),
          rows::listed);
    } else if (effect instanceof Effect.Release release) {
      calls.<Boolean>call(
          RequestKind.ACT,
          report,
          call -> {
            feature(MachineResources.class).release(release.resource(), call);
            return true;
          },
          (done, error) -> new Event.Released(release.resource(), error));
    } else if (effect instanceof Effect.Mark mark) {
      calls.<Boolean>call(
          RequestKind.MARK,
          report,
          call -> {
            feature(Adoption.class).mark(mark.machine(), mark.marks(), call);
            return true;
          },
          (done, error) -> new Event.Marked(mark.machine(), error));
    } else if (effect instanceof Effect.Unmark unmark) {
      calls.<Boolean>call(
          RequestKind.MARK,
          report,
          call -> {
            feature(Adoption.class).unmark(unmark.machine(), unmark.marks(), call);
            return true;
          },
          (done, error) -> new Event.Unmarked(unmark.machine(), error));
    } else if (effect instanceof Effect.Act act) {
      calls.call(
          RequestKind.ACT,
          report,
          call -> actions.run(act, clocks.ticker().nanos(), call),
          (progress, error) ->
              new Event.Acted(act.token().action(), act.token().attempt(), progress, error));
    } else if (effect instanceof Effect.Power power) {
      calls.call(
          RequestKind.ACT,
          report,
          call -> actions.run(power, clocks.ticker().nanos(), call),
          (progress, error) -> new Event.Powered(power.machine(), power.on(), progress, error));
    } else if (effect instanceof Effect.Probe probe) {
      calls.call(
          RequestKind.READ,
          report,
          call -> actions.probe(probe, call),
          (progress, error) -> new Event.Probed(
              probe.token().action(), probe.token().attempt(), probe.asked(), progress, error));
    } else if (effect instanceof Effect.Label label) {
      calls.<Boolean>call(
          RequestKind.MARK,
          report,
          call -> {
            feature(Labeling.class).label(label.machine(), label.labels(), call);
            return true;
          },
          (done, error) -> new Event.Tick());
    } else if (!services.run(effect, report)) {
      // Messages to the receivers of hooks go by the messenger.
      throw new IllegalStateException("no call carries out " + effect.getClass().getName());
    }
  }

  /**
   * Has a question answered on one of the account's threads, and waits for that. A question that outlives its
   * time-out is answered by TIMEOUT, and keeps its thread until it returns.
   */
  <T> T answer(RequestKind verb, Function<CallContext, T> question) {
    return calls.answer(verb, question);
  }

  private <F> F feature(Class<F> type) {
    return feature(provider, type);
  }

  /** A feature that the adapter must have; without it the call fails as UNSUPPORTED. */
  static <F> F feature(MachineProvider provider, Class<F> type) {
    return provider
        .feature(type)
        .orElseThrow(() -> CloudException.of(
                Kind.UNSUPPORTED,
                CloudException.Effect.NONE,
                "the adapter lacks the feature " + type.getSimpleName())
            .build());
  }

  private void launch(
      PoolName pool, Effect.Launch launch, List<String> causes, Consumer<Event> report) {
    calls.submit(
        () -> {
          DeadlineCallContext context = calls.begin();
          Event.Launched event;
          TimedCalls.Timer overdue = calls.watch(context, () -> {});
          Optional<CloudException> error = Optional.empty();
          try {
            PreparedLaunch request = sealer.open(launch.frozen());
            context.spend(RequestKind.LAUNCH, launch.count());
            event = new Event.Launched(
                launch.key(),
                launch.attempt(),
                tracer.launch(pool, launch, causes, span -> made(launch, request, context)),
                Optional.empty());
          } catch (RuntimeException | Error e) {
            // An adapter may throw anything; what is not a CloudException tells nothing for sure.
            error = Optional.of(calls.noted(RequestKind.LAUNCH, e));
            event = new Event.Launched(launch.key(), launch.attempt(), Optional.empty(), error);
          } finally {
            overdue.cancel();
            calls.end(context, RequestKind.LAUNCH, error);
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
    LaunchResult result = provider.launch(request, launch.key(), launch.count(), context);
    if (result.operation().isPresent()
        && provider.feature(LaunchOperations.class).isEmpty()) {
      throw new IllegalStateException("the adapter runs launch " + launch.key() + " as operation "
          + result.operation().get() + ", but lacks the feature LaunchOperations");
    }
    return Optional.of(result);
  }

  /**
   * Returns what is measured of the calls to this account.
   *
   * @param provider the name of its adapter, a label
   * @return calls by verb and outcome, and waits for the rate limit
   */
  public List<Metric> metrics(String provider) {
    return calls.metrics(provider);
  }

  CallMetrics.Totals callTotals() {
    return calls.totals();
  }

  /** Cancels what is under way and closes the adapter. */
  @Override
  public void close() {
    calls.cancelAll();
    try {
      provider.close();
    } catch (RuntimeException e) {
      // The adapter is foreign code: the other resources must be closed in any case.
      LOG.warn("the adapter of account {} broke its contract in close", account, e);
    }
  }
}

package io.cloudadapter.core.runtime;

import io.cloudadapter.api.Secret;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.core.protocol.ForeignText;
import io.cloudadapter.spi.BootstrapSource;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.ErrorScope;
import io.cloudadapter.spi.HookChannel;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchSpec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts values that hook channels make for one launch into its user data, before the adapter prepares its request. Each
 * source gets a thread of its own and a deadline; one that does not return keeps its thread until it does.
 */
final class BootstrapFiller {
  private static final Logger LOG = LoggerFactory.getLogger(BootstrapFiller.class);

  private static final Duration AT_MOST = Duration.ofSeconds(30);

  /** A source may ask for a longer wait, by a wrong date for example; it is asked again after this time. */
  private static final Duration LONGEST_WAIT = AccountConfig.LONGEST_RETRY_AFTER;

  /** So that what the source itself says of its deadline comes first. */
  private static final Duration GRACE = Duration.ofSeconds(1);

  private final Map<String, HookChannel> channels;
  private final Clocks clocks;
  private final Executor threads;
  private final ScheduledExecutorService timer;
  private final AtomicLong calls = new AtomicLong();

  BootstrapFiller(
      Map<String, HookChannel> channels,
      Clocks clocks,
      Executor threads,
      ScheduledExecutorService timer) {
    this.channels = channels;
    this.clocks = clocks;
    this.threads = threads;
    this.timer = timer;
  }

  /**
   * Has the values made, on another thread.
   *
   * @param prepare what is to be prepared, for one launch
   * @param hooks the hooks of the pool
   * @param filled takes the same with the values in its user data
   * @param failed takes the event that there are none
   */
  void fill(
      Effect.Prepare prepare,
      List<LifecycleHook> hooks,
      Consumer<Effect.Prepare> filled,
      Consumer<Event> failed) {
    AtomicBoolean ended = new AtomicBoolean();
    Consumer<CloudException> fail = error -> failed.accept(new Event.Prepared(
        prepare.zone(),
        prepare.profile(),
        prepare.launch(),
        prepare.asker(),
        Optional.empty(),
        Optional.of(error)));
    Consumer<CloudException> failFirst = error -> {
      if (ended.compareAndSet(false, true)) {
        fail.accept(error);
      }
    };
    Runnable work = () -> {
      Optional<Effect.Prepare> whole = made(prepare, hooks, failFirst);
      if (whole.isPresent() && ended.compareAndSet(false, true)) {
        handOver(Runnable::run, () -> filled.accept(whole.get()), fail);
      }
    };
    handOver(threads, work, failFirst);
  }

  /** The launch with its values; empty if there are none, which is reported. */
  private Optional<Effect.Prepare> made(
      Effect.Prepare prepare, List<LifecycleHook> hooks, Consumer<CloudException> fail) {
    try {
      return Optional.of(fill(prepare, hooks, fail));
    } catch (CloudException e) {
      fail.accept(error(e));
    } catch (RuntimeException | Error e) {
      // The source is foreign code, and what it throws may show a value.
      fail.accept(
          error(Kind.UNCLASSIFIED, "a source failed with " + e.getClass().getName()));
    }
    return Optional.empty();
  }

  /** Hands work to threads, and reports if they refuse it: without a report the launch would wait for ever. */
  private static void handOver(Executor threads, Runnable work, Consumer<CloudException> fail) {
    try {
      threads.execute(work);
    } catch (RejectedExecutionException closing) {
      fail.accept(error(Kind.CANCELLED, "the library is closing"));
    } catch (RuntimeException | Error e) {
      LOG.warn("the values of a launch cannot be handed on", e);
      fail.accept(
          error(Kind.UNCLASSIFIED, "they cannot be handed on: " + e.getClass().getName()));
    }
  }

  private Effect.Prepare fill(
      Effect.Prepare prepare, List<LifecycleHook> hooks, Consumer<CloudException> overdue) {
    LaunchSpec spec = prepare.spec();
    LaunchKey key = prepare.launch().orElseThrow();
    Optional<Secret> data = spec.userData();
    for (LifecycleHook hook : hooks) {
      Optional<BootstrapSource> source = Optional.ofNullable(
              channels.get(hook.target().channel()))
          .flatMap(HookChannel::bootstrap);
      if (source.isPresent() && data.isPresent()) {
        data = Optional.of(fill(data.get(), source.get(), hook, spec, key, overdue));
      }
    }
    return new Effect.Prepare(
        prepare.zone(),
        prepare.profile(),
        prepare.launch(),
        new LaunchSpec(
            spec.pool(),
            spec.incarnation(),
            spec.zone(),
            spec.size(),
            spec.image(),
            spec.market(),
            spec.tags(),
            data,
            spec.template()),
        prepare.asker());
  }

  /** The data with the values of one hook. User data of an earlier template may have no placeholder. */
  private Secret fill(
      Secret data,
      BootstrapSource source,
      LifecycleHook hook,
      LaunchSpec spec,
      LaunchKey key,
      Consumer<CloudException> overdue) {
    Set<String> names = source.placeholders(hook);
    String text = data.reveal();
    if (names.stream().noneMatch(name -> text.contains(BootstrapSource.placeholder(name)))) {
      return data;
    }
    Map<String, Secret> values = values(source, hook, spec, key, overdue);
    String filled = text;
    for (String name : names) {
      Secret value = values.get(name);
      if (value == null) {
        throw CloudException.of(
                Kind.UNCLASSIFIED,
                CloudException.Effect.NONE,
                "hook " + hook.name() + " has no value for " + name)
            .build();
      }
      filled = filled.replace(BootstrapSource.placeholder(name), value.reveal());
    }
    return Secret.of(filled);
  }

  private Map<String, Secret> values(
      BootstrapSource source,
      LifecycleHook hook,
      LaunchSpec spec,
      LaunchKey key,
      Consumer<CloudException> overdue) {
    DeadlineCallContext call = new DeadlineCallContext(
        new AccountRateLimiter(Map.of(), Map.of(), clocks.ticker()),
        new CallMetrics("bootstrap"),
        clocks,
        AT_MOST,
        "bootstrap-" + calls.incrementAndGet());
    var watch = timer.schedule(
        () -> {
          call.cancel();
          overdue.accept(error(
              Kind.TIMEOUT,
              "hook " + hook.name() + " did not answer within " + AT_MOST.toSeconds() + "s"));
        },
        AT_MOST.plus(GRACE).toMillis(),
        TimeUnit.MILLISECONDS);
    try {
      return source.values(hook, spec.pool(), key, call);
    } finally {
      watch.cancel(false);
    }
  }

  /** The error of a source as the pool sees it, with the wait for which it asks. */
  private static CloudException error(CloudException of) {
    String why = ForeignText.shortened(String.valueOf(of.getMessage()));
    Optional<Duration> wait =
        of.retryAfter().map(asked -> asked.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : asked);
    return error(of.kind(), why, wait);
  }

  private static CloudException error(Kind kind, String why) {
    return error(kind, why, Optional.empty());
  }

  /**
   * The error as the pool sees it: it concerns the pool alone, and neither a missing object nor a throttle elsewhere is
   * the cloud's.
   */
  private static CloudException error(Kind kind, String why, Optional<Duration> retryAfter) {
    Kind seen = switch (kind) {
      case UNAUTHENTICATED, DENIED, TIMEOUT, CANCELLED -> kind;
      default -> Kind.UNAVAILABLE;
    };
    CloudException.Builder error = CloudException.of(
            seen, CloudException.Effect.NONE, "the values of a launch cannot be made: " + why)
        .scope(ErrorScope.region());
    retryAfter.ifPresent(error::retryAfter);
    return error.build();
  }
}

package io.cloudadapter.simulation.process;

import static io.cloudadapter.simulation.engine.SeededRandom.SECOND;

import io.cloudadapter.api.hook.HookMessage;
import io.cloudadapter.api.hook.HookResult;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.config.PoolConfigBuilder;
import io.cloudadapter.core.ledger.HookRecord;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.CommandSender;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.simulation.cloud.HostileCloud;
import io.cloudadapter.simulation.engine.SeededRandom;
import io.cloudadapter.simulation.fault.FaultKind;
import io.cloudadapter.simulation.oracle.HookChecker;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * The receivers of a pool's hook messages: they complete hooks soon or late, once, twice, in both ways at once, with
 * heartbeats or with nonsense, or not at all. They have random numbers of their own, so that the scenarios without
 * hooks stay as they were.
 */
public final class HookReceivers {
  /** How they answer. */
  public enum Manner {
    /** In any way. */
    ANY,
    /** Soon enough, and that the machine may go on. */
    OBLIGING,
    /** Not at all: another receiver does. */
    SILENT
  }

  private static final long CALL = 30 * SECOND;
  private static final long ASK_AGAIN = 20 * SECOND;
  private static final int TIMES = 10;

  private final SeededRandom dice;
  private final HookChecker pauses;
  private final HostileCloud cloud;
  private final Consumer<Event> pool;
  private final Manner manner;
  private final Set<UUID> heard = new HashSet<>();
  private int keys;

  public HookReceivers(
      SeededRandom dice,
      HookChecker pauses,
      HostileCloud cloud,
      Consumer<Event> pool,
      Manner manner) {
    this.dice = dice;
    this.pauses = pauses;
    this.cloud = cloud;
    this.pool = pool;
    this.manner = manner;
  }

  /** The same pool with hooks. */
  public static PoolConfig configured(PoolConfig plain, SeededRandom dice) {
    PoolConfigBuilder configured = plain.toBuilder();
    for (String name : List.of("drain", "warm", "save")) {
      if (dice.chance(0.55)) {
        configured.hook(hook(name, dice));
      }
    }
    return configured.build();
  }

  private static LifecycleHook hook(String name, SeededRandom dice) {
    Duration timeout =
        Duration.ofSeconds(dice.chance(0.5) ? dice.between(1, 60) : dice.between(60, 1200));
    boolean launch = name.equals("warm") || dice.chance(0.1);
    return new LifecycleHook(
        name,
        launch ? LifecycleTransition.LAUNCH : LifecycleTransition.TERMINATE,
        timeout,
        timeout.multipliedBy(dice.between(1, 5)),
        dice.chance(0.7) ? HookResult.CONTINUE : HookResult.ABANDON,
        HookTarget.listener(),
        dice.chance(0.5) ? "" : "for " + name);
  }

  /** A message comes, or does not, and the keeper hears of it, or does not. */
  void hear(Effect.Tell tell, HostileCloud.Line line, Consumer<Event> keeper) {
    long took = dice.chance(0.1) ? dice.between(SECOND, CALL) : dice.between(1, SECOND);
    boolean fails = cloud.faults.strikes(FaultKind.RECEIVER_FAILS);
    boolean lost = !fails && cloud.faults.strikes(FaultKind.RECEIVER_REPLY_LOST);
    if (!fails) {
      cloud.timeline.after(dice.between(0, took), () -> take(tell.message()));
    }
    Optional<String> error =
        fails ? Optional.of("503") : lost ? Optional.of("timeout") : Optional.empty();
    cloud.reply(
        keeper, line, took + 1, () -> new Event.Told(tell.hook(), tell.message().token(), error));
  }

  private void take(HookMessage message) {
    pauses.messages().delivered(message.token());
    boolean again = !heard.add(message.token());
    cloud.chronicle.tell("hook", () -> "hears of " + message + (again ? " again" : ""));
    if (manner == Manner.SILENT || (again && dice.chance(0.5))) {
      return;
    }
    long left =
        Duration.between(cloud.timeline.now().wall(), message.deadline()).toNanos();
    int lot = dice.upTo(11);
    // In the calm all is well in the end, or pools whose launch hooks are abandoned would never
    // rest.
    if (lot < 4 || manner == Manner.OBLIGING || cloud.faults.isCalm()) {
      answer(message.token(), HookResult.CONTINUE, dice.between(0, left / 2));
    } else if (lot < 6) {
      answer(message.token(), HookResult.ABANDON, dice.between(0, left / 2));
    } else if (lot < 8) {
      // Just before its time is up, or just after.
      answer(message.token(), either(), left + dice.between(-2 * SECOND, 2 * SECOND));
    } else if (lot < 9) {
      long wait = dice.between(0, left);
      answer(message.token(), HookResult.CONTINUE, wait);
      answer(message.token(), either(), wait + dice.between(0, 2 * SECOND));
    } else if (lot < 10) {
      beat(message.token(), dice.upTo(6));
    } else if (lot < 11) {
      answer(new UUID(dice.upTo(1_000_000), 1), either(), dice.between(0, left));
    }
  }

  private HookResult either() {
    return dice.pick(List.of(HookResult.values()));
  }

  private void answer(UUID token, HookResult result, long wait) {
    Optional<String> key = dice.chance(0.2) ? Optional.of("hook-" + keys++) : Optional.empty();
    cloud.timeline.after(
        Math.max(0, wait), () -> ask(new Command.Answer(token, result), key, TIMES));
  }

  /** Puts it off again and again, by and by too late; then it is done, or is not. */
  private void beat(UUID token, int times) {
    Optional<HookRecord> lasting =
        pauses.lasting().stream().filter(hook -> hook.token().equals(token)).findFirst();
    if (lasting.isEmpty()) {
      return;
    }
    if (times == 0) {
      if (dice.chance(0.7)) {
        answer(token, either(), 0);
      }
      return;
    }
    long timeout = lasting.get().timeout().toNanos();
    cloud.timeline.after(dice.between(timeout / 4, timeout + SECOND), () -> {
      ask(new Command.Heartbeat(token), Optional.empty(), 1);
      beat(token, times - 1);
    });
  }

  /** Asks until there is an answer. */
  private void ask(Command command, Optional<String> key, int times) {
    CommandSender caller = CommandSender.under(key);
    cloud.chronicle.tell("hook", () -> "says " + command);
    pool.accept(new Event.Asked(command, caller));
    cloud.timeline.after(ASK_AGAIN, () -> {
      if (!caller.answer().isDone() && times > 1) {
        ask(command, key, times - 1);
      }
    });
  }
}

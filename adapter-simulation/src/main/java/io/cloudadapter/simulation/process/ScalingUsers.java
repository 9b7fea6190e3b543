package io.cloudadapter.simulation.process;

import io.cloudadapter.api.scaling.AdjustmentPolicy;
import io.cloudadapter.api.scaling.AdjustmentType;
import io.cloudadapter.api.scaling.DeletionCriteria;
import io.cloudadapter.api.scaling.DeletionPolicy;
import io.cloudadapter.api.scaling.PlacementPolicy;
import io.cloudadapter.api.scaling.PolicySelector;
import io.cloudadapter.api.scaling.ResizeRequest;
import io.cloudadapter.api.scaling.ScalingDirection;
import io.cloudadapter.api.scaling.ScalingRequest;
import io.cloudadapter.api.scaling.TargetTrackingPolicy;
import io.cloudadapter.core.config.CronSchedule;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.config.ScalingConfig;
import io.cloudadapter.core.config.ScalingConfig.CooldownFrom;
import io.cloudadapter.core.config.ScalingSchedule;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.CommandSender;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.simulation.engine.EventTrace;
import io.cloudadapter.simulation.engine.SeededRandom;
import io.cloudadapter.simulation.oracle.InvariantChecker;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Consumer;

/**
 * Users who scale: by the pool's policies, by their own, by counts good and bad, and by resizes. They have random
 * numbers of their own, so that the scenarios without scaling stay as they were.
 */
public final class ScalingUsers {
  private static final List<String> NAMES = List.of("out", "in", "half", "load", "end", "nothing");
  private static final int REMEMBERED = 5;

  private final SeededRandom dice;
  private final InvariantChecker judge;
  private final EventTrace chronicle;
  private final Consumer<Event> pool;
  private final List<Event.Asked> asked = new ArrayList<>();
  private int keys;

  public ScalingUsers(
      SeededRandom dice, InvariantChecker judge, EventTrace chronicle, Consumer<Event> pool) {
    this.dice = dice;
    this.judge = judge;
    this.chronicle = chronicle;
    this.pool = pool;
  }

  /** The same pool with policies. */
  public static PoolConfig configured(PoolConfig plain, SeededRandom dice) {
    ScalingConfig scaling = ScalingConfig.none()
        .withMinSize(dice.chance(0.5) ? 0 : dice.upTo(plain.maxSize() / 2))
        .withCooldownFrom(dice.pick(List.of(CooldownFrom.values())));
    if (dice.chance(0.4)) {
      scaling = scaling.withMaxSizeLimit(plain.maxSize() + dice.upTo(6));
    }
    if (dice.chance(0.7)) {
      scaling = scaling.with("out", adjustment(ScalingDirection.SCALE_OUT, dice));
    }
    if (dice.chance(0.3)) {
      scaling = scaling.with("half", adjustment(ScalingDirection.SCALE_OUT, dice));
    }
    if (dice.chance(0.7)) {
      scaling = scaling.with("in", adjustment(ScalingDirection.SCALE_IN, dice));
    }
    if (dice.chance(0.3)) {
      scaling = scaling.with("load", TargetTrackingPolicy.of(50));
    }
    if (dice.chance(0.6)) {
      scaling = scaling.with(
          "end",
          new DeletionPolicy(
              dice.pick(List.of(DeletionCriteria.values())),
              dice.chance(0.75),
              Duration.ofSeconds(dice.chance(0.5) ? 0 : dice.between(1, 900)),
              true,
              Optional.empty()));
    }
    if (!plain.launch().zones().isEmpty() && dice.chance(0.5)) {
      scaling = scaling.with("spread", placement(plain.launch().zones(), dice));
    }
    if (dice.chance(0.3)) {
      scaling = scaling.with("often", schedule(plain.maxSize(), "*/13 * * * *", "UTC", dice));
    }
    if (dice.chance(0.2)) {
      scaling =
          scaling.with("hourly", schedule(plain.maxSize(), "5 * * * *", "Asia/Kolkata", dice));
    }
    return plain.toBuilder().scaling(scaling).build();
  }

  /** Within the limits of the plain pool, so that the configuration holds under every maxSizeLimit. */
  private static ScalingSchedule schedule(int most, String times, String zone, SeededRandom dice) {
    int min = dice.upTo(most / 2);
    int max = (int) dice.between(Math.max(1, min), most);
    boolean limited = dice.chance(0.4);
    boolean sized = !limited || dice.chance(0.7);
    return new ScalingSchedule(
        CronSchedule.of(times, ZoneId.of(zone)),
        sized ? OptionalInt.of((int) dice.between(min, max)) : OptionalInt.empty(),
        limited ? OptionalInt.of(min) : OptionalInt.empty(),
        limited ? OptionalInt.of(max) : OptionalInt.empty());
  }

  private static AdjustmentPolicy adjustment(ScalingDirection event, SeededRandom dice) {
    AdjustmentType type = dice.pick(List.of(AdjustmentType.values()));
    int number = type == AdjustmentType.CHANGE_IN_PERCENTAGE
        ? (int) dice.between(1, 200)
        : (int) dice.between(1, 5);
    return new AdjustmentPolicy(
        event,
        type,
        number,
        dice.upTo(2),
        dice.chance(0.5),
        Duration.ofSeconds(dice.chance(0.4) ? 0 : dice.between(1, 1200)));
  }

  /** The last zone takes any number, so that every size can be placed in the end. */
  private static PlacementPolicy placement(List<String> zones, SeededRandom dice) {
    List<PlacementPolicy.Share> shares = new ArrayList<>();
    for (String zone : zones.subList(0, zones.size() - 1)) {
      int cap = dice.chance(0.5) ? PlacementPolicy.Share.NO_CAP : dice.upTo(4);
      shares.add(new PlacementPolicy.Share(zone, dice.upTo(3), cap));
    }
    shares.add(PlacementPolicy.Share.of(zones.get(zones.size() - 1), (int) dice.between(1, 3)));
    return new PlacementPolicy(PlacementPolicy.Kind.ZONE, shares);
  }

  public void ask() {
    if (!asked.isEmpty() && dice.chance(0.2)) {
      Event.Asked before = dice.pick(asked);
      ask(before.command(), before.caller().idempotencyKey());
      return;
    }
    Optional<String> key = dice.chance(0.4) ? Optional.of("scale-" + keys++) : Optional.empty();
    ask(dice.chance(0.7) ? new Command.Scale(request(), by()) : new Command.Resize(resize()), key);
  }

  private void ask(Command command, Optional<String> key) {
    Event.Asked event = new Event.Asked(command, CommandSender.under(key));
    asked.add(event);
    if (asked.size() > REMEMBERED) {
      asked.remove(0);
    }
    chronicle.tell("user", () -> "asks " + command + key.map(k -> " under " + k).orElse(""));
    pool.accept(event);
  }

  private ScalingRequest request() {
    ScalingDirection event = dice.pick(List.of(ScalingDirection.values()));
    return switch (dice.upTo(9)) {
      case 0, 1, 2, 3 -> new ScalingRequest.Scale(event, null);
      case 4, 5, 6 -> new ScalingRequest.Scale(event, (int) dice.between(1, 4));
      case 7 -> new ScalingRequest.Scale(event, dice.pick(List.of("2", "02", 0, -1, "x", 2.0)));
      case 8 -> new ScalingRequest.Scale(event, dice.between(1, 1L << 40));
      default -> ScalingRequest.measured(dice.upTo(120));
    };
  }

  private PolicySelector by() {
    int lot = dice.upTo(9);
    return lot < 6
        ? PolicySelector.own()
        : lot < 8
            ? PolicySelector.named(dice.pick(NAMES))
            : PolicySelector.given(adjustment(dice.pick(List.of(ScalingDirection.values())), dice));
  }

  private ResizeRequest resize() {
    boolean sized = dice.chance(0.7);
    AdjustmentType type = dice.pick(List.of(AdjustmentType.values()));
    int most = judge.config().maxSize() + 3;
    double number = switch (type) {
      case EXACT_CAPACITY -> dice.upTo(most);
      case CHANGE_IN_CAPACITY -> dice.upTo(8) - 4;
      case CHANGE_IN_PERCENTAGE -> dice.upTo(250) - 100;
    };
    int min = dice.upTo(most / 2);
    boolean limited = !sized || dice.chance(0.4);
    return new ResizeRequest(
        sized ? Optional.of(type) : Optional.empty(),
        sized ? OptionalDouble.of(number) : OptionalDouble.empty(),
        limited && dice.chance(0.6) ? OptionalInt.of(min) : OptionalInt.empty(),
        limited
            ? OptionalInt.of(dice.chance(0.2) ? -1 : min + dice.upTo(most))
            : OptionalInt.empty(),
        dice.chance(0.3) ? OptionalInt.of(dice.upTo(3)) : OptionalInt.empty(),
        dice.chance(0.6));
  }
}

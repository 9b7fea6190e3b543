package io.cloudadapter.cli.history;

import io.cloudadapter.cli.history.RegisterHistories.Deed;
import io.cloudadapter.cli.history.SizeAnswer.Refused;
import io.cloudadapter.cli.history.SizeAnswer.Unknown;
import io.cloudadapter.cli.history.SizeCommand.Adjustment;
import io.cloudadapter.cli.history.SizeCommand.Attach;
import io.cloudadapter.cli.history.SizeCommand.Read;
import io.cloudadapter.cli.history.SizeCommand.Removal;
import io.cloudadapter.cli.history.SizeCommand.Remove;
import io.cloudadapter.cli.history.SizeCommand.Resize;
import io.cloudadapter.cli.history.SizeCommand.SetSize;
import io.cloudadapter.cli.history.SizeModel.Effect;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Commands that are carried out one after the other, as clients would have recorded them: each sending seems to begin
 * before and to end after the moment at which it was carried out, some answers are lost, and some keys are sent again.
 */
final class RandomHistory {
  static final SizeLimits LIMITS = new SizeLimits(1, 9, 9);
  static final PoolState FIRST = PoolState.of(4, Set.of("i-0"));
  private static final int LENGTH = 40;

  /** How many moments before or after its own one a sending may begin and end. */
  private static final int OVERLAP = 3;

  /** What a faulty pool does with one of the commands. */
  enum Fault {
    NONE,
    LOST_COMMAND,
    DOUBLED_COMMAND,
    DOUBLED_KEY,
    STALE_READ
  }

  private final SizeModel model = new SizeModel(LIMITS);
  private final List<Deed<SizeOperation>> deeds = new ArrayList<>();
  private final List<SizeOperation> keyed = new ArrayList<>();
  private final SplittableRandom random;
  private final Fault fault;
  private final int faultyFrom;
  private PoolState state = FIRST;
  private final List<Integer> sizes = new ArrayList<>();
  private boolean struck;

  RandomHistory(long seed, Fault fault) {
    this.random = new SplittableRandom(seed);
    this.fault = fault;
    this.faultyFrom = random.nextInt(LENGTH / 2);
    for (int moment = 0; moment < LENGTH; moment++) {
      sizes.add(state.desired());
      send(moment);
    }
    deeds.add(
        at(LENGTH, LENGTH, new SizeOperation(new Read(), Optional.empty(), seen(state.desired()))));
  }

  List<Deed<SizeOperation>> deeds() {
    return deeds;
  }

  /** Whether the fault struck: there may have been no occasion. */
  boolean struck() {
    return struck;
  }

  private static SizeAnswer seen(int size) {
    return new SizeAnswer.Seen(size);
  }

  private void send(int moment) {
    boolean again = !keyed.isEmpty() && random.nextInt(5) == 0;
    SizeOperation sent = again
        ? keyed.get(random.nextInt(keyed.size()))
        : new SizeOperation(
            command(),
            random.nextBoolean() ? Optional.of("key-" + moment) : Optional.empty(),
            new Unknown());
    SizeAnswer answer = carryOut(sent, moment >= faultyFrom && !struck);
    boolean lost = !(answer instanceof SizeAnswer.Seen) && random.nextInt(8) == 0;
    SizeOperation operation =
        new SizeOperation(sent.command(), sent.key(), lost ? new Unknown() : answer);
    if (sent.key().isPresent() && !(answer instanceof Refused)) {
      keyed.add(operation);
    }
    deeds.add(at(moment, moment, operation));
  }

  private Deed<SizeOperation> at(int first, int last, SizeOperation operation) {
    return new Deed<>(
        operation,
        10L * first - random.nextInt(10 * OVERLAP),
        10L * last + 1 + random.nextInt(10 * OVERLAP));
  }

  private SizeCommand command() {
    return switch (random.nextInt(10)) {
      case 0 -> new SetSize(random.nextInt(LIMITS.maxSize() + 2));
      case 1 ->
        new Resize(
            Adjustment.CHANGE_IN_CAPACITY,
            (random.nextBoolean() ? 1 : -1) * (1 + random.nextInt(3)),
            random.nextBoolean());
      case 2 ->
        new Resize(
            Adjustment.EXACT_CAPACITY, random.nextInt(LIMITS.maxSize() + 1), random.nextBoolean());
      case 3 ->
        new Remove(
            "i-" + random.nextInt(6),
            random.nextBoolean() ? Removal.TERMINATE : Removal.DETACH,
            random.nextInt(3) > 0);
      case 4 -> new Attach("i-" + random.nextInt(6));
      default -> new Read();
    };
  }

  /** Carries it out as specified, or with the fault; returns the answer. */
  private SizeAnswer carryOut(SizeOperation sent, boolean faulty) {
    PoolState before = state;
    Optional<SizeAnswer> kept = sent.key().map(before.kept()::get);
    if (kept.isPresent()) {
      if (faulty && fault == Fault.DOUBLED_KEY) {
        state = effect(before, sent.command()).state();
        struck = state.desired() != before.desired();
      }
      return kept.get();
    }
    Effect effect = effect(before, sent.command());
    state = effect.state();
    if (faulty && state.desired() != before.desired()) {
      if (fault == Fault.LOST_COMMAND) {
        state = before;
        struck = true;
      } else if (fault == Fault.DOUBLED_COMMAND) {
        int twice = 2 * state.desired() - before.desired();
        struck = !(sent.command() instanceof SetSize) && twice >= 0 && twice <= LIMITS.maxSize();
        state = struck ? state.resized(twice) : state;
      }
    }
    if (sent.command() instanceof Read && faulty && fault == Fault.STALE_READ) {
      int stale = sizes.get(Math.max(0, sizes.size() - 2 * OVERLAP));
      List<Integer> since =
          sizes.subList(Math.max(1, sizes.size() - 2 * OVERLAP + 1), sizes.size());
      struck = stale != before.desired() && !since.contains(stale);
      return seen(struck ? stale : before.desired());
    }
    if (sent.key().isPresent() && effect.answer().acknowledges()) {
      state = state.keeping(sent.key().get(), effect.answer());
    }
    return effect.answer();
  }

  private Effect effect(PoolState before, SizeCommand command) {
    List<Effect> all = model.effects(before, command);
    if (command instanceof Resize) {
      // Mostly all machines are there.
      int committed = random.nextInt(4) == 0 ? random.nextInt(all.size()) : before.desired();
      return all.get(committed);
    }
    return all.get(random.nextInt(all.size()));
  }
}

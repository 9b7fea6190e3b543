package io.cloudadapter.cli.history;

import io.cloudadapter.cli.history.RegisterHistories.Deed;
import io.cloudadapter.cli.history.SizeAnswer.Accepted;
import io.cloudadapter.cli.history.SizeAnswer.Decided;
import io.cloudadapter.cli.history.SizeAnswer.Numbers;
import io.cloudadapter.cli.history.SizeAnswer.Refused;
import io.cloudadapter.cli.history.SizeAnswer.Seen;
import io.cloudadapter.cli.history.SizeAnswer.Unknown;
import io.cloudadapter.cli.history.SizeCommand.Adjustment;
import io.cloudadapter.cli.history.SizeCommand.Attach;
import io.cloudadapter.cli.history.SizeCommand.Read;
import io.cloudadapter.cli.history.SizeCommand.Remove;
import io.cloudadapter.cli.history.SizeCommand.Resize;
import io.cloudadapter.cli.history.SizeCommand.SetSize;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The specified effects of commands on a pool's desired size, one command at a time, and the check whether a
 * history of concurrent commands has an order that they explain.
 *
 * <p>A relative resize starts from the committed machines, which clients see only in the answer: each number up to
 * the cap is possible, and an answer must fit the one that it names. Machines that a client names must be protected
 * members or have left by a command; the pool never ends the former on its own, so that a removal with a decrement
 * counts, exactly once.
 */
final class SizeModel {
  /** What a command may come to. */
  record Effect(PoolState state, SizeAnswer answer) {}

  private final SizeLimits limits;

  SizeModel(SizeLimits limits) {
    this.limits = limits;
  }

  /** The first operation whose answer no order explains; empty if there is an order. */
  Optional<Deed<SizeOperation>> unexplained(PoolState first, List<Deed<SizeOperation>> history) {
    return RegisterHistories.unexplained(
        first,
        history.stream()
            .filter(deed -> !(open(deed.what()) && deed.what().command() instanceof Read))
            .toList(),
        new Looking(history));
  }

  /** The model beside a whole history, of which it uses only what cannot make a difference. */
  private final class Looking implements RegisterHistories.Course<PoolState, SizeOperation> {
    private final Map<String, Set<SizeAnswer>> answers = new HashMap<>();
    private final Map<String, SizeOperation> lastOfKey = new HashMap<>();
    private final Map<String, SizeOperation> lastOfMachine = new HashMap<>();
    private final Set<String> attached = new HashSet<>();

    Looking(List<Deed<SizeOperation>> history) {
      history.stream()
          .sorted(Comparator.comparingLong(Deed::ended))
          .map(Deed::what)
          .forEach(sent -> {
            sent.key().ifPresent(key -> {
              answers.computeIfAbsent(key, each -> new HashSet<>()).add(sent.answer());
              lastOfKey.put(key, sent);
            });
            machine(sent).ifPresent(machine -> lastOfMachine.put(machine, sent));
            if (sent.command() instanceof Attach attach) {
              attached.add(attach.machine());
            }
          });
    }

    @Override
    public Set<PoolState> next(PoolState state, SizeOperation operation) {
      return SizeModel.this.next(state, operation, answers);
    }

    @Override
    public boolean doubtful(SizeOperation operation) {
      return open(operation);
    }

    /** Reads, refusals, repetitions under a key, and removals of what has left for good. */
    @Override
    public boolean harmless(PoolState state, SizeOperation operation) {
      return !open(operation)
          && (operation.command() instanceof Read
              || !operation.answer().acknowledges()
              || operation.key().filter(state.kept()::containsKey).isPresent()
              || (operation.key().isEmpty()
                  && operation.command() instanceof Remove remove
                  && state.gone().contains(remove.machine())
                  && !attached.contains(remove.machine())));
    }

    /** Sendings of one key are equal if their answers are, so that identity tells which one is the last. */
    @Override
    public PoolState after(PoolState state, SizeOperation ended) {
      PoolState left = state;
      if (ended.key().filter(key -> lastOfKey.get(key) == ended).isPresent()) {
        left = left.forgettingKey(ended.key().get());
      }
      Optional<String> machine = machine(ended);
      if (machine.filter(id -> lastOfMachine.get(id) == ended).isPresent()) {
        left = left.with(machine.get(), left.desired());
      }
      return left;
    }

    private Optional<String> machine(SizeOperation operation) {
      return operation.command() instanceof Remove remove
          ? Optional.of(remove.machine())
          : operation.command() instanceof Attach attach
              ? Optional.of(attach.machine())
              : Optional.empty();
    }
  }

  private static boolean open(SizeOperation operation) {
    return operation.answer() instanceof Unknown;
  }

  /**
   * The states in which an operation was answered so. One without an answer that was done under its key was done as
   * the key's other answers have it, if there are any: they only repeat it.
   */
  private Set<PoolState> next(
      PoolState state, SizeOperation operation, Map<String, Set<SizeAnswer>> answers) {
    Optional<SizeAnswer> kept = operation.key().map(state.kept()::get);
    if (kept.isPresent()) {
      return open(operation) || kept.get().equals(operation.answer()) ? Set.of(state) : Set.of();
    }
    Set<SizeAnswer> known = operation.key().map(answers::get).orElse(Set.of());
    boolean free = known.stream().allMatch(Unknown.class::isInstance);
    Set<PoolState> states = new LinkedHashSet<>();
    for (Effect effect : effects(state, operation.command())) {
      if (open(operation)
          ? free || known.contains(effect.answer())
          : effect.answer().equals(operation.answer())) {
        states.add(
            operation.key().isPresent() && effect.answer().acknowledges()
                ? effect.state().keeping(operation.key().get(), effect.answer())
                : effect.state());
      }
    }
    return states;
  }

  /** All that a command may come to, if it is not the repetition of one that was acknowledged. */
  List<Effect> effects(PoolState state, SizeCommand command) {
    if (command instanceof Read) {
      return List.of(new Effect(state, new Seen(state.desired())));
    }
    if (command instanceof SetSize set) {
      return List.of(
          set.desired() <= limits.maxSize()
              ? new Effect(state.resized(set.desired()), new Accepted())
              : new Effect(state, new Refused()));
    }
    if (command instanceof Resize resize) {
      List<Effect> effects = new ArrayList<>();
      for (int committed = 0; committed <= limits.cap(); committed++) {
        Decided decided = decided(resize, new Numbers(committed, state.desired(), limits));
        effects.add(new Effect(state.resized(decided.desired()), decided));
      }
      return effects;
    }
    if (command instanceof Remove remove) {
      return removed(state, remove);
    }
    return attached(state, ((Attach) command).machine());
  }

  /** One that has left already may still be shown, and its removal acknowledged, but it counts no more. */
  private static List<Effect> removed(PoolState state, Remove remove) {
    if (state.gone().contains(remove.machine())) {
      return List.of(new Effect(state, new Accepted()), new Effect(state, new Refused()));
    }
    int size = remove.decrement() ? Math.max(0, state.desired() - 1) : state.desired();
    return List.of(new Effect(state.without(remove.machine(), size), new Accepted()));
  }

  /** A member is acknowledged; one that has left counts again, unless the pool is full or still lets go of it. */
  private List<Effect> attached(PoolState state, String machine) {
    List<Effect> effects = new ArrayList<>();
    effects.add(new Effect(state, new Refused()));
    if (!state.gone().contains(machine)) {
      effects.add(new Effect(state, new Accepted()));
    } else if (state.desired() < limits.maxSize()) {
      effects.add(new Effect(state.with(machine, state.desired() + 1), new Accepted()));
    }
    return effects;
  }

  /** Senlin's rule for a resize that names no limits. */
  static Decided decided(Resize resize, Numbers pool) {
    boolean exact = resize.adjustment() == Adjustment.EXACT_CAPACITY;
    int committed = pool.committed();
    int target = exact ? resize.number() : committed + resize.number();
    SizeLimits limits = pool.limits();
    if (target > limits.cap() || (resize.strict() && !limits.contain(target))) {
      return new Decided(false, pool, committed, pool.desired());
    }
    int capacity = limits.truncated(target);
    if (exact) {
      return new Decided(true, pool, capacity, capacity);
    }
    int desired = pool.desired();
    if (capacity > committed) {
      desired = Math.max(desired, capacity);
    } else if (capacity < committed) {
      desired = Math.min(desired, capacity);
    }
    return new Decided(true, pool, capacity, limits.truncated(desired));
  }
}

package io.cloudadapter.testkit.conversation;

import io.cloudadapter.testkit.run.DrawnCheck;
import io.cloudadapter.testkit.run.TestBench;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A sequence of calls, faults and waits: by the seed of its run, or a given one that is simpler. */
final class DrawnConversation implements DrawnCheck {
  private static final int SHORTEST = 10;
  private static final int LONGEST = 50;

  /** Of each step, how many launches or machines back it may reach. */
  private static final int REACH = 4;

  /** How many steps of a hundred repeat the step before. */
  private static final int PERCENT_REPEATED = 15;

  private static final int PERCENT_REPEATED_AFTER_FAULT = 70;

  /** How many calls of a hundred a fault strikes: each conversation has one of these shares. */
  private static final List<Integer> PERCENT_STRUCK = List.of(10, 30, 60);

  /** Each conversation leaves out one of so many kinds of steps, so that others come in a row. */
  private static final int KINDS_FOR_EACH_LEFT_OUT = 3;

  /** A multiple of each number of faults that fit. */
  private static final int FAULTS = 27_720;

  private final @Nullable List<ConversationStep> given;

  private DrawnConversation(@Nullable List<ConversationStep> given) {
    this.given = given;
  }

  /** The steps that the seed of the run draws. */
  static DrawnConversation drawn() {
    return new DrawnConversation(null);
  }

  static DrawnConversation of(List<ConversationStep> steps) {
    return new DrawnConversation(List.copyOf(steps));
  }

  @Override
  public int meanLength() {
    return (SHORTEST + LONGEST) / 2;
  }

  @Override
  public void on(TestBench bench) {
    new ConversationRun(bench).plays(steps(bench.setting().seed()));
  }

  List<ConversationStep> steps(long seed) {
    return given == null ? drawn(new SplittableRandom(seed)) : given;
  }

  private static List<ConversationStep> drawn(SplittableRandom random) {
    List<StepKind> kinds = some(random);
    int percent = PERCENT_STRUCK.get(random.nextInt(PERCENT_STRUCK.size()));
    List<ConversationStep> steps = new ArrayList<>();
    int length = random.nextInt(SHORTEST, LONGEST + 1);
    for (int i = 0; i < length; i++) {
      StepKind kind = kinds.get(random.nextInt(kinds.size()));
      int which = Math.max(0, random.nextInt(REACH + 1) - 1);
      if (i > 0 && repeats(steps.get(i - 1), random)) {
        kind = steps.get(i - 1).kind();
        which = steps.get(i - 1).which();
      }
      boolean struck = random.nextInt(100) < percent;
      int fault = 1 + random.nextInt(FAULTS);
      steps.add(new ConversationStep(kind, which, kind.calls() && struck ? fault : 0));
    }
    return steps;
  }

  /** As the core repeats what has failed; much goes wrong only the second or third time. */
  private static boolean repeats(ConversationStep before, SplittableRandom random) {
    return random.nextInt(100)
        < (before.fault() > 0 ? PERCENT_REPEATED_AFTER_FAULT : PERCENT_REPEATED);
  }

  /** A choice of the kinds by their weights: without launches there would be nothing to try. */
  private static List<StepKind> some(SplittableRandom random) {
    Set<StepKind> chosen = EnumSet.of(StepKind.LAUNCH);
    for (StepKind kind : StepKind.values()) {
      if (random.nextInt(KINDS_FOR_EACH_LEFT_OUT) > 0) {
        chosen.add(kind);
      }
    }
    return StepKind.byWeight().stream().filter(chosen::contains).toList();
  }

  @Override
  public Stream<DrawnCheck> simpler(long seed) {
    List<ConversationStep> steps = steps(seed);
    Stream<Integer> parts =
        Stream.iterate((steps.size() + 1) / 2, part -> part > 1, part -> (part + 1) / 2);
    return Stream.concat(
        Stream.concat(parts, Stream.of(1)).flatMap(part -> without(steps, part)),
        IntStream.range(0, steps.size()).boxed().flatMap(at -> with(steps, at)));
  }

  /** The steps without each part of that length in turn, the last one first: it is the most likely to be idle. */
  private static Stream<DrawnCheck> without(List<ConversationStep> steps, int part) {
    int parts = (steps.size() + part - 1) / part;
    return IntStream.range(0, parts).mapToObj(number -> {
      int to = steps.size() - number * part;
      List<ConversationStep> fewer = new ArrayList<>(steps.subList(0, Math.max(0, to - part)));
      fewer.addAll(steps.subList(to, steps.size()));
      return of(fewer);
    });
  }

  private static Stream<DrawnCheck> with(List<ConversationStep> steps, int at) {
    return steps.get(at).simpler().stream().map(step -> {
      List<ConversationStep> changed = new ArrayList<>(steps);
      changed.set(at, step);
      return of(changed);
    });
  }
}

package io.cloudadapter.testkit.conversation;

import io.cloudadapter.testkit.run.DrawnCheck;
import io.cloudadapter.testkit.run.TestBench;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A sequence of calls, faults and waits: by the seed of its run, or a given one that is simpler. */
final class Conversation implements DrawnCheck {
  private static final int SHORTEST = 10;
  private static final int LONGEST = 50;

  /** Of each step, how many launches or machines back it may reach. */
  private static final int REACH = 4;

  /** Of so many calls, a fault strikes one. */
  private static final int CALLS_FOR_EACH_FAULT = 3;

  /** A multiple of each number of faults that fit. */
  private static final int FAULTS = 27_720;

  private final @Nullable List<Step> given;

  private Conversation(@Nullable List<Step> given) {
    this.given = given;
  }

  /** Whatever the seed of the run gives. */
  static Conversation drawn() {
    return new Conversation(null);
  }

  static Conversation of(List<Step> steps) {
    return new Conversation(List.copyOf(steps));
  }

  @Override
  public int meanLength() {
    return (SHORTEST + LONGEST) / 2;
  }

  @Override
  public void on(TestBench bench) {
    new ConversationRun(bench).plays(steps(bench.setting().seed()));
  }

  List<Step> steps(long seed) {
    return given == null ? drawn(new SplittableRandom(seed)) : given;
  }

  private static List<Step> drawn(SplittableRandom random) {
    List<StepKind> kinds = StepKind.byWeight();
    List<Step> steps = new ArrayList<>();
    int length = random.nextInt(SHORTEST, LONGEST + 1);
    for (int i = 0; i < length; i++) {
      StepKind kind = kinds.get(random.nextInt(kinds.size()));
      // The last one twice as often as others: much goes wrong only for what was touched a moment
      // ago.
      int which = Math.max(0, random.nextInt(REACH + 1) - 1);
      boolean struck = random.nextInt(CALLS_FOR_EACH_FAULT) == 0;
      int fault = 1 + random.nextInt(FAULTS);
      steps.add(new Step(kind, which, kind.calls() && struck ? fault : 0));
    }
    return steps;
  }

  @Override
  public Stream<DrawnCheck> simpler(long seed) {
    List<Step> steps = steps(seed);
    Stream<Integer> parts =
        Stream.iterate((steps.size() + 1) / 2, part -> part > 1, part -> (part + 1) / 2);
    return Stream.concat(
        Stream.concat(parts, Stream.of(1)).flatMap(part -> without(steps, part)),
        IntStream.range(0, steps.size()).boxed().flatMap(at -> with(steps, at)));
  }

  /** The steps without each part of that length in turn, the last one first: it is the most likely to be idle. */
  private static Stream<DrawnCheck> without(List<Step> steps, int part) {
    int parts = (steps.size() + part - 1) / part;
    return IntStream.range(0, parts).mapToObj(number -> {
      int to = steps.size() - number * part;
      List<Step> fewer = new ArrayList<>(steps.subList(0, Math.max(0, to - part)));
      fewer.addAll(steps.subList(to, steps.size()));
      return of(fewer);
    });
  }

  private static Stream<DrawnCheck> with(List<Step> steps, int at) {
    return steps.get(at).simpler().stream().map(step -> {
      List<Step> changed = new ArrayList<>(steps);
      changed.set(at, step);
      return of(changed);
    });
  }
}

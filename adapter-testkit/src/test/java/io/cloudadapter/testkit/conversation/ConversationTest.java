package io.cloudadapter.testkit.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.testkit.run.DrawnCheck;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Conversations are drawn by their seed alone, and shrink to what matters. */
class ConversationTest {

  @Test
  void one_seed_draws_the_same_steps_each_time_and_another_seed_others() {
    Conversation drawn = Conversation.drawn();

    assertThat(drawn.steps(7)).isEqualTo(Conversation.drawn().steps(7));
    assertThat(drawn.steps(7)).isNotEqualTo(drawn.steps(8));
  }

  @Test
  void conversations_have_as_many_steps_on_average_as_they_say() {
    double average = LongStream.range(0, 1000)
        .mapToInt(seed -> Conversation.drawn().steps(seed).size())
        .average()
        .orElseThrow();

    assertThat(average).isBetween(29.0, 31.0);
    assertThat(Conversation.drawn().meanLength()).isEqualTo(30);
  }

  @Test
  void every_kind_of_step_is_drawn_and_only_calls_are_struck() {
    List<Step> steps = LongStream.range(0, 100)
        .boxed()
        .flatMap(seed -> Conversation.drawn().steps(seed).stream())
        .toList();

    assertThat(steps).extracting(Step::kind).contains(StepKind.values());
    assertThat(steps).filteredOn(step -> !step.kind().calls()).allMatch(step -> step.fault() == 0);
    long calls = steps.stream().filter(step -> step.kind().calls()).count();
    long struck = steps.stream().filter(step -> step.fault() > 0).count();
    assertThat((double) struck / calls).isBetween(0.25, 0.45);
  }

  @Test
  void a_conversation_shrinks_to_the_steps_without_which_it_does_not_fail() {
    Predicate<List<Step>> fails = steps -> {
      List<StepKind> kinds = steps.stream().map(Step::kind).toList();
      int launch = kinds.indexOf(StepKind.LAUNCH);
      int end = kinds.lastIndexOf(StepKind.TERMINATE);
      return launch >= 0 && launch < end && steps.get(end).fault() > 0;
    };
    long seed = LongStream.range(0, 100)
        .filter(one -> fails.test(Conversation.drawn().steps(one)))
        .findFirst()
        .orElseThrow();

    List<Step> shortest = shortest(seed, fails);

    assertThat(shortest)
        .extracting(Step::kind)
        .containsExactly(StepKind.LAUNCH, StepKind.TERMINATE);
    assertThat(shortest).extracting(Step::which).containsExactly(0, 0);
    assertThat(shortest.get(0).fault()).isZero();
  }

  @Test
  void a_wait_shrinks_to_the_shortest_one_that_fails() {
    List<Step> steps =
        IntStream.range(0, 20).mapToObj(i -> new Step(StepKind.KEY_LIFE, 0, 0)).toList();

    List<Step> shortest = shortest(
        Conversation.of(steps),
        all -> all.stream().anyMatch(step -> step.kind().compareTo(StepKind.SETTLE) >= 0));

    assertThat(shortest).containsExactly(new Step(StepKind.SETTLE, 0, 0));
  }

  private static List<Step> shortest(long seed, Predicate<List<Step>> fails) {
    return shortest(Conversation.of(Conversation.drawn().steps(seed)), fails);
  }

  private static List<Step> shortest(Conversation from, Predicate<List<Step>> fails) {
    Conversation shortest = from;
    Iterator<DrawnCheck> simpler = shortest.simpler(0).iterator();
    while (simpler.hasNext()) {
      Conversation tried = (Conversation) simpler.next();
      if (fails.test(tried.steps(0))) {
        shortest = tried;
        simpler = tried.simpler(0).iterator();
      }
    }
    return shortest.steps(0);
  }
}

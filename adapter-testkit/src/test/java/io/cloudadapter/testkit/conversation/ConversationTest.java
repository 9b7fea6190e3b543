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
    DrawnConversation drawn = DrawnConversation.drawn();

    assertThat(drawn.steps(7)).isEqualTo(DrawnConversation.drawn().steps(7));
    assertThat(drawn.steps(7)).isNotEqualTo(drawn.steps(8));
  }

  @Test
  void conversations_have_as_many_steps_on_average_as_they_say() {
    double average = LongStream.range(0, 1000)
        .mapToInt(seed -> DrawnConversation.drawn().steps(seed).size())
        .average()
        .orElseThrow();

    assertThat(average).isBetween(29.0, 31.0);
    assertThat(DrawnConversation.drawn().meanLength()).isEqualTo(30);
  }

  @Test
  void every_kind_of_step_is_drawn_and_only_calls_are_struck() {
    List<ConversationStep> steps = LongStream.range(0, 100)
        .boxed()
        .flatMap(seed -> DrawnConversation.drawn().steps(seed).stream())
        .toList();

    assertThat(steps).extracting(ConversationStep::kind).contains(StepKind.values());
    assertThat(steps).filteredOn(step -> !step.kind().calls()).allMatch(step -> step.fault() == 0);
    long calls = steps.stream().filter(step -> step.kind().calls()).count();
    long struck = steps.stream().filter(step -> step.fault() > 0).count();
    assertThat((double) struck / calls).isBetween(0.25, 0.45);
  }

  @Test
  void a_conversation_shrinks_to_the_steps_without_which_it_does_not_fail() {
    Predicate<List<ConversationStep>> fails = steps -> {
      List<StepKind> kinds = steps.stream().map(ConversationStep::kind).toList();
      int launch = kinds.indexOf(StepKind.LAUNCH);
      int end = kinds.lastIndexOf(StepKind.TERMINATE);
      return launch >= 0 && launch < end && steps.get(end).fault() > 0;
    };
    long seed = LongStream.range(0, 100)
        .filter(one -> fails.test(DrawnConversation.drawn().steps(one)))
        .findFirst()
        .orElseThrow();

    List<ConversationStep> shortest = shortest(seed, fails);

    assertThat(shortest)
        .extracting(ConversationStep::kind)
        .containsExactly(StepKind.LAUNCH, StepKind.TERMINATE);
    assertThat(shortest).extracting(ConversationStep::which).containsExactly(0, 0);
    assertThat(shortest.get(0).fault()).isZero();
  }

  @Test
  void a_wait_shrinks_to_the_shortest_one_that_fails() {
    List<ConversationStep> steps = IntStream.range(0, 20)
        .mapToObj(i -> new ConversationStep(StepKind.KEY_LIFE, 0, 0))
        .toList();

    List<ConversationStep> shortest = shortest(
        DrawnConversation.of(steps),
        all -> all.stream().anyMatch(step -> step.kind().compareTo(StepKind.SETTLE) >= 0));

    assertThat(shortest).containsExactly(new ConversationStep(StepKind.SETTLE, 0, 0));
  }

  private static List<ConversationStep> shortest(
      long seed, Predicate<List<ConversationStep>> fails) {
    return shortest(DrawnConversation.of(DrawnConversation.drawn().steps(seed)), fails);
  }

  private static List<ConversationStep> shortest(
      DrawnConversation from, Predicate<List<ConversationStep>> fails) {
    DrawnConversation shortest = from;
    Iterator<DrawnCheck> simpler = shortest.simpler(0).iterator();
    while (simpler.hasNext()) {
      DrawnConversation tried = (DrawnConversation) simpler.next();
      if (fails.test(tried.steps(0))) {
        shortest = tried;
        simpler = tried.simpler(0).iterator();
      }
    }
    return shortest.steps(0);
  }
}

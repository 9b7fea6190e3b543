package io.cloudadapter.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.event.EventCaller;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** How {@code ./adapter events} names who caused an event. */
class EventsCommandTest {
  private static String caller(String principal, String api, Optional<String> request) {
    return EventsCommand.caller(new EventCaller(principal, api, request, Optional.empty()));
  }

  @Test
  void a_person_is_shown_with_the_way_in_and_the_request() {
    assertThat(caller("ann", "rest", Optional.of("r-1"))).isEqualTo(" (by ann, rest, request r-1)");
    assertThat(caller("ann", "java", Optional.empty())).isEqualTo(" (by ann, java)");
  }

  @Test
  void a_part_of_the_library_that_is_its_own_way_in_is_named_once() {
    assertThat(caller("kubernetes", "kubernetes", Optional.empty())).isEqualTo(" (by kubernetes)");
  }
}

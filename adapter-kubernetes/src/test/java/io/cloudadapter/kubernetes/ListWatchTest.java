package io.cloudadapter.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.fake.kubernetes.ApiStandIn.Fault;
import io.cloudadapter.spi.CloudException;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How a list is followed: pages, events, and what is missed. */
class ListWatchTest {
  @TempDir
  private Path directory;

  private TestCluster test;

  @BeforeEach
  void start() throws IOException {
    test = new TestCluster(directory);
  }

  @AfterEach
  void end() {
    test.close();
  }

  private int lists() {
    return (int) test.standIn.requests("GET", "/nodes").stream()
        .filter(request -> !request.isWatch())
        .count();
  }

  @Test
  void a_list_comes_in_pages() {
    test.standIn.objects().pageSize(2);
    for (int i = 0; i < 5; i++) {
      test.standIn.objects().node("n" + i, "x://" + i, true);
    }

    test.advance();

    assertThat(test.nodes.objects()).containsOnlyKeys("n0", "n1", "n2", "n3", "n4");
    assertThat(lists()).isEqualTo(3);
  }

  @Test
  void a_watch_brings_what_has_changed_since() {
    test.standIn.objects().node("n1", "x://1", false);
    test.advance();
    test.standIn.objects().node("n2", "x://2", true);
    test.standIn.objects().ready("n1");

    test.advance();

    assertThat(test.nodes.objects()).containsOnlyKeys("n1", "n2");
    assertThat(test.node("n1").ready()).isTrue();
    assertThat(lists()).isEqualTo(1);

    test.cluster.deleteNode(test.node("n2"));
    test.advance();
    assertThat(test.nodes.objects()).containsOnlyKeys("n1");
  }

  @Test
  void a_version_that_has_expired_leads_to_a_new_list() {
    test.standIn.objects().node("n1", "x://1", true);
    test.standIn.objects().node("n2", "x://2", true);
    test.advance();
    test.cluster.deleteNode(test.node("n1"));
    test.standIn.objects().compact();

    test.advance();

    assertThat(test.nodes.objects()).as("the event is lost").containsOnlyKeys("n2");
    assertThat(lists()).isEqualTo(2);
  }

  @Test
  void after_an_error_what_was_seen_stays_and_the_watch_goes_on_from_there() {
    test.standIn.objects().node("n1", "x://1", true);
    long before = System.nanoTime();
    assertThat(test.nodes.isCurrentSince(before)).isFalse();
    test.advance();
    long listed = System.nanoTime();
    test.standIn.objects().node("n2", "x://2", true);
    for (Fault fault : new Fault[] {Fault.RESET, Fault.UNAVAILABLE, Fault.THROTTLED}) {
      test.standIn.next("GET", "/nodes", fault);

      assertThatThrownBy(() -> test.advance()).isInstanceOf(CloudException.class);

      assertThat(test.nodes.objects()).containsOnlyKeys("n1");
      assertThat(test.nodes.isCurrentSince(before)).isTrue();
      assertThat(test.nodes.isCurrentSince(listed)).isFalse();
    }
    test.advance();
    assertThat(test.nodes.objects()).containsOnlyKeys("n1", "n2");
    assertThat(test.nodes.isCurrentSince(listed)).isTrue();
    assertThat(lists()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(names = {"EMPTY", "GARBLED"})
  void a_watch_that_is_no_watch_does_not_count_as_a_look_and_leads_to_a_new_list(Fault fault) {
    test.standIn.objects().node("n1", "x://1", true);
    test.advance();
    long listed = System.nanoTime();
    test.standIn.objects().node("n2", "x://2", true);
    test.standIn.next("GET", "/nodes", fault);

    assertThatThrownBy(() -> test.advance())
        .isInstanceOf(CloudException.class)
        .hasMessageContaining("GET /api/v1/nodes");
    assertThat(test.nodes.isCurrentSince(listed)).isFalse();

    test.advance();
    assertThat(test.nodes.isCurrentSince(listed)).isTrue();
    assertThat(test.nodes.objects()).containsOnlyKeys("n1", "n2");
    assertThat(lists()).isEqualTo(2);
  }

  @Test
  void events_that_are_too_large_together_lead_to_a_new_list() {
    test.advance();
    for (int i = 0; i < 7; i++) {
      test.standIn.objects().node("n1", "x://" + "1".repeat(5 * 1024 * 1024), true);
    }

    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> test.advance())
          .isInstanceOf(CloudException.class)
          .hasMessageContaining("more than");
    }

    test.advance();
    assertThat(test.nodes.objects()).containsOnlyKeys("n1");
    assertThat(lists()).isEqualTo(2);
  }
}

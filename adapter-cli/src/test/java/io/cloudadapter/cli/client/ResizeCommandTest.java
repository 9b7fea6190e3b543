package io.cloudadapter.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.cli.CommandRunner;
import io.cloudadapter.cli.FakeServer;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A resize can be tried before, waited for, and watched. */
class ResizeCommandTest {
  private static final String PLAN = """
      {"desiredSize": 3, "effective": 1, "open": 0,
       "launches": [{"count": 2, "zone": "a", "reason": "2 are missing"}], "terminations": [],
       "holds": [{"code": "TENANT_QUOTA", "reason": "the quota of tenant team allows 2 machines"}]}
      """;

  private static final String CHANGED = "adapter: the desired size of pool web is 7 by now, was 2\n"
      + "  Another caller, a policy or a schedule has changed it.\n";

  private static final String FOLLOWER = """
      {"name": "two", "role": "follower", "ageSeconds": 1, "leaseSeconds": 10, "leaseLeftSeconds": 0,
       "trouble": "", "replicas": []}
      """;

  private FakeServer server;
  private CommandRunner shell;

  @BeforeEach
  void open() throws IOException {
    server = new FakeServer().on("GET /pool/plan", 200, PLAN).on("POST /pool/size", 200, "");
    shell = new CommandRunner().with("ADAPTER_URL", server.url()).pauses(5);
  }

  @AfterEach
  void close() {
    server.close();
  }

  /** The pool at a moment: its machines of these states. */
  private void shows(int revision, int desired, String... states) {
    StringBuilder machines = new StringBuilder();
    for (int i = 0; i < states.length; i++) {
      machines.append(i == 0 ? "" : ",").append("""
          {"id": "i-%d", "machineState": "%s", "serviceState": "UNKNOWN",
           "publicIps": [], "privateIps": [], "metadata": null}""".formatted(i, states[i]));
    }
    server
        .on(
            "GET /pool",
            200,
            "{\"timestamp\": \"2026-11-21T11:59:58Z\", \"machines\": [" + machines + "]}",
            "W/\"web-0-" + revision + "\"")
        .on("GET /pool/status", 200, """
            {"pool": "web", "status": "ACTIVE", "timestamp": "2026-11-21T11:59:58Z",
             "revision": %d, "desiredSize": %d, "alarms": []}
            """.formatted(revision, desired));
  }

  @Test
  void a_dry_run_shows_the_plan_for_the_size_and_writes_nothing() {
    assertThat(shell.run("resize", "3", "--dry-run").lines())
        .containsExactly(
            "pool web: dry run, with desired 3, effective 1, open 0",
            "launch 2 in zone a: 2 are missing",
            "held back by TENANT_QUOTA: the quota of tenant team allows 2 machines");
    assertThat(shell
            .run("resize", "3", "--dry-run", "-o", "jsonpath={['dryRun','desiredSize']}")
            .out())
        .isEqualTo("{\"dryRun\":true,\"desiredSize\":3}\n");
    assertThat(server.queries()).containsOnly("desiredSize=3");
    assertThat(server.writes()).isEmpty();
  }

  @Test
  void a_wait_shows_each_change_until_the_pool_has_settled() {
    // The first view is of a follower that has not seen the write yet.
    server.on("GET /replicas", 200, FOLLOWER);
    shows(1, 1, "RUNNING");
    shows(2, 2, "RUNNING", "PENDING");
    shows(3, 2, "RUNNING", "RUNNING");

    CommandRunner.Result result = shell.run("resize", "2", "--wait");

    assertThat(result.lines())
        .containsExactly(
            "pool web: desired size is 2",
            "pool web ACTIVE, desired 1, allocated 1, out of service 0, settled",
            "  i-0 RUNNING UNKNOWN",
            "pool web ACTIVE, desired 2, allocated 2, out of service 0",
            "  i-1 PENDING UNKNOWN",
            "pool web ACTIVE, desired 2, allocated 2, out of service 0, settled",
            "  i-1 RUNNING UNKNOWN");
    assertThat(result.code()).isZero();
    assertThat(server.writes()).hasSize(1);
  }

  @Test
  void a_wait_of_a_program_ends_with_one_message() {
    shows(3, 1, "RUNNING");

    assertThat(shell.run("resize", "1", "--wait", "-o", "yaml").out())
        .isEqualTo("pool: web\ndesiredSize: 1\nsettled: true\n");
  }

  @Test
  void a_wait_fails_once_another_has_changed_the_size() {
    shows(1, 2, "RUNNING", "PENDING");
    shows(2, 7, "RUNNING", "PENDING");

    CommandRunner.Result result = shell.run("resize", "2", "--wait");

    assertThat(result.code()).isEqualTo(3);
    assertThat(result.err()).isEqualTo(CHANGED);
  }

  @Test
  void a_wait_fails_at_once_if_another_has_changed_the_size_before_its_first_view() {
    server.on("GET /replicas", 200, "{\"replicas\": []}");
    shows(2, 7, "RUNNING", "PENDING");

    CommandRunner.Result result = shell.pauses(0).run("resize", "2", "--wait");

    assertThat(result.code()).isEqualTo(3);
    assertThat(result.err()).isEqualTo(CHANGED);
  }

  @Test
  void a_wait_fails_if_a_follower_shows_another_size_for_longer_than_its_copy_is_old() {
    server.on("GET /replicas", 200, FOLLOWER);
    shows(2, 7, "RUNNING", "PENDING");

    CommandRunner.Result result = shell.pauses(40).run("resize", "2", "--wait");

    assertThat(result.code()).isEqualTo(3);
    assertThat(result.err()).isEqualTo(CHANGED);
  }

  @Test
  void a_wait_takes_an_older_copy_behind_a_load_balancer_for_no_change() {
    server.on("GET /replicas", 200, FOLLOWER);
    shows(2, 2, "RUNNING", "PENDING");
    shows(1, 1, "RUNNING");
    shows(3, 2, "RUNNING", "RUNNING");

    assertThat(shell.run("resize", "2", "--wait").code()).isZero();
  }

  @Test
  void a_wait_of_a_caller_who_may_not_read_the_replicas_ends_too() {
    server.on("GET /replicas", 403, "{\"message\": \"not for you\", \"detail\": \"\"}");
    shows(2, 7, "RUNNING", "PENDING");

    assertThat(shell.pauses(40).run("resize", "2", "--wait").code()).isEqualTo(3);
  }

  @Test
  void a_wait_gives_up_when_the_time_is_over() {
    shows(1, 2, "RUNNING", "PENDING");

    CommandRunner.Result result = shell.run("resize", "2", "--wait", "--within", "3s");

    assertThat(result.code()).isEqualTo(1);
    assertThat(result.err()).startsWith("adapter: pool web has not settled within 3s\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "resize 3 --dry-run --wait|--dry-run and --wait exclude each other",
        "resize 3 --within 5m|--within has no use without --wait",
        "resize -- -1|SIZE must be 0 or more, was -1",
        "plan --every 1s|--every has no use without --watch",
        "plan --watch --every 1ms|--every must be 100ms or more, was 1ms"
      })
  void options_without_a_meaning_are_refused_and_nothing_is_written(
      String command, String complaint) {
    CommandRunner.Result result = shell.run(command.split(" "));

    assertThat(result.code()).isEqualTo(2);
    assertThat(result.err()).contains(complaint);
    assertThat(server.writes()).isEmpty();
  }

  @Test
  void a_read_that_is_watched_prints_again_only_what_differs() {
    server.on("GET /pool/plan", 200, PLAN);
    server.on("GET /pool/plan", 200, PLAN.replace("\"open\": 0", "\"open\": 2"));

    assertThat(shell.run("plan", "--watch").lines())
        .filteredOn(line -> line.startsWith("desired"))
        .containsExactly("desired 3, effective 1, open 0", "desired 3, effective 1, open 2");
    assertThat(shell.pauses(1).run("plan", "-w", "-o", "json").lines())
        .singleElement()
        .asString()
        .startsWith("{\"desiredSize\":3");
  }

  @Test
  void a_read_that_is_watched_on_a_screen_is_drawn_anew_in_place() {
    server.on("GET /pool/plan", 200, PLAN.replace("\"open\": 0", "\"open\": 2"));

    assertThat(shell.live().run("plan", "--watch").out().split("\u001b\\[H\u001b\\[2J", -1))
        .hasSize(3)
        .startsWith("");
  }
}

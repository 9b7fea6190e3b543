package io.cloudadapter.cli.support;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.cli.CommandRunner;
import io.cloudadapter.cli.FakeServer;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The doctor reports what is wrong with a running server, and where to read on. */
class ServerDoctorTest {
  private static final String EMPTY = "{\"timestamp\": \"2026-11-21T11:59:58Z\", \"machines\": []}";

  private FakeServer server;
  private CommandRunner shell;

  @BeforeEach
  void open() throws IOException {
    server = new FakeServer();
    shell = new CommandRunner().with("ADAPTER_URL", server.url());
    pool("web", "ACTIVE", "[]");
    pool("db", "ACTIVE", "[]");
  }

  @AfterEach
  void close() {
    server.close();
  }

  private void pool(String name, String status, String alarms) {
    server
        .on("GET /pools/" + name + "/pool", 200, EMPTY, "W/\"" + name + "-0-1\"")
        .on("GET /pools/" + name + "/pool/status", 200, """
            {"pool": "%s", "status": "%s", "timestamp": "2026-11-21T11:59:58Z", "revision": 1,
             "desiredSize": 0, "alarms": %s}
            """.formatted(name, status, alarms));
  }

  @Test
  void a_sound_server_has_no_fault() {
    CommandRunner.Result result = shell.run("doctor", "server");

    assertThat(result.code()).as(result.err()).isZero();
    assertThat(result.lines())
        .containsExactly(
            "ok     server: answers, and has 2 pools",
            "ok     pools.db: ACTIVE, desired 0, settled",
            "ok     pools.web: ACTIVE, desired 0, settled");
  }

  @Test
  void an_alarm_is_a_warning_with_the_command_and_the_section_that_explain_it() throws IOException {
    try (FakeServer frozen = new FakeServer()) {
      server.close();
      server = frozen;
      pool("web", "FROZEN", """
          [{"code": "MASS_DISAPPEARANCE", "message": "4 of 5 are gone",
            "since": "2026-11-21T11:58:00Z"}]""");
      pool("db", "ACTIVE", "[]");

      CommandRunner.Result result = shell.with("ADAPTER_URL", frozen.url()).run("doctor", "server");

      assertThat(result.code()).isZero();
      assertThat(result.lines())
          .contains(
              "warn   pools.web: FROZEN",
              "warn   pools.web: alarm MASS_DISAPPEARANCE since 2026-11-21T11:58:00Z: 4 of 5 are gone;"
                  + " see ./adapter explain MASS_DISAPPEARANCE"
                  + " (docs/reference/alarms.md#mass_disappearance)");
    }
  }

  @Test
  void replicas_without_a_leader_are_a_fault() {
    server.on("GET /replicas", 200, """
        {"name": "a", "role": "follower", "ageSeconds": 1.5, "leaseSeconds": 10.0, "leaseLeftSeconds": 0.0,
         "trouble": "",
         "replicas": [{"name": "a", "role": "follower", "revision": 7}]}
        """);

    CommandRunner.Result result = shell.run("doctor", "server");

    assertThat(result.code()).isEqualTo(1);
    assertThat(result.out())
        .contains("fault  replicas: none of 1 leads, so nothing is launched or ended\n");
    assertThat(result.err()).isEqualTo("adapter: the server does not do all of its work\n");
  }

  @Test
  void a_configuration_that_is_not_in_effect_is_a_warning_with_its_errors() {
    server.on("GET /config/reload", 200, """
        {"time": "2026-11-21T11:00:00Z", "outcome": "STOPPED", "errors": ["pools.web: the disk is full"],
         "created": [], "updated": [], "removed": [], "restart": ["server"]}
        """);

    assertThat(shell.run("doctor", "server").lines())
        .contains(
            "warn   reload: the configuration file is not in effect since 2026-11-21T11:00:00Z:"
                + " pools.web: the disk is full",
            "warn   reload: a restart is needed for server");
  }

  @Test
  void a_pool_that_cannot_be_read_is_a_fault_and_a_part_that_is_not_shown_is_not()
      throws IOException {
    try (FakeServer other = new FakeServer()
        .on(
            "GET /replicas",
            403,
            "{\"message\": \"not for callers of some pools\", \"detail\": \"\"}")
        .on("GET /pools/web/pool", 503, "{\"message\": \"the store is away\", \"detail\": \"\"}")
        .on(
            "GET /pools/web/pool/status",
            503,
            "{\"message\": \"the store is away\", \"detail\": \"\"}")) {
      CommandRunner.Result result =
          new CommandRunner().with("ADAPTER_URL", other.url()).run("doctor", "server");

      assertThat(result.code()).isEqualTo(1);
      assertThat(result.out())
          .contains("warn   replicas: cannot be read: ", "fault  pools.web: cannot be read: ");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"doctor server --bundle ", "backup "})
  void a_file_whose_directory_is_not_there_is_refused_before_the_server_is_asked(String command) {
    server.close();
    Path file = Path.of("target/none/what-a-server-shows");

    CommandRunner.Result result = shell.run((command + file).split(" "));

    assertThat(result.code()).isEqualTo(1);
    assertThat(result.err())
        .isEqualTo("adapter: " + file + " cannot be written: there is no directory "
            + file.toAbsolutePath().getParent() + "; make it first, or name another file\n");
  }

  @Test
  void a_server_that_does_not_answer_is_an_error() {
    server.close();

    CommandRunner.Result result = shell.run("doctor", "server");

    assertThat(result.code()).isEqualTo(1);
    assertThat(result.err()).startsWith("adapter: cannot connect to ");
  }
}

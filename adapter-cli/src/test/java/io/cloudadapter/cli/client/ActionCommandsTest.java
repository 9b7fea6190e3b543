package io.cloudadapter.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.cli.CommandRunner;
import io.cloudadapter.cli.FakeServer;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Actions of machines from afar, with a server that answers as told. */
class ActionCommandsTest {
  private static final String ID = "0d0c1c7e-52a4-4f0b-8a33-3a1a3b1f9a10";

  private FakeServer server;
  private CommandRunner shell;

  private static String action(int version, String phase, String more) {
    return """
        {"id": "%s", "version": %d, "pool": "web", "machine": "i-1",
         "machineUid": "6f6d3b0e-0f3a-3f8e-9d61-3a2d7c5f0a11", "type": "Reboot",
         "parameters": {"mode": "hard"}, "phase": "%s", "createdAt": "2026-11-21T11:59:00Z",
         "notBefore": "2026-11-21T11:59:00Z", "deadline": "2026-11-21T12:59:00Z",
         "attempts": [{"number": 1, "startedAt": "2026-11-21T11:59:01Z"}],
         "cancelRequested": false, "labels": {}, "requestedBy": "ops", %s}
        """.formatted(ID, version, phase, more);
  }

  @BeforeEach
  void open() throws IOException {
    server = new FakeServer()
        .on("POST /pool/i-1/actions", 202, "{\"id\": \"" + ID + "\"}")
        .on(
            "GET /pool/actions",
            200,
            "{\"version\": 7, \"actions\": ["
                + action(7, "RUNNING", "\"reason\": \"\", \"result\": {}") + "]}")
        .on(
            "GET /pool/actions/" + ID,
            200,
            action(9, "FAILED", "\"reason\": \"DENIED: no\", \"result\": {}"));
    shell = new CommandRunner().with("ADAPTER_URL", server.url());
  }

  @AfterEach
  void close() {
    server.close();
  }

  private void changesTo(String phase, String more) {
    server.on(
        "GET /pool/actions/changes",
        200,
        "{\"version\": 9, \"changes\": [{\"kind\": \"MODIFIED\", \"version\": 9, \"action\": "
            + action(9, phase, more) + "}]}");
  }

  @Test
  void asksForAnAction() {
    assertThat(shell.run("action", "reboot", "i-1", "--hard", "--delay", "1m", "--label", "a=b"))
        .isEqualTo(new CommandRunner.Result(0, "action " + ID + ": accepted\n", ""));
    assertThat(server.writes())
        .containsExactly("POST /pool/i-1/actions {\"type\":\"Reboot\",\"parameters\":{\"mode\":"
            + "\"hard\"},\"delay\":60,\"within\":3600,\"attempts\":5,\"labels\":{\"a\":\"b\"}}");
  }

  @Test
  void everyTypeHasItsWord() {
    for (String[] line : new String[][] {
      {"snapshot", "i-1", "--name", "before"},
      {"restore", "i-1", "snap-1"},
      {"start", "i-1"},
      {"stop", "i-1"},
      {"run", "i-1", "Defragment", "-P", "disk=sda"}
    }) {
      String[] args = new String[line.length + 1];
      args[0] = "action";
      System.arraycopy(line, 0, args, 1, line.length);
      assertThat(shell.run(args).code()).isZero();
    }

    assertThat(server.writes())
        .extracting(body -> body.replaceAll(".*\"type\":(.*),\"delay.*", "$1"))
        .containsExactly(
            "\"Snapshot\",\"parameters\":{\"name\":\"before\"}",
            "\"Restore\",\"parameters\":{\"snapshot\":\"snap-1\"}",
            "\"Start\",\"parameters\":{}",
            "\"Stop\",\"parameters\":{}",
            "\"Defragment\",\"parameters\":{\"disk\":\"sda\"}");
  }

  @Test
  void watchesUntilItHasEnded() {
    changesTo("SUCCEEDED", "\"reason\": \"\", \"result\": {\"bootedAt\": \"noon\"}");

    assertThat(shell.run("action", "reboot", "i-1", "--watch"))
        .isEqualTo(new CommandRunner.Result(0, """
            action %s: accepted
            Reboot of i-1: RUNNING
            Reboot of i-1: SUCCEEDED, bootedAt noon
            """.formatted(ID), ""));
  }

  @Test
  void saysWhenItHasNotSucceeded() {
    changesTo("UNKNOWN", "\"reason\": \"no answer\", \"result\": {}");

    CommandRunner.Result result = shell.run("action", "reboot", "i-1", "--watch");

    assertThat(result.code()).isEqualTo(1);
    assertThat(result.out()).endsWith("Reboot of i-1: UNKNOWN, no answer\n");
    assertThat(result.err())
        .isEqualTo("adapter: action " + ID + " has ended as UNKNOWN\n  no answer\n");
  }

  @Test
  void goesOnFromWhereItWasWhenTheServerComesBack() {
    String down = "{\"message\": \"the server is stopping\", \"detail\": \"\"}";
    server
        .on(
            "GET /pool/actions/changes",
            200,
            "{\"version\": 8, \"changes\": [{\"kind\": \"MODIFIED\", \"version\": 8, \"action\": "
                + action(8, "PROBING", "\"reason\": \"no answer\", \"result\": {}") + "}]}")
        .on("GET /pool/actions/changes", 500, down)
        .on("GET /pool/actions/changes", 500, down);
    changesTo("SUCCEEDED", "\"reason\": \"\", \"result\": {}");

    CommandRunner.Result result = shell.pauses(2).run("action", "reboot", "i-1", "--watch");

    assertThat(result)
        .isEqualTo(
            new CommandRunner.Result(0, """
            action %s: accepted
            Reboot of i-1: RUNNING
            Reboot of i-1: PROBING (is it done? The cloud is being asked), no answer
            Reboot of i-1: SUCCEEDED
            """.formatted(ID), "adapter: the server is stopping\n"));
    assertThat(server.queries())
        .extracting(query -> query.replaceAll("&.*", ""))
        .containsExactly("since=7", "since=8", "since=8", "since=8");
  }

  @Test
  void listsAgainWhenTheServerDoesNotKnowWhatHasChanged() {
    server
        .on("GET /pool/actions/changes", 410, "{\"message\": \"gone\", \"detail\": \"\"}")
        .on(
            "GET /pool/actions",
            200,
            "{\"version\": 9, \"actions\": ["
                + action(9, "SUCCEEDED", "\"reason\": \"\", \"result\": {}") + "]}");

    assertThat(shell.run("action", "reboot", "i-1", "--watch").out())
        .endsWith("Reboot of i-1: RUNNING\nReboot of i-1: SUCCEEDED\n");
  }

  @Test
  void tellsWhenOneIsDue() {
    server.on(
        "GET /pool/actions",
        200,
        "{\"version\": 7, \"actions\": ["
            + action(7, "PENDING", "\"reason\": \"\", \"result\": {}")
                .replaceAll("\"attempts\": \\[[^]]*]", "\"attempts\": []")
                .replace("\"notBefore\": \"2026-11-21T11", "\"notBefore\": \"2026-11-21T23")
            + "]}");
    shell.run("action", "list"); // The first answer is of one that runs.

    assertThat(shell.run("action", "list").lines().get(2))
        .matches(".*PENDING  0 +2026-11-21T11:59:00Z  2026-11-21T23:59:00Z *");
  }

  @Test
  void tellsWhetherOneWasTakenBackInTime() {
    server.on("POST /pool/actions/" + ID + "/cancel", 200, "");
    String path = "GET /pool/actions/" + ID;
    server
        .on(path, 200, action(9, "CANCELLED", "\"reason\": \"\", \"result\": {}"))
        .on(path, 200, action(9, "RUNNING", "\"reason\": \"\", \"result\": {}"));
    shell.run("action", "show", ID); // The first answer is of one that has failed.

    assertThat(shell.run("action", "cancel", ID).out())
        .isEqualTo("action " + ID + ": cancelled before it was done\n");
    assertThat(shell.run("action", "cancel", ID).out())
        .isEqualTo(
            "action " + ID + ": is under way, and what it does stands; it is not tried again\n");
  }

  @Test
  void listsThemAndShowsOne() {
    assertThat(shell.run("action", "list").out()).isEqualTo("""
            pool web: actions 1
            ID                                    MACHINE  TYPE    PHASE    TRIES  CREATED               DUE  REASON
            0d0c1c7e-52a4-4f0b-8a33-3a1a3b1f9a10  i-1      Reboot  RUNNING  1      2026-11-21T11:59:00Z  -
            """);
    assertThat(shell.run("action", "show", ID).out())
        .isEqualTo("Reboot of i-1: FAILED, DENIED: no\n");
    assertThat(shell.run("action", "show", ID, "--json").out()).contains("\"phase\" : \"FAILED\"");
    assertThat(shell.run("action", "show", "reboot-" + ID).out()).contains("FAILED");
    assertThat(
            shell.run("action", "show", "6f6d3b0e-0f3a-3f8e-9d61-3a2d7c5f0a11").err())
        .startsWith("adapter: pool web has no action 6f6d3b0e");
  }

  @Test
  void executorsOutsideTakeOneUpAndReport() {
    server
        .on(
            "POST /pool/actions/" + ID + "/claim",
            200,
            "{\"holder\": \"agent-7\", \"epoch\": 3, \"expiresAt\": \"2026-11-21T12:00:00Z\"}")
        .on("POST /pool/actions/" + ID + "/report", 200, "");

    assertThat(shell
            .run("action", "claim", ID, "--holder", "agent-7", "--lease", "90s")
            .out())
        .isEqualTo("action " + ID + ": agent-7 has it until 2026-11-21T12:00:00Z, under epoch 3\n");
    assertThat(shell
            .run(
                "action",
                "report",
                ID,
                "failed",
                "--epoch",
                "3",
                "--result",
                "disk=sda",
                "--note",
                "x")
            .out())
        .isEqualTo("action " + ID + ": reported as FAILED\n");
    assertThat(server.writes())
        .containsExactly(
            "POST /pool/actions/" + ID + "/claim {\"holder\":\"agent-7\",\"lease\":90}",
            "POST /pool/actions/" + ID + "/report {\"epoch\":3,\"outcome\":\"FAILED\","
                + "\"result\":{\"disk\":\"sda\"},\"note\":\"x\"}");
  }

  @Test
  void whatMakesNoSenseIsRefusedBeforeAnythingIsSent() {
    assertThat(shell.run("action").code()).isEqualTo(2);
    assertThat(shell.run("action", "reboot", "i-1", "--attempts", "11").err())
        .contains("attempts must be 1 to 10, was 11");
    assertThat(shell.run("action", "reboot", "i/1").code()).isEqualTo(2);
    assertThat(shell.run("action", "run", "i-1", "fly").err())
        .contains("type must be 1 to 40 letters and digits");
    assertThat(server.writes()).isEmpty();
  }
}

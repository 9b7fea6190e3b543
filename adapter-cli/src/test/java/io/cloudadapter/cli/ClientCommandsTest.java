package io.cloudadapter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.cli.server.ServerFile;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClientCommandsTest {
  private static final String MACHINES = """
      {"timestamp": "2026-11-21T11:59:58Z", "machines": [
        {"id": "i-1", "machineState": "RUNNING", "serviceState": "IN_SERVICE",
         "launchtime": "2026-11-21T11:00:00Z", "publicIps": ["203.0.113.1"],
         "privateIps": ["10.0.0.1"],
         "metadata": {"zone": "a", "size": "small", "protected": "true", "rack": "7"}},
        {"id": "req-k-0", "machineState": "REQUESTED", "serviceState": "UNKNOWN",
         "publicIps": [], "privateIps": [], "metadata": null}]}
      """;
  private static final String ONE_MACHINE = """
      {"timestamp": "2026-11-21T11:59:59Z", "machines": [
        {"id": "i-1", "machineState": "RUNNING", "serviceState": "UNHEALTHY",
         "publicIps": [], "privateIps": [], "metadata": null}]}
      """;

  private FakeServer server;
  private CommandRunner shell;

  @TempDir
  private Path directory;

  @BeforeEach
  void open() throws IOException {
    server = new FakeServer()
        .on("GET /pool", 200, MACHINES, "W/\"web-0-7\"")
        .on("GET /pool/status", 200, status(7, 2))
        .on("GET /pool/size", 200, "{\"desiredSize\": 3, \"allocated\": 4, \"outOfService\": 1}");
    shell = new CommandRunner().with("ADAPTER_URL", server.url());
  }

  @AfterEach
  void close() {
    server.close();
  }

  private static String status(int revision, int desiredSize) {
    return """
        {"pool": "web", "status": "ACTIVE", "timestamp": "2026-11-21T11:59:58Z", "revision": %d,
         "desiredSize": %d, "alarms": [{"code": "QUOTA", "message": "no quota left",
         "since": "2026-11-21T11:58:00Z"}]}
        """.formatted(revision, desiredSize);
  }

  @Test
  void showsThatAMachineIsStoppedWhichHasNotEnded() throws IOException {
    String stopped = MACHINES
        .replace("RUNNING", "TERMINATED")
        .replace("\"rack\": \"7\"", "\"stopped\": \"true\"");
    try (FakeServer other =
        new FakeServer().on("GET /pool", 200, stopped).on("GET /pool/status", 200, status(7, 2))) {
      assertThat(shell.with("ADAPTER_URL", other.url()).run("pool").out())
          .contains("TERMINATED", "203.0.113.1,10.0.0.1  protected, stopped\n");
    }
  }

  @Test
  void showsThePoolAsATable() {
    assertThat(shell.run("pool")).isEqualTo(new CommandRunner.Result(0, """
            pool web ACTIVE, desired 2, allocated 2, out of service 0, alarms 1
            alarm QUOTA, 2m: no quota left
            MACHINE  STATE      SERVICE     ZONE  SIZE   AGE  ADDRESSES
            i-1      RUNNING    IN_SERVICE  a     small  1h   203.0.113.1,10.0.0.1  protected
            req-k-0  REQUESTED  UNKNOWN     -     -      -
            """, ""));
  }

  @Test
  void printsThePoolAsJson() {
    assertThat(shell.run("pool", "--json").out()).isEqualTo("""
            {
              "pool" : "web",
              "status" : "ACTIVE",
              "listStatus" : "RECENT",
              "timestamp" : "2026-11-21T11:59:58.000Z",
              "revision" : 7,
              "desiredSize" : 2,
              "headroom" : 0,
              "unhealthy" : 0,
              "alarms" : [ {
                "code" : "QUOTA",
                "message" : "no quota left",
                "since" : "2026-11-21T11:58:00.000Z"
              } ],
              "machines" : [ {
                "id" : "i-1",
                "machineState" : "RUNNING",
                "serviceState" : "IN_SERVICE",
                "launchtime" : "2026-11-21T11:00:00.000Z",
                "publicIps" : [ "203.0.113.1" ],
                "privateIps" : [ "10.0.0.1" ],
                "metadata" : {
                  "protected" : "true",
                  "rack" : "7",
                  "size" : "small",
                  "zone" : "a"
                }
              }, {
                "id" : "req-k-0",
                "machineState" : "REQUESTED",
                "serviceState" : "UNKNOWN",
                "publicIps" : [ ],
                "privateIps" : [ ],
                "metadata" : { }
              } ]
            }
            """);
  }

  @Test
  void printsAPartOfAMessageOrYaml() {
    assertThat(shell.run("pool", "-o", "jsonpath={.machines[*].id}").lines())
        .containsExactly("i-1", "req-k-0");
    assertThat(shell.run("size", "-o", "yaml").out())
        .isEqualTo("desiredSize: 3\nallocated: 4\noutOfService: 1\n");
    assertThat(shell.run("size", "-o", "json")).isEqualTo(shell.run("size", "--json"));
    assertThat(shell.run("size", "-o", "table")).isEqualTo(shell.run("size"));
    assertThat(shell.run("size", "-o", "xml").err())
        .contains("must be table, wide, json, yaml or jsonpath=EXPRESSION, was xml");
    assertThat(shell.run("terminate", "i-1", "-o", "yaml", "--json"))
        .isEqualTo(new CommandRunner.Result(
            2,
            "",
            "adapter: --json and --output exclude each other\n"
                + "Try: ./adapter terminate --help\n"));
    assertThat(server.writes()).isEmpty();
  }

  @Test
  void showsMoreOfMachinesIfAsked() throws IOException {
    String templates = MACHINES.replace(
        "\"rack\": \"7\"",
        "\"rack\": \"7\", \"launchTemplate\": \"4\","
            + " \"launchTemplateDigest\": \"75f7e98ffaff0077b288aba38d2c0283\"");
    try (FakeServer other = new FakeServer()
        .on("GET /pool", 200, templates)
        .on("GET /pool/status", 200, status(7, 2))) {
      assertThat(
              shell.with("ADAPTER_URL", other.url()).run("pool", "-o", "wide").lines())
          .anyMatch(line -> line.contains("TEMPLATE") && line.contains("LAUNCHED"))
          .anyMatch(line -> line.contains("  4         2026-11-21T11:00:00Z  rack=7"));
    }
  }

  @Test
  void fitsATableIntoTheScreen() {
    CommandRunner screen = new CommandRunner()
        .with("ADAPTER_URL", server.url())
        .with("COLUMNS", "70")
        .live();

    assertThat(screen.run("pool").lines())
        .contains("i-1      RUNNING    IN_SERVI…  a     small  1h   203.0.113…  protected")
        .allMatch(line -> line.length() <= 70);
    assertThat(screen.run("pool", "-o", "wide").lines()).anyMatch(line -> line.length() > 70);
  }

  @Test
  void showsSizeAndStatus() {
    assertThat(shell.run("size").out()).isEqualTo("desired 3, allocated 4, out of service 1\n");
    assertThat(shell.run("size", "--json").out())
        .isEqualTo("{\n  \"desiredSize\" : 3,\n  \"allocated\" : 4,\n  \"outOfService\" : 1\n}\n");
    assertThat(shell.run("status").lines())
        .containsExactly(
            "pool web ACTIVE, desired 2, allocated 2, out of service 0, alarms 1",
            "alarm QUOTA, 2m: no quota left",
            "  runbook: ./adapter explain QUOTA (docs/reference/alarms.md#quota)");
    assertThat(shell.run("status", "--json").out())
        .contains("\"revision\" : 7", "\"code\" : \"QUOTA\"")
        .doesNotContain("machines");
  }

  @Test
  void showsByWhatAPoolIsScaled() {
    server.on("GET /pool/scaling", 200, """
        {"minSize": 2, "maxSize": 5, "cap": 8, "configured": {"minSize": 0, "maxSize": 5},
         "policies": {"more": {"type": "senlin.policy.scaling", "version": "1.0",
             "properties": {"event": "CLUSTER_SCALE_OUT",
                 "adjustment": {"type": "CHANGE_IN_CAPACITY", "number": 2, "cooldown": 300}}}},
         "cooldowns": {"more": 61},
         "schedules": {"night": {"cron": "0 20 * * *", "zone": "Europe/Berlin", "desiredSize": 2,
                                 "maxSize": 3, "next": "2026-11-22T19:00:00.000Z"}}}
        """);

    assertThat(shell.run("scaling").lines())
        .containsExactly(
            "2 to 5 machines, configured 0 to 5 machines; a resize may set at most 8",
            "policy more: senlin.policy.scaling {\"event\":\"CLUSTER_SCALE_OUT\",\"adjustment\":"
                + "{\"type\":\"CHANGE_IN_CAPACITY\",\"number\":2,\"min_step\":1,"
                + "\"best_effort\":false,\"cooldown\":300}}; cools down for another 61s",
            "schedule night: '0 20 * * *' Europe/Berlin sets desiredSize 2, maxSize 3, next at"
                + " 2026-11-22T19:00:00Z");
    assertThat(shell.run("scaling", "--json").out())
        .contains(
            "\"configured\" : {", "\"cooldowns\" : {\n    \"more\" : 61", "\"next\" : \"2026");
  }

  @Test
  void showsTheHeadroomOfAPoolThatHasOne() {
    server.on("GET /pool/plan", 200, """
        {"desiredSize": 3, "headroom": 2, "effective": 5, "open": 0,
         "launches": [], "terminations": [], "holds": []}
        """);

    assertThat(shell.run("plan").lines().get(0))
        .isEqualTo("desired 3, headroom 2, effective 5, open 0");
  }

  @Test
  void explainsThePlan() {
    server.on("GET /pool/plan", 200, """
        {"desiredSize": 3, "effective": 1, "open": 1,
         "launches": [{"count": 1, "zone": "a", "reason": "1 missing"}],
         "terminations": [{"machine": "i-9", "reason": "late arrival"}],
         "holds": [{"code": "QUOTA", "reason": "parked", "until": "2026-11-21T12:05:00Z"}],
         "ongoing": [{"operation": "LAUNCH", "id": "key-1", "machines": 2, "waitsFor": "the cloud's reply",
                      "until": "2026-11-21T12:06:00Z"}],
         "unhealthy": [{"machine": "i-3", "source": "probe", "reason": "no answer",
                        "since": "2026-11-21T11:59:00Z", "remedy": "REBOOT", "due": "2026-11-21T12:04:00Z"},
                       {"machine": "i-4", "source": "caller", "reason": "", "remedy": "NONE",
                        "hold": {"code": "UNHEALTHY", "reason": "remediation.enabled is false"}}]}
        """);

    assertThat(shell.run("plan").lines())
        .containsExactly(
            "desired 3, effective 1, open 1",
            "launch 1 in zone a: 1 missing",
            "terminate i-9: late arrival",
            "held back by QUOTA: parked (until 2026-11-21T12:05:00Z)",
            "unhealthy i-3 since 2026-11-21T11:59:00Z by probe (no answer): to be rebooted from"
                + " 2026-11-21T12:04:00Z on",
            "unhealthy i-4 by caller: left to a person, as remediation.enabled is false",
            "launch key-1 (2 machines) waits for: the cloud's reply (until 2026-11-21T12:06:00Z)");
    assertThat(shell.run("plan", "--json").out()).isEqualTo("""
            {
              "desiredSize" : 3,
              "headroom" : 0,
              "effective" : 1,
              "open" : 1,
              "launches" : [ {
                "count" : 1,
                "zone" : "a",
                "reason" : "1 missing"
              } ],
              "terminations" : [ {
                "machine" : "i-9",
                "reason" : "late arrival"
              } ],
              "holds" : [ {
                "code" : "QUOTA",
                "reason" : "parked",
                "until" : "2026-11-21T12:05:00.000Z"
              } ],
              "ongoing" : [ {
                "operation" : "LAUNCH",
                "id" : "key-1",
                "machines" : 2,
                "waitsFor" : "the cloud's reply",
                "until" : "2026-11-21T12:06:00.000Z"
              } ],
              "unhealthy" : [ {
                "machine" : "i-3",
                "source" : "probe",
                "reason" : "no answer",
                "since" : "2026-11-21T11:59:00.000Z",
                "remedy" : "REBOOT",
                "due" : "2026-11-21T12:04:00.000Z"
              }, {
                "machine" : "i-4",
                "source" : "caller",
                "reason" : "",
                "remedy" : "NONE",
                "hold" : {
                  "code" : "UNHEALTHY",
                  "reason" : "remediation.enabled is false"
                }
              } ]
            }
            """);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "resize 5|POST /pool/size {\"desiredSize\":5}|pool web: desired size is 5",
        "terminate i-1|POST /pool/i-1/terminate {\"decrementDesiredSize\":false}|machine i-1: will end, and be "
            + "replaced",
        "terminate i-1 --decrement|POST /pool/i-1/terminate {\"decrementDesiredSize\":true}|machine i-1: will "
            + "end, the pool is one smaller",
        "detach i-1|POST /pool/i-1/detach {\"decrementDesiredSize\":false}|machine i-1: detached, and will be replaced",
        "detach --decrement i-1|POST /pool/i-1/detach {\"decrementDesiredSize\":true}|machine i-1: detached, the "
            + "pool is one smaller",
        "attach i-1|POST /pool/i-1/attach|machine i-1: attached, the pool is one larger",
        "service-state i-1 OUT_OF_SERVICE|POST /pool/i-1/serviceState "
            + "{\"serviceState\":\"OUT_OF_SERVICE\"}|machine i-1: service state is OUT_OF_SERVICE",
        "service-state i-1 in_service|POST /pool/i-1/serviceState {\"serviceState\":\"IN_SERVICE\"}|machine i-1: "
            + "service state is IN_SERVICE",
        "protect i-1|POST /pool/i-1/protection {\"protected\":true}|machine i-1: protected",
        "protect i-1 --off|POST /pool/i-1/protection {\"protected\":false}|machine i-1: protected no more",
        "membership i-1 blessed|POST /pool/i-1/membershipStatus "
            + "{\"membershipStatus\":{\"active\":true,\"evictable\":false}}|machine i-1: membership status is blessed",
        "adopt|POST /pool/adopt|pool web: the machines found are its own",
        "disown|POST /pool/disown|pool web: the machines found are disowned, and it "
            + "starts empty",
        "thaw|POST /pool/thaw|pool web: goes on",
        "simulated kill i-1|POST /simulated/machines/i-1/kill|machine i-1: killed",
        "simulated stop i-1|POST /simulated/machines/i-1/stop|machine i-1: stopped",
        "simulated create|POST /simulated/machines|machine i-7: runs, and belongs to no pool",
        "simulated load-balancer-health i-1 bad|POST /simulated/machines/i-1/loadBalancerHealth "
            + "{\"verdict\":\"BAD\"}|machine i-1: load balancer health is BAD",
        "simulated instance-status i-1 cannot_tell|POST /simulated/machines/i-1/instanceStatus "
            + "{\"verdict\":\"CANNOT_TELL\"}|machine i-1: instance status is CANNOT_TELL",
        "simulated fault no_capacity launch|POST /simulated/faults "
            + "{\"fault\":\"NO_CAPACITY\",\"request\":\"LAUNCH\",\"percent\":100}|"
            + "fault NO_CAPACITY: strikes 100 % of LAUNCH requests",
        "simulated heal|POST /simulated/heal|the simulated cloud: no request fails any more"
      })
  void changesWhatItIsAskedTo(String command, String request, String said) {
    String[] parts = request.split(" ", 3);
    server.on(
        parts[0] + " " + parts[1], 200, command.endsWith("create") ? "{\"id\": \"i-7\"}" : "");

    CommandRunner.Result result = shell.run(command.split(" "));

    assertThat(server.writes()).containsExactly(request);
    assertThat(result).isEqualTo(new CommandRunner.Result(0, said + "\n", ""));
    assertThat(shell.run((command + " --json").split(" ")).out())
        .startsWith("{")
        .endsWith("}\n");
  }

  @Test
  void worksOnAnotherPool() {
    server.on("POST /pools/db/pool/size", 200, "");

    assertThat(shell.run("resize", "1", "--pool", "db").out())
        .isEqualTo("pool db: desired size is 1\n");
    assertThat(shell.with("ADAPTER_POOL", "bd").run("resize", "1").err())
        .isEqualTo("adapter: there is no pool bd\n  Did you mean db?\n");
  }

  @Test
  void showsARefusalWithItsDetail() {
    server.on("POST /pool/size", 400, "{\"message\": \"too\\u001b[31m many\", \"detail\": \"20\"}");

    assertThat(shell.run("resize", "99"))
        .isEqualTo(new CommandRunner.Result(1, "", "adapter: too [31m many\n  20\n"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "resize|Missing required parameter: 'SIZE'",
        "resize many|Invalid value for positional parameter at index 0 (SIZE): must be a whole number, was many",
        "service-state i-1 ASLEEP|Invalid value for positional parameter at index 1 (STATE)",
        "pool --timeout soon|must be a time span such as 250ms, 30s, 5m, 2h or 1d, was soon",
        "refresh start --min-healthy 101|--min-healthy must be 0 to 100, was 101",
        "refresh start --on-failure maybe|--on-failure must be one of pause, rollback, cancel, was maybe",
        "refresh start --stop-alarm FIRE|--stop-alarm must be one of AT_MAX_SIZE, QUOTA",
        "refresh start --failure-percent 0|--failure-percent must be 1 to 100, was 0",
        "refresh start --checkpoint 0:1h|PERCENT of --checkpoint must be 1 to 99, was 0",
        "rezise 3|Unmatched arguments",
        "simulated instance-status i-1 ill|Invalid value for positional parameter at index 1 (VERDICT)",
        "simulated|a command is missing: kill, stop, create, load-balancer-health, instance-status, fault or heal"
      })
  void saysWhatItDidNotUnderstand(String command, String complaint) {
    CommandRunner.Result result = shell.run(command.split(" "));

    assertThat(result.code()).isEqualTo(2);
    assertThat(result.err()).contains(complaint).doesNotContain("\tat ");
    assertThat(result.out()).isEmpty();
  }

  @Test
  void refusesAnIdThatIsNone() {
    assertThat(shell.run("terminate", "a b"))
        .isEqualTo(new CommandRunner.Result(
            2,
            "",
            "adapter: Invalid value for positional parameter at index 0 (ID): machine id must be 1 to"
                + " 128 of [A-Za-z0-9._~@-], was: \"a b\"\nTry: ./adapter terminate --help\n"));
    assertThat(server.writes()).isEmpty();
  }

  @Test
  void reportsThatNoServerAnswers() throws IOException {
    int free;
    try (ServerSocket socket = new ServerSocket(0)) {
      free = socket.getLocalPort();
    }

    assertThat(new CommandRunner().run("pool", "--url", "http://127.0.0.1:" + free))
        .isEqualTo(new CommandRunner.Result(
            1,
            "",
            "adapter: cannot connect to http://127.0.0.1:" + free
                + "\n  See whether the server runs and the address is right.\n"));
  }

  @Test
  void findsTheServerOfTheDataDirectory() throws IOException {
    Path token = Files.writeString(directory.resolve("ops.token"), "0123456789abcdef\n");
    new ServerFile(
            java.net.URI.create(server.url()),
            java.util.Optional.empty(),
            java.util.Optional.of(token))
        .write(directory);

    CommandRunner.Result result = new CommandRunner().run("size", "--data", directory.toString());

    assertThat(result.code()).isZero();
    assertThat(server.tokens()).containsOnly("Bearer 0123456789abcdef");
    assertThat(Files.getPosixFilePermissions(ServerFile.in(directory)))
        .extracting(Enum::name)
        .containsExactlyInAnyOrder("OWNER_READ", "OWNER_WRITE");
  }

  @Test
  void saysHowToFindAServer() {
    assertThat(new CommandRunner()
            .with("ADAPTER_DATA", directory.toString())
            .run("size")
            .err())
        .isEqualTo("adapter: no server runs on " + directory
            + "; start one with ./adapter serve, name its directory with --data or its address with"
            + " --url, or keep it as a context: ./adapter context add NAME --url URL\n");
  }

  @Test
  void takesATokenFromOptionFileOrEnvironment() throws IOException {
    Path file = Files.writeString(directory.resolve("t"), "from-file\n");

    shell.run("size", "--token", "from-option");
    shell.run("size", "--token-file", file.toString());
    shell.with("ADAPTER_TOKEN", "from-env").run("size");

    assertThat(server.tokens().stream().distinct())
        .containsExactly("Bearer from-option", "Bearer from-file", "Bearer from-env");
  }

  @Test
  void watchesLineByLineWhereThereIsNoScreen() {
    server
        .on("GET /pool", 200, MACHINES, "W/\"web-0-7\"")
        .on("GET /pool", 200, ONE_MACHINE, "W/\"web-0-8\"")
        .on("GET /pool/status", 200, status(7, 2))
        .on("GET /pool/status", 200, status(8, 1));

    CommandRunner.Result result = shell.pauses(9).run("watch", "--until-settled");

    assertThat(result.lines())
        .containsExactly(
            "pool web ACTIVE, desired 2, allocated 2, out of service 0, alarms 1",
            "  i-1 RUNNING IN_SERVICE",
            "  req-k-0 REQUESTED UNKNOWN",
            "pool web ACTIVE, desired 1, allocated 1, out of service 0, unhealthy 1, settled, alarms 1",
            "  i-1 RUNNING UNHEALTHY",
            "  req-k-0 gone");
    assertThat(result.code()).isZero();
  }

  @Test
  void givesUpWatchingAfterATime() {
    CommandRunner.Result result =
        shell.pauses(9).run("watch", "--until-settled", "--every", "1s", "--within", "3s");

    assertThat(result.err())
        .isEqualTo("adapter: pool web has not settled within 3s\n  ./adapter plan shows what it "
            + "waits for.\n");
    assertThat(result.code()).isEqualTo(1);
    assertThat(shell.pauses(9).run("watch", "--within", "3s").code()).isZero();
  }

  @Test
  void watchesAsALiveTableOnAScreen() {
    CommandRunner.Result result = shell.live().pauses(2).run("watch");

    assertThat(result.out().split("\u001b\\[H\u001b\\[2J", -1))
        .hasSize(4)
        .endsWith(shell.run("pool").out());
  }
}

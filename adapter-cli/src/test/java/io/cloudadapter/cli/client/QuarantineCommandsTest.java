package io.cloudadapter.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.cli.CommandRunner;
import io.cloudadapter.cli.FakeServer;
import io.cloudadapter.core.CloudAdapter;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.server.AdapterServer;
import io.cloudadapter.server.options.TlsConfig;
import io.cloudadapter.simulated.SimulatedClock;
import io.cloudadapter.simulated.SimulatedCloud;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.MachineProviderFactory;
import io.cloudadapter.spi.ProviderEnvironment;
import io.cloudadapter.spi.config.ConfigSpec;
import io.cloudadapter.spi.config.ProviderConfig;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Machines in quarantine from afar: of a server that answers as told, and of a pool that runs. */
class QuarantineCommandsTest {
  private static final Duration SOON = Duration.ofMinutes(2);

  private FakeServer server;
  private CommandRunner shell;

  @BeforeEach
  void open() throws IOException {
    server = new FakeServer().on("GET /pool/quarantine", 200, """
        {"machines": [
          {"id": "i-4", "machineState": "RUNNING", "reason": "its key is unknown",
           "holdsLaunches": true, "launchtime": "2026-11-21T11:00:00Z", "zone": "a",
           "publicIps": ["203.0.113.4"], "privateIps": ["10.0.0.4"]},
          {"id": "i-500", "machineState": "PENDING", "reason": "it is of another life",
           "holdsLaunches": false, "publicIps": [], "privateIps": []}]}
        """);
    shell = new CommandRunner().with("ADAPTER_URL", server.url());
  }

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void listsThemWithTheirReasonsAsATable() {
    assertThat(shell.run("quarantine", "list")).isEqualTo(new CommandRunner.Result(0, """
            pool web: machines in quarantine 2
            MACHINE  STATE    ZONE  AGE  ADDRESSES             LAUNCHES  REASON
            i-4      RUNNING  a     1h   203.0.113.4,10.0.0.4  held      its key is unknown
            i-500    PENDING  -     -                          go on     it is of another life
            """, ""));
  }

  @Test
  void listsThemAsJson() {
    assertThat(shell.run("quarantine", "list", "--json").out()).isEqualTo("""
            {
              "machines" : [ {
                "id" : "i-4",
                "machineState" : "RUNNING",
                "reason" : "its key is unknown",
                "holdsLaunches" : true,
                "launchtime" : "2026-11-21T11:00:00.000Z",
                "zone" : "a",
                "publicIps" : [ "203.0.113.4" ],
                "privateIps" : [ "10.0.0.4" ]
              }, {
                "id" : "i-500",
                "machineState" : "PENDING",
                "reason" : "it is of another life",
                "holdsLaunches" : false,
                "publicIps" : [ ],
                "privateIps" : [ ]
              } ]
            }
            """);
  }

  @Test
  void anEmptyQuarantineIsOneLine() {
    server.on("GET /pools/db/pool/quarantine", 200, "{\"machines\": []}");

    assertThat(shell.run("quarantine", "list", "--pool", "db"))
        .isEqualTo(new CommandRunner.Result(0, "pool db: machines in quarantine 0\n", ""));
    assertThat(shell.run("quarantine", "list", "--pool", "db", "--json").out())
        .isEqualTo("{\n  \"machines\" : [ ]\n}\n");
  }

  @ParameterizedTest
  @CsvSource({
    "adopt, is a member of the pool",
    "disown, is disowned and keeps running",
    "terminate, will end"
  })
  void settlesOneByOneRequest(String word, String done) {
    server.on("POST /pools/db/pool/quarantine/i-4/" + word, 200, "");

    assertThat(shell.run("quarantine", word, "i-4", "--pool", "db"))
        .isEqualTo(new CommandRunner.Result(0, "machine i-4: " + done + "\n", ""));
    assertThat(shell.run("quarantine", word, "i-4", "--pool", "db", "--json").out())
        .isEqualTo("""
            {
              "pool" : "db",
              "machine" : "i-4",
              "done" : "%s"
            }
            """.formatted(done));
    assertThat(server.writes())
        .hasSize(2)
        .allMatch(line -> line.equals("POST /pools/db/pool/quarantine/i-4/" + word));
  }

  @ParameterizedTest
  @ValueSource(strings = {"list", "adopt i-4", "disown i-4", "terminate i-4"})
  void namesThePoolsWhenThereIsNoSuchOne(String words) {
    String[] command = ("quarantine " + words + " --pool cache").split(" ", -1);

    assertThat(shell.run(command))
        .isEqualTo(new CommandRunner.Result(
            1, "", "adapter: there is no pool cache\n  There are db, web.\n"));
    assertThat(server.writes()).isEmpty();
  }

  @Test
  void refusesToGuessWhatToDo() {
    assertThat(shell.run("quarantine"))
        .isEqualTo(new CommandRunner.Result(
            2,
            "",
            "adapter: a command is missing: list, adopt, disown or terminate\n"
                + "Try: ./adapter quarantine --help\n"));
    assertThat(shell.run("quarantine", "adopt").code()).isEqualTo(2);
    assertThat(server.writes()).isEmpty();
  }

  @Test
  void settlesThoseOfAPoolThatRuns() throws Exception {
    SimulatedCloud cloud = SimulatedCloud.builder(1, SimulatedClock.wall())
        .bootTime(Duration.ofMillis(10))
        .endTime(Duration.ofMillis(10))
        .shownAfterEnd(Duration.ZERO)
        .build();
    try (cloud;
        CloudAdapter pools = adapter(cloud);
        AdapterServer real = AdapterServer.builder(pools).tls(TlsConfig.off()).start()) {
      MachinePool web = pools.defaultPool();
      web.await(PoolView::settled, SOON);
      anotherLifeMakesThree(cloud);
      web.await(view -> web.quarantine().size() == 3, SOON);
      List<String> ids =
          web.quarantine().stream().map(machine -> machine.id().value()).toList();
      CommandRunner there = new CommandRunner().with("ADAPTER_URL", real.uri().toString());

      assertThat(there.run("quarantine", "list").lines())
          .hasSize(5)
          .first()
          .isEqualTo("pool web: machines in quarantine 3");
      settled(there, "adopt", ids.get(0), "is a member of the pool");
      settled(there, "disown", ids.get(1), "is disowned and keeps running");
      settled(there, "terminate", ids.get(2), "will end");

      assertThat(there.run("quarantine", "list").out())
          .isEqualTo("pool web: machines in quarantine 0\n");
      assertThat(there.run("quarantine", "terminate", ids.get(1))).isEqualTo(refused(ids.get(1)));
      assertThat(there.run("quarantine", "adopt", "i-unknown")).isEqualTo(refused("i-unknown"));
      PoolView view = web.await(now -> now.settled() && now.machines().size() == 1, SOON);
      assertThat(view.desiredSize()).isEqualTo(1);
      assertThat(view.machines())
          .extracting(machine -> machine.id().value())
          .containsExactly(ids.get(0));
    }
  }

  private static CommandRunner.Result refused(String id) {
    return new CommandRunner.Result(
        1,
        "",
        "adapter: machine " + id + " is not in quarantine\n"
            + "  See which machines are in quarantine with `quarantine list`.\n");
  }

  /** The same decision again changes nothing. */
  private static void settled(CommandRunner shell, String word, String id, String done) {
    for (int i = 0; i < 2; i++) {
      assertThat(shell.run("quarantine", word, id))
          .isEqualTo(new CommandRunner.Result(0, "machine " + id + ": " + done + "\n", ""));
    }
  }

  /** A pool of the same name with a ledger of its own, which is lost. */
  private static void anotherLifeMakesThree(SimulatedCloud cloud) throws InterruptedException {
    try (CloudAdapter other = adapter(cloud)) {
      MachinePool web = other.defaultPool();
      web.setDesiredSize(3);
      web.await(view -> view.settled() && view.machines().size() == 3, SOON);
    }
  }

  private static CloudAdapter adapter(SimulatedCloud cloud) {
    return CloudAdapter.builder()
        .inMemory()
        .provider(new Shared(cloud))
        .account(new AccountConfig("demo", "shared", Map.of()))
        .pool(PoolConfig.named("web", "demo", 20)
            .listInterval(Duration.ofMillis(50), Duration.ofMillis(200))
            .launchesPerHour(10_000)
            .terminationsPerHour(10_000)
            .missingListsUntilGone(3)
            .massDisappearanceShare(1)
            .build())
        .open();
  }

  /** Gives several libraries one cloud. */
  private record Shared(SimulatedCloud cloud) implements MachineProviderFactory {
    @Override
    public String name() {
      return "shared";
    }

    @Override
    public ConfigSpec config() {
      return ConfigSpec.none();
    }

    @Override
    public MachineProvider open(ProviderConfig config, ProviderEnvironment environment) {
      return cloud.provider();
    }
  }
}

package io.cloudadapter.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.cli.CommandRunner;
import io.cloudadapter.cli.FakeServer;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Shows what clouds offer, with a server that answers as told. */
class CatalogCommandsTest {
  private FakeServer server;
  private CommandRunner shell;

  @BeforeEach
  void open() throws IOException {
    server = new FakeServer();
    shell = new CommandRunner().with("ADAPTER_URL", server.url());
  }

  @AfterEach
  void close() {
    server.close();
  }

  private void accounts(String... names) {
    StringBuilder rows = new StringBuilder();
    for (String name : names) {
      rows.append(rows.isEmpty() ? "" : ",").append("{\"name\": \"" + name + "\"}");
    }
    server.on("GET /accounts", 200, "{\"accounts\": [" + rows + "]}");
  }

  @Test
  void showsTheSizesOfTheOnlyAccount() {
    accounts("demo");
    server.on("GET /accounts/demo/catalog", 200, """
        {"name": "demo", "provider": "x", "sizes": [
          {"name": "small", "cpus": 1, "memoryMiB": 2048, "diskGiB": 0, "zones": []},
          {"name": "big", "cpus": 8, "memoryMiB": 16384, "diskGiB": 80, "gpus": 1,
           "zones": ["a", "b"]}]}
        """);

    CommandRunner.Result result = shell.run("catalog");

    assertThat(result.err()).isEmpty();
    assertThat(result.lines())
        .containsExactly(
            "SIZE   CPUS  MEMORY     DISK    GPUS  ZONES",
            "small  1     2048 MiB   -       -     -",
            "big    8     16384 MiB  80 GiB  1     a,b");
    assertThat(shell.run("catalog", "--json").out()).contains("\"memoryMiB\"").contains("16384");
  }

  @Test
  void showsWhatIsLeftOfAnAccountByName() {
    accounts("demo", "prod");
    server.on("GET /accounts/prod/quota", 200, """
        {"name": "prod", "provider": "x", "quotas": [
          {"name": "instances", "resource": "MACHINES", "whole": true, "used": 4,
           "bound": "LIMITED", "limit": 10},
          {"name": "cores", "resource": "CPUS", "whole": true, "used": 8, "bound": "UNLIMITED"},
          {"name": "spot", "resource": "CPUS", "whole": false, "used": 0, "bound": "UNTOLD"}]}
        """);

    assertThat(shell.run("quota", "prod").lines())
        .containsExactly(
            "QUOTA      COUNTS      USED  LIMIT     LEFT",
            "instances  machines    4     10        6",
            "cores      processors  8     none      -",
            "spot       processors  0     not told  -");
    assertThat(shell.run("quota", "prod", "--json").out()).contains("\"UNTOLD\"");
  }

  @Test
  void asksWhichAccountIsMeant() {
    accounts("demo", "prod");

    assertThat(shell.run("quota").err()).contains("name one of the accounts: demo, prod");
    assertThat(shell.run("catalog", "test").err())
        .contains("there is no account test")
        .contains("there are demo, prod");
  }
}

package io.cloudadapter.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.hook.HookMessage;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.cli.CommandRunner;
import io.cloudadapter.cli.FakeServer;
import io.cloudadapter.core.CloudAdapter;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.server.AdapterServer;
import io.cloudadapter.server.options.TlsConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Pauses of machines from afar: with a server that answers as told, and those of a pool that runs. */
class HooksCommandTest {
  private static final String TOKEN = "ffbb9175-d510-4bc1-b676-c6aba2a4ca81";
  private static final String OTHER = "0d0c1c7e-52a4-4f0b-8a33-3a1a3b1f9a10";
  private static final Duration SOON = Duration.ofMinutes(1);

  private FakeServer server;
  private CommandRunner shell;

  @BeforeEach
  void open() throws IOException {
    server = new FakeServer().on("GET /pool/hooks", 200, """
        {"hooks": [
          {"token": "%s", "machine": "i-1", "transition": "termination", "hook": "drain",
           "since": "2026-11-21T11:59:00Z", "deadline": "2026-11-21T12:09:00Z",
           "limit": "2026-11-22T04:39:00Z", "told": true},
          {"token": "%s", "machine": "i-20", "transition": "launch", "hook": "set-up",
           "since": "2026-11-21T11:58:00Z", "deadline": "2026-11-21T11:59:59Z",
           "limit": "2026-11-21T12:10:00Z", "told": false}]}
        """.formatted(TOKEN, OTHER));
    shell = new CommandRunner().with("ADAPTER_URL", server.url());
  }

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void showsThePausesAsATable() {
    assertThat(shell.run("hooks")).isEqualTo(new CommandRunner.Result(0, """
            pool web: pauses 2
            TOKEN                                 MACHINE  TRANSITION   HOOK    DEADLINE              LEFT  TOLD
            ffbb9175-d510-4bc1-b676-c6aba2a4ca81  i-1      termination  drain   2026-11-21T12:09:00Z  9m    yes
            0d0c1c7e-52a4-4f0b-8a33-3a1a3b1f9a10  i-20     launch       set-up  2026-11-21T11:59:59Z  0s    no
            """, ""));
  }

  @Test
  void printsThePausesAsJson() {
    assertThat(shell.run("hooks", "--json").out()).startsWith("""
            {
              "hooks" : [ {
                "token" : "ffbb9175-d510-4bc1-b676-c6aba2a4ca81",
                "machine" : "i-1",
                "transition" : "termination",
                "hook" : "drain",
                "since" : "2026-11-21T11:59:00.000Z",
                "deadline" : "2026-11-21T12:09:00.000Z",
                "limit" : "2026-11-22T04:39:00.000Z",
                "told" : true
              }, {
                "token" : "0d0c1c7e-52a4-4f0b-8a33-3a1a3b1f9a10",
            """);
  }

  @Test
  void showsNoTableWhereNoHookPauses() throws IOException {
    try (FakeServer quiet = new FakeServer().on("GET /pool/hooks", 200, "{\"hooks\": []}")) {
      CommandRunner there = new CommandRunner().with("ADAPTER_URL", quiet.url());

      assertThat(there.run("hooks").out()).isEqualTo("pool web: pauses 0\n");
      assertThat(there.run("hooks", "--json").out()).isEqualTo("{\n  \"hooks\" : [ ]\n}\n");
    }
  }

  @ParameterizedTest
  @CsvSource({"complete, completed", "abandon, abandoned"})
  void answersAPause(String word, String done) {
    server.on("POST /pool/hooks/" + TOKEN + "/" + word, 200, "");

    assertThat(shell.run("hooks", word, TOKEN))
        .isEqualTo(new CommandRunner.Result(0, "hook ffbb9175…: " + done + "\n", ""));
    assertThat(shell.run("hooks", word, TOKEN, "--json").out())
        .isEqualTo("""
            {
              "pool" : "web",
              "token" : "%s",
              "done" : "%s"
            }
            """.formatted(TOKEN, done));
    assertThat(server.writes()).hasSize(2).containsOnly("POST /pool/hooks/" + TOKEN + "/" + word);
  }

  @Test
  void printsTheDeadlineThatAHeartbeatGives() {
    server.on(
        "POST /pools/db/pool/hooks/" + TOKEN + "/heartbeat",
        200,
        "{\"deadline\": \"2026-11-21T12:11:00Z\"}");

    assertThat(shell.run("hooks", "heartbeat", TOKEN, "--pool", "db").out())
        .isEqualTo("hook ffbb9175…: waits until 2026-11-21T12:11:00Z\n");
    assertThat(shell.run("hooks", "heartbeat", TOKEN, "--pool", "db", "--json").out())
        .isEqualTo("""
            {
              "pool" : "db",
              "token" : "%s",
              "deadline" : "2026-11-21T12:11:00.000Z"
            }
            """.formatted(TOKEN));
  }

  @Test
  void takesATokenInCapitalLetters() {
    server.on("POST /pool/hooks/" + TOKEN + "/complete", 200, "");

    assertThat(shell.run("hooks", "complete", TOKEN.toUpperCase(Locale.ROOT)).code())
        .isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"i-1", "1-1-1-1-1", "ffbb9175-d510-4bc1-b676-c6aba2a4ca8", "../size"})
  void refusesATokenThatIsNone(String none) {
    for (String word : new String[] {"complete", "abandon", "heartbeat"}) {
      CommandRunner.Result result = shell.run("hooks", word, none);

      assertThat(result)
          .isEqualTo(new CommandRunner.Result(
              2,
              "",
              "adapter: Invalid value for positional parameter at index 0 (TOKEN): must be a UUID"
                  + " as it is shown, such as 123e4567-e89b-12d3-a456-426614174000, was "
                  + none + "\nTry: ./adapter hooks " + word + " --help\n"));
    }
    assertThat(server.writes()).isEmpty();
  }

  @Test
  void refusesOptionsThatWouldCountForTheListOnly() {
    assertThat(shell.run("hooks", "--pool", "db", "complete", TOKEN))
        .isEqualTo(new CommandRunner.Result(
            2,
            "",
            "adapter: --pool must come after complete\nTry: ./adapter hooks complete --help\n"));
    assertThat(server.writes()).isEmpty();
  }

  @Test
  void answersThoseOfAPoolThatRuns(@TempDir Path data) throws Exception {
    BlockingQueue<HookMessage> messages = new LinkedBlockingQueue<>();
    LifecycleHook drain =
        LifecycleHook.onTerminate("drain", Duration.ofMinutes(10), HookTarget.listener());
    try (CloudAdapter pools = CloudAdapter.builder()
            .dataDirectory(data)
            .account(new AccountConfig("demo", "simulated", Map.of()))
            .pool(PoolConfig.named("web", "demo", 20).initialSize(1).hook(drain).build())
            .hooks("web", messages::add)
            .open();
        AdapterServer real = AdapterServer.builder(pools).tls(TlsConfig.off()).start()) {
      MachinePool web = pools.defaultPool();
      web.terminate(web.await(PoolView::settled, SOON).machines().get(0).id(), true);
      HookMessage message =
          Objects.requireNonNull(messages.poll(SOON.toSeconds(), TimeUnit.SECONDS), "a message");
      String token = message.token().toString();
      CommandRunner there =
          new CommandRunner().with("ADAPTER_URL", real.uri().toString()).at(message.since());

      CommandRunner.Result list = there.run("hooks");
      CommandRunner.Result beat = there.run("hooks", "heartbeat", token);
      CommandRunner.Result complete = there.run("hooks", "complete", token);
      CommandRunner.Result again = there.run("hooks", "complete", token);
      CommandRunner.Result late = there.run("hooks", "abandon", token);
      CommandRunner.Result unknown = there.run("hooks", "complete", TOKEN);

      assertThat(list.lines()).hasSize(3);
      assertThat(list.lines().get(2))
          .matches(
              token + "  " + message.machine() + "  termination  drain  \\S+Z  (10|9)m +(yes|no)");
      String shown = "hook " + token.substring(0, 8) + "…: ";
      assertThat(beat.out()).startsWith(shown + "waits until 2");
      assertThat(complete).isEqualTo(new CommandRunner.Result(0, shown + "completed\n", ""));
      assertThat(again).isEqualTo(complete);
      assertThat(late.code()).isEqualTo(1);
      assertThat(late.err())
          .startsWith("adapter: hook drain of machine " + message.machine() + " was completed at 2")
          .endsWith("\n  It ends once; nothing was changed.\n");
      assertThat(unknown)
          .isEqualTo(new CommandRunner.Result(
              1,
              "",
              "adapter: pool web has no hook with this token\n  Hook tokens are kept for two "
                  + "days after the hook ends.\n"));
      assertThat(there.run("hooks").out()).isEqualTo("pool web: pauses 0\n");
    }
  }
}

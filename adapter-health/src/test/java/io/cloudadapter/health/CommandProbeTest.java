package io.cloudadapter.health;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.net.InetAddresses;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.health.HealthVerdict;
import io.cloudadapter.core.config.ProbeAddress;
import io.cloudadapter.core.config.ProbeConfig;
import io.cloudadapter.core.config.ProbeKind;
import io.cloudadapter.core.config.ProbeMethod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Probes by commands of the shell. */
class CommandProbeTest {
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final CommandProbe probe = new CommandProbe(
      new ProbeCommands(Map.of(
          "well", List.of("sh", "-c", "exit 0"),
          "ill", List.of("sh", "-c", "exit 2"),
          "unsure", List.of("sh", "-c", "exit 3"),
          "picky",
              List.of(
                  "sh",
                  "-c",
                  "test \"$1 $ADAPTER_POOL $ADAPTER_MACHINE\" = '10.0.0.7 web a'",
                  "sh"),
          "hangs", List.of("sh", "-c", "read -r line < /dev/zero; while :; do :; done"),
          "missing", List.of("/no/such/program"))),
      threads);

  @AfterEach
  void end() {
    threads.shutdownNow();
  }

  private CompletableFuture<ProbeResult> begins(String command, Duration timeout) {
    ProbeConfig config = new ProbeConfig(
        ProbeKind.COMMAND,
        OptionalInt.empty(),
        "/",
        ProbeMethod.GET,
        "200",
        false,
        Optional.of(command),
        ProbeAddress.PRIVATE,
        Optional.empty(),
        Optional.empty());
    return probe
        .probe(new ProbeTarget(
            new PoolName("web"),
            new MachineId("a"),
            InetAddresses.forString("10.0.0.7"),
            config,
            timeout))
        .toCompletableFuture();
  }

  private ProbeResult probed(String command) throws Exception {
    return begins(command, Duration.ofSeconds(20)).get(60, TimeUnit.SECONDS);
  }

  @Test
  void the_exit_code_decides() throws Exception {
    assertThat(probed("well")).isEqualTo(ProbeResult.ok("the command's exit code is 0"));
    assertThat(probed("ill")).isEqualTo(ProbeResult.bad("the command's exit code is 2"));
    assertThat(probed("unsure").verdict()).isEqualTo(HealthVerdict.CANNOT_TELL);
  }

  @Test
  void the_command_gets_the_address_and_the_names() throws Exception {
    assertThat(probed("picky").verdict()).isEqualTo(HealthVerdict.OK);
  }

  @Test
  void a_command_that_cannot_be_run_or_is_unknown_cannot_tell() throws Exception {
    assertThat(probed("missing")).isEqualTo(ProbeResult.cannotTell("the command cannot be run"));
    assertThat(probed("other"))
        .isEqualTo(ProbeResult.cannotTell("the server's files have no command other"));
  }

  @Test
  void a_command_that_hangs_is_ended_and_not_well() throws Exception {
    ProbeResult result = begins("hangs", Duration.ofMillis(300)).get(60, TimeUnit.SECONDS);

    assertThat(result).isEqualTo(ProbeResult.bad("the command did not end in time"));
  }

  @Test
  void many_commands_at_once_all_end() throws Exception {
    List<CompletableFuture<ProbeResult>> all = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      all.add(begins("well", Duration.ofSeconds(20)));
    }

    for (CompletableFuture<ProbeResult> one : all) {
      assertThat(one.get(60, TimeUnit.SECONDS).verdict()).isEqualTo(HealthVerdict.OK);
    }
  }

  @Test
  void a_probe_that_ends_answers_all_that_run_and_all_that_wait() throws Exception {
    List<CompletableFuture<ProbeResult>> all = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      all.add(begins("hangs", Duration.ofMinutes(10)));
    }

    probe.close();

    CompletableFuture<?> ended = CompletableFuture.allOf(all.toArray(CompletableFuture[]::new));
    ended.get(1, TimeUnit.MINUTES);
    assertThat(all)
        .allSatisfy(
            one -> assertThat(one.join()).isEqualTo(ProbeResult.cannotTell("the prober ends")));
    assertThat(begins("hangs", Duration.ofMinutes(10)))
        .isCompletedWithValue(ProbeResult.cannotTell("the prober ends"));
  }
}

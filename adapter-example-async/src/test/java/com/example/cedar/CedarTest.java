package com.example.cedar;

import static com.example.cedar.CedarFixture.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.example.cedar.cloud.CedarCloud;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.fake.FakeCall;
import io.cloudadapter.fake.RawServer;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Conflict;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.ErrorScope;
import io.cloudadapter.spi.LaunchFailure;
import io.cloudadapter.spi.LaunchOperation;
import io.cloudadapter.spi.LaunchProgress;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.ProviderEnvironment;
import io.cloudadapter.spi.config.ConfigException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CedarTest {
  private static final Duration OPERATION = Duration.ofSeconds(20);

  private final CedarFixture cedar = new CedarFixture();

  @AfterEach
  void close() {
    cedar.close();
  }

  @Test
  void a_launch_is_an_operation_that_ends_with_the_marked_machine() {
    LaunchOperation operation = cedar.launch(key(1));
    cedar.pass(OPERATION.minusMillis(1));
    assertThat(cedar.check(operation)).isEqualTo(new LaunchProgress.Running());
    assertThat(cedar.list()).isEmpty();

    cedar.pass(Duration.ofMillis(1));

    MachineSighting made = made(cedar.check(operation));
    assertThat(made.state()).isEqualTo(MachineState.RUNNING);
    assertThat(made.key()).contains(key(1));
    assertThat(made.zone()).contains("east-2");
    assertThat(cedar.list()).containsExactly(made);
  }

  @Test
  void another_adapter_on_the_project_follows_the_operation() {
    LaunchOperation operation = cedar.launch(key(1));
    cedar.provider.close();
    cedar.pass(OPERATION);

    try (MachineProvider another = CedarFixture.open(cedar.cloud.url(), cedar.clock)) {
      MachineSighting made = made(CedarFixture.check(another, new LaunchOperation(operation.id())));

      assertThat(cedar.cloud.machines()).containsOnlyKeys(made.id().value());
    }
  }

  @Test
  void an_operation_without_capacity_fails_in_its_size_and_zone_and_leaves_no_machine() {
    cedar.cloud.failNextMaking("NO_CAPACITY");
    LaunchOperation operation = cedar.launch(key(1));
    cedar.pass(OPERATION);

    LaunchFailure failure = failure(cedar.check(operation));

    assertThat(failure.kind()).isEqualTo(Kind.CAPACITY);
    assertThat(failure.scope()).isEqualTo(ErrorScope.size("small", Optional.of("east-2")));
    assertThat(cedar.list()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"QUOTA_EXCEEDED,QUOTA", "INTERNAL,UNAVAILABLE", "OUT_OF_PAPER,UNCLASSIFIED"})
  void an_operation_fails_with_the_kind_of_its_error(String code, Kind kind) {
    cedar.cloud.failNextMaking(code);
    LaunchOperation operation = cedar.launch(key(1));
    cedar.pass(OPERATION);

    LaunchFailure failure = failure(cedar.check(operation));

    assertThat(failure.kind()).isEqualTo(kind);
    assertThat(failure.message()).contains(code);
  }

  @Test
  void an_operation_is_unknown_an_hour_after_its_end() {
    LaunchOperation operation = cedar.launch(key(1));
    cedar.pass(OPERATION.plus(Duration.ofHours(1)).minusMillis(1));
    assertThat(cedar.check(operation)).isInstanceOf(LaunchProgress.Done.class);

    cedar.pass(Duration.ofMillis(1));

    assertThat(cedar.check(operation)).isEqualTo(new LaunchProgress.Unknown());
    assertThat(cedar.list()).hasSize(1);
  }

  @Test
  void what_cannot_be_an_operation_of_cedar_is_unknown_and_no_request() {
    LaunchProgress progress = cedar.check(new LaunchOperation("../machines?x"));

    assertThat(progress).isEqualTo(new LaunchProgress.Unknown());
    assertThat(cedar.cloud.requests()).isEmpty();
  }

  @Test
  void a_key_is_one_operation_while_it_runs_and_afterwards() {
    LaunchOperation first = cedar.launch(key(1));

    assertThat(cedar.launch(key(1))).isEqualTo(first);
    cedar.pass(OPERATION);
    assertThat(cedar.launch(key(1))).isEqualTo(first);
    assertThat(cedar.launch(key(2))).isNotEqualTo(first);
    assertThat(cedar.cloud.operationsBegun()).isEqualTo(2);
  }

  @Test
  void a_key_of_another_launch_or_of_a_machine_that_has_ended_is_a_conflict() {
    LaunchOperation operation = cedar.launch(key(1));
    CloudException other = catchThrowableOfType(
        CloudException.class,
        () -> cedar.provider.launch(cedar.prepare("large"), key(1), 1, FakeCall.patient()));
    cedar.pass(OPERATION);
    cedar.cloud.kill(made(cedar.check(operation)).id().value());
    CloudException spent = catchThrowableOfType(CloudException.class, () -> cedar.launch(key(1)));

    assertThat(other.conflict()).contains(Conflict.KEY_MISMATCH);
    assertThat(spent.conflict()).contains(Conflict.KEY_SPENT);
  }

  @Test
  void the_key_of_an_operation_that_failed_is_free_once_that_is_forgotten() {
    cedar.cloud.failNextMaking("NO_CAPACITY");
    LaunchOperation failed = cedar.launch(key(1));
    cedar.pass(OPERATION);
    assertThat(cedar.launch(key(1))).isEqualTo(failed);

    cedar.cloud.forgetOperations();

    assertThat(cedar.launch(key(1))).isNotEqualTo(failed);
  }

  @Test
  void a_machine_whose_end_fails_runs_again() {
    LaunchOperation operation = cedar.launch(key(1));
    cedar.pass(OPERATION);
    MachineId machine = made(cedar.check(operation)).id();
    cedar.cloud.failNextEnding();

    cedar.provider.terminate(machine, FakeCall.patient());

    assertThat(cedar.list())
        .extracting(MachineSighting::state)
        .containsExactly(MachineState.TERMINATING);
    cedar.pass(Duration.ofSeconds(5));
    assertThat(cedar.list())
        .extracting(MachineSighting::state)
        .containsExactly(MachineState.RUNNING);
    cedar.provider.terminate(machine, FakeCall.patient());
    cedar.pass(Duration.ofSeconds(5));
    assertThat(cedar.list()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "200 OK | {'id':'op-7','state':'PAUSED'} | state",
        "200 OK | {'id':'op-8','state':'RUNNING'} | id",
        "200 OK | {'state':'RUNNING'} | id",
        "200 OK | {'id':'op-7','state':'DONE'} | machine",
        "200 OK | {'id':'op-7','state':'DONE','machine':{'id':'m-1'}} | machine",
        "200 OK | {'id':'op-7','state':'FAILED'} | error",
        "404 No | <html> | 404",
        "404 No | {'code':'NO_SUCH_PATH','message':'no'} | NO_SUCH_PATH",
        "503 No | {'code':'UNAVAILABLE','message':'no'} | UNAVAILABLE",
      })
  void no_other_reply_ends_an_operation(String status, String body, String named) {
    String reply = RawServer.reply(status, body.replace('\'', '"'));
    try (RawServer server = new RawServer(line -> reply);
        MachineProvider adapter = CedarFixture.open(server.url(), cedar.clock)) {
      CloudException error = catchThrowableOfType(
          CloudException.class, () -> CedarFixture.check(adapter, new LaunchOperation("op-7")));

      assertThat(error).hasMessageContaining(named);
      assertThat(error.effect()).isEqualTo(Effect.NONE);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"{} ", "{'operation':7}", "{'operation':''}", "{'operation':'../machines'}"})
  void a_launch_without_a_usable_operation_may_have_begun_one(String body) {
    String catalog = "{\"zones\":[\"east-2\"],\"sizes\":[\"small\"],\"images\":[\"img-1\"]}";
    String accepted = RawServer.reply("202 Accepted", body.replace('\'', '"'));
    try (RawServer server = new RawServer(
            line -> line.startsWith("GET") ? RawServer.reply("200 OK", catalog) : accepted);
        MachineProvider adapter = CedarFixture.open(server.url(), cedar.clock)) {
      CloudException error = catchThrowableOfType(
          CloudException.class,
          () -> adapter.launch(cedar.prepare("small"), key(1), 1, FakeCall.patient()));

      assertThat(error).hasMessageContaining("operation");
      assertThat(error.effect()).isEqualTo(Effect.UNKNOWN);
    }
  }

  @Test
  void a_configuration_that_cannot_work_is_refused_with_every_wrong_key_and_no_secret() {
    Map<String, String> config = Map.of("endpoint", "ftp://cedar", "token", "two words");

    assertThatThrownBy(() -> CedarFixture.FACTORY.open(
            CedarFixture.FACTORY.config().parse(config),
            new ProviderEnvironment("prod", cedar.clock, cedar.clock, new Random(1))))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("endpoint")
        .hasMessageContaining("ftp://cedar")
        .hasMessageContaining("token")
        .hasMessageNotContaining("two words");
  }

  @Test
  void a_wrong_token_is_unauthenticated_and_does_not_show() {
    Map<String, String> config =
        Map.of("endpoint", cedar.cloud.url().toString(), "token", CedarCloud.TOKEN + "-old");
    try (MachineProvider adapter = CedarFixture.FACTORY.open(
        CedarFixture.FACTORY.config().parse(config),
        new ProviderEnvironment("prod", cedar.clock, cedar.clock, new Random(1)))) {
      CloudException error =
          catchThrowableOfType(CloudException.class, () -> adapter.identity(FakeCall.patient()));

      assertThat(error.kind()).isEqualTo(Kind.UNAUTHENTICATED);
      assertThat(error.summary()).doesNotContain(CedarCloud.TOKEN);
    }
  }

  private static MachineSighting made(LaunchProgress progress) {
    assertThat(progress).isInstanceOf(LaunchProgress.Done.class);
    return ((LaunchProgress.Done) progress).result().machines().get(0);
  }

  private static LaunchFailure failure(LaunchProgress progress) {
    assertThat(progress).isInstanceOf(LaunchProgress.Failed.class);
    return ((LaunchProgress.Failed) progress).failure();
  }
}

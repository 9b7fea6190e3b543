package io.cloudadapter.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.ListStatus;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.WriteOptions;
import io.cloudadapter.api.scaling.DeletionCriteria;
import io.cloudadapter.api.scaling.DeletionPolicy;
import io.cloudadapter.api.scaling.PolicySelector;
import io.cloudadapter.api.scaling.ResizeDecision;
import io.cloudadapter.api.scaling.ResizeRequest;
import io.cloudadapter.api.scaling.ScalingDecision;
import io.cloudadapter.api.scaling.ScalingRequest;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.config.ScalingConfig;
import io.cloudadapter.spi.config.ConfigError;
import io.cloudadapter.spi.config.ConfigException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CloudAdapterTest {
  private static final Duration SOON = Duration.ofSeconds(30);

  private final ImmediateCloud cloud = new ImmediateCloud();

  private CloudAdapter.Builder plain() {
    return CloudAdapter.builder()
        .provider(cloud)
        .account(new AccountConfig("here", "plain", Map.of()))
        .pool(PoolConfig.named("web", "here", 20)
            .listInterval(Duration.ofMillis(20), Duration.ofMillis(50))
            .launchesPerHour(1000)
            .terminationsPerHour(1000)
            .missingListsUntilGone(2)
            .massDisappearanceShare(0.5)
            .build());
  }

  @Test
  void growsAndShrinksToWhatIsAskedFor() throws InterruptedException {
    try (CloudAdapter adapter = plain().inMemory().open()) {
      MachinePool web = adapter.defaultPool();

      web.setDesiredSize(5);
      web.await(PoolView::settled, SOON);
      assertThat(cloud.running()).isEqualTo(5);

      web.setDesiredSize(2);
      web.await(view -> view.settled() && view.machines().size() == 2, SOON);
      assertThat(cloud.running()).isEqualTo(2);
    }
  }

  @Test
  void goesOnWhereItWasWhenOpenedAgain(@TempDir Path data) throws InterruptedException {
    try (CloudAdapter adapter = plain().dataDirectory(data).open()) {
      adapter.defaultPool().setDesiredSize(3);
      adapter.defaultPool().await(PoolView::settled, SOON);
    }

    try (CloudAdapter adapter = plain().dataDirectory(data).open()) {
      PoolView view = adapter.defaultPool().await(PoolView::settled, SOON);

      assertThat(view.desiredSize()).isEqualTo(3);
      assertThat(cloud.running()).isEqualTo(3);
    }
  }

  @Test
  void aDecrementIsTakenOnceOrRefusedAlsoAfterItWasOpenedAgain(@TempDir Path data)
      throws InterruptedException {
    MachineId ended;
    try (CloudAdapter adapter = plain().dataDirectory(data).open()) {
      MachinePool web = adapter.defaultPool();
      web.setDesiredSize(3);
      PoolView view = web.await(PoolView::settled, SOON);
      ended = view.machines().get(0).id();
      MachineId out = view.machines().get(1).id();
      web.setServiceState(out, ServiceState.OUT_OF_SERVICE);

      assertThatThrownBy(() -> web.terminate(out, true))
          .isInstanceOfSatisfying(
              PoolException.class,
              refusal -> assertThat(refusal.reason()).isEqualTo(PoolException.Reason.CONFLICT))
          .hasMessageContaining("machine " + out + " is OUT_OF_SERVICE and does not count");
      web.terminate(ended, true);
      web.terminate(ended, true);
      assertThat(web.view().desiredSize()).isEqualTo(2);
    }

    try (CloudAdapter adapter = plain().dataDirectory(data).open()) {
      MachinePool web = adapter.defaultPool();
      web.await(PoolView::settled, SOON);

      web.terminate(ended, true);
      assertThat(web.view().desiredSize()).isEqualTo(2);
    }
  }

  @Test
  void anAdapterThatFailsToCloseKeepsNothingElseOpen(@TempDir Path data) {
    CloudAdapter first = plain().dataDirectory(data).open();
    cloud.clumsy = true;
    first.close();
    cloud.clumsy = false;

    try (CloudAdapter second = plain().dataDirectory(data).open()) {
      assertThat(second.defaultPool().name().value()).isEqualTo("web");
    }
  }

  @Test
  void namesMachinesThatNoPoolKeepsAnyMore(@TempDir Path data) throws InterruptedException {
    try (CloudAdapter adapter = plain().dataDirectory(data).open()) {
      adapter.defaultPool().setDesiredSize(3);
      adapter.defaultPool().await(PoolView::settled, SOON);
    }

    assertThat(plain().dataDirectory(data).warnings()).isEmpty();
    assertThat(CloudAdapter.builder()
            .provider(cloud)
            .account(new AccountConfig("here", "plain", Map.of()))
            .pool(PoolConfig.named("db", "here", 20).build())
            .dataDirectory(data)
            .warnings())
        .containsExactly(new ConfigError(
            "pools.web",
            "UNCONFIGURED: the ledger has 3 machines of this pool, which is not configured; configure it"
                + " again, and bring it to size 0 before it is taken out"));
  }

  @Test
  void aPoolOfTheApiIsConfiguredThoughNoFileHasIt(@TempDir Path data) throws InterruptedException {
    try (CloudAdapter adapter = plain().dataDirectory(data).open()) {
      MachinePool jobs = adapter.createPool(PoolConfig.named("jobs", "here", 3).build());
      jobs.setDesiredSize(2);
      jobs.await(view -> view.settled() && view.machines().size() == 2, SOON);
    }

    assertThat(plain().dataDirectory(data).warnings()).isEmpty();
  }

  @Test
  void scalesAndRepeatsItsFirstAnswerWhenOpenedAgain(@TempDir Path data)
      throws InterruptedException {
    WriteOptions once = WriteOptions.none().idempotencyKey("night");
    ScalingRequest three = ScalingRequest.out(3);
    ScalingDecision first;
    ResizeDecision limits;
    try (CloudAdapter adapter = plain().dataDirectory(data).open()) {
      MachinePool web = adapter.defaultPool();
      web.await(PoolView::settled, SOON);

      first = web.scale(three, PolicySelector.own(), once);
      limits = web.resize(ResizeRequest.parse(Map.of("max_size", 4)));
      web.await(view -> view.settled() && view.machines().size() == 3, SOON);
    }

    try (CloudAdapter adapter = plain().dataDirectory(data).open()) {
      MachinePool web = adapter.defaultPool();
      web.await(PoolView::settled, SOON);

      assertThat(first).hasToString("OK: scale out by 3 to 3, desired size 3");
      assertThat(web.scale(three, PolicySelector.own(), once)).isEqualTo(first);
      assertThat(limits.maxSize()).isEqualTo(4);
      assertThat(web.scale(ScalingRequest.out(2)).reason())
          .isEqualTo("The target capacity (5) is greater than the cluster's max_size (4).");
      assertThat(web.view().desiredSize()).isEqualTo(3);
    }
  }

  @Test
  void refusesAPolicyThatItsCloudCannotFollow() {
    DeletionPolicy alive = new DeletionPolicy(
        DeletionCriteria.RANDOM, false, Duration.ZERO, true, java.util.Optional.empty());
    CloudAdapter.Builder builder = CloudAdapter.builder()
        .provider(cloud)
        .account(new AccountConfig("here", "plain", Map.of()))
        .pool(PoolConfig.named("web", "here", 20)
            .scaling(ScalingConfig.none().with("alive", alive))
            .build());

    assertThatThrownBy(() -> builder.inMemory().open())
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(
            "pools.web.policies: must destroy the machines that go: adapter plain of"
                + " account here cannot let them go alive");
  }

  @Test
  void refusesASizeAboveTheCapAndChangesNothing() throws InterruptedException {
    try (CloudAdapter adapter = plain().inMemory().open()) {
      MachinePool web = adapter.defaultPool();

      assertThatThrownBy(() -> web.setDesiredSize(21))
          .isInstanceOf(PoolException.class)
          .hasMessage("desiredSize must be 0 to 20, was 21");
      assertThat(web.await(view -> true, SOON).desiredSize()).isZero();
    }
  }

  @Test
  void namesEveryFaultOfAConfigurationAtOnce() {
    CloudAdapter.Builder builder = plain()
        .inMemory()
        .account(new AccountConfig("there", "plian", Map.of()))
        .account(new AccountConfig("odd", "plain", Map.of("region", "x")))
        .pool(PoolConfig.named("db", "hree", 5).build());

    assertThatThrownBy(builder::open)
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("accounts.there.provider")
        .hasMessageContaining("did you mean plain?")
        .hasMessageContaining("accounts.odd.region: is unknown")
        .hasMessageContaining("pools.db.account: there is no account hree; did you mean here?");
  }

  @Test
  void showsThatACloudHasNotBeenListedYetAndWhy() {
    cloud.closed = true;
    try (CloudAdapter adapter = plain().inMemory().open()) {
      MachinePool web = adapter.defaultPool();

      assertThatThrownBy(() -> web.await(view -> true, Duration.ofMillis(200)))
          .isInstanceOfSatisfying(
              PoolException.class,
              e -> assertThat(e.detail()).contains("CLOUD", "closed for lunch"));
      PoolView view = web.view();
      assertThat(view.listStatus()).isEqualTo(ListStatus.NOT_LISTED);
      assertThat(view.settled()).isFalse();
      assertThat(view.alarms().toString()).contains("CLOUD", "closed for lunch");
      assertThatThrownBy(web::plan)
          .isInstanceOfSatisfying(
              PoolException.class,
              e -> assertThat(e.detail()).contains("CLOUD", "closed for lunch"));
    }
  }

  @Test
  void answersWithAViewRightAfterItIsOpened(@TempDir Path data) throws InterruptedException {
    try (CloudAdapter adapter = plain().dataDirectory(data).open()) {
      assertThat(adapter.defaultPool().view().everListed()).isIn(true, false);
      adapter.defaultPool().setDesiredSize(3);
      adapter.defaultPool().await(PoolView::settled, SOON);
    }
    cloud.closed = true;

    try (CloudAdapter adapter = plain().dataDirectory(data).open()) {
      PoolView view = adapter.defaultPool().view();

      assertThat(view.listStatus()).isEqualTo(ListStatus.NOT_LISTED);
      assertThat(view.everListed()).isTrue();
      assertThat(view.desiredSize()).isEqualTo(3);
      assertThat(view.machines()).as("those of the ledger").hasSize(3);
      assertThat(view.settled()).isFalse();
    }
  }

  @Test
  void isRefusedUntilThePlaceOfItsLedgerIsChosen() {
    String problem =
        "data: must be given by dataDirectory, unless inMemory is called: without either"
            + " the ledger would end with the process";

    assertThatThrownBy(() -> plain().open())
        .isInstanceOf(ConfigException.class)
        .hasMessage(problem);
    assertThat(plain().errors()).extracting(Object::toString).containsExactly(problem);
    assertThatThrownBy(() -> plain().dataDirectory(null)).isInstanceOf(NullPointerException.class);
  }

  @Test
  void theLastChoiceOfThePlaceHolds(@TempDir Path data) {
    try (CloudAdapter adapter = plain().dataDirectory(data).inMemory().open()) {
      assertThat(adapter.all()).hasSize(1);
      assertThat(data).isEmptyDirectory();
    }
    try (CloudAdapter adapter = plain().inMemory().dataDirectory(data).open()) {
      assertThat(adapter.all()).hasSize(1);
      assertThat(data).isNotEmptyDirectory();
    }
  }

  @Test
  void asksTheAdapterToo() {
    cloud.picky = true;

    assertThat(plain().inMemory().errors())
        .extracting(Object::toString)
        .containsExactly("accounts.here.mood: must be better");
    assertThatThrownBy(() -> plain().inMemory().open())
        .isInstanceOf(ConfigException.class)
        .hasMessage("accounts.here.mood: must be better");
  }
}

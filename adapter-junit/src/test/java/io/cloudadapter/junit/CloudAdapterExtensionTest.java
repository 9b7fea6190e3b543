package io.cloudadapter.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.simulated.CloudFault;
import io.cloudadapter.simulated.SimulatedCloud;
import io.cloudadapter.spi.RequestKind;
import java.lang.reflect.Method;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;

@ExtendWith(CloudAdapterExtension.class)
class CloudAdapterExtensionTest {

  /** Classes whose tests are run by tests only. */
  static class Subjects {
    @ExtendWith(CloudAdapterExtension.class)
    static class Failing {
      @Test
      void fails(TestPool test) {
        throw new IllegalStateException("seed " + test.seed());
      }

      @Test
      void settlesNever(TestPool test) {
        test.faults().rate(RequestKind.LAUNCH, CloudFault.NO_QUOTA, 1);
        test.pool().setDesiredSize(1);
        test.settle();
      }
    }

    @ExtendWith(CloudAdapterExtension.class)
    static class Twice {
      @RegisterExtension
      final CloudAdapterExtension second = CloudAdapterExtension.builder().build();

      @Test
      void runs() {}
    }

    @ExtendWith(CloudAdapterExtension.class)
    static class ForAll {
      @BeforeAll
      static void takes(MachinePool pool) {}

      @Test
      void runs() {}
    }
  }

  private static Throwable failure(Class<?> type, String method, String... parameters) {
    Method test = Stream.of(type.getDeclaredMethods())
        .filter(one -> one.getName().equals(method))
        .findFirst()
        .orElseThrow();
    EngineTestKit.Builder kit =
        EngineTestKit.engine("junit-jupiter").selectors(selectMethod(type, test));
    for (int i = 0; i < parameters.length; i += 2) {
      kit.configurationParameter(parameters[i], parameters[i + 1]);
    }
    EngineExecutionResults results = kit.execute();
    return results.allEvents().failed().stream()
        .map(event -> event.getRequiredPayload(org.junit.platform.engine.TestExecutionResult.class))
        .map(result -> result.getThrowable().orElseThrow())
        .findFirst()
        .orElseThrow();
  }

  @Test
  void givesAPoolThatRestsAtItsSize(MachinePool pool, SimulatedCloud cloud) throws Exception {
    pool.setDesiredSize(5);

    PoolView view = pool.await(PoolView::settled, Duration.ofMinutes(5));

    assertThat(view.machines()).filteredOn(Machine::effective).hasSize(5);
    assertThat(cloud.machines()).hasSize(5);
  }

  @Test
  void awaitPassesNoMoreTimeThanItMay(TestPool test) {
    Instant before = test.clock().instant();

    assertThatThrownBy(() -> test.pool().await(view -> false, Duration.ofMinutes(3)))
        .isInstanceOf(PoolException.class)
        .hasMessageContaining("timed out after 0");
    assertThat(Duration.between(before, test.clock().instant())).isEqualTo(Duration.ofMinutes(3));
  }

  @Test
  void stagesCompleteAndListenersHearAsTimePasses(TestPool test) {
    test.advance(Duration.ofSeconds(10));
    CompletionStage<PoolView> full = test.pool()
        .awaitAsync(view -> view.settled() && view.desiredSize() == 2, Duration.ofHours(1));
    List<PoolView> heard = new java.util.ArrayList<>();
    test.pool().addListener(heard::add);

    test.pool().setDesiredSize(2);
    assertThat(full.toCompletableFuture()).isNotDone();
    test.settle();

    assertThat(full.toCompletableFuture()).isCompleted();
    assertThat(heard).last().satisfies(view -> assertThat(view.settled()).isTrue());
  }

  @Test
  void aCrashLosesNoAcceptedRequestAndMakesNoSecondMachine(TestPool test) {
    test.faults().rate(RequestKind.LAUNCH, CloudFault.HANG_AFTER_EFFECT, 1);
    test.pool().setDesiredSize(4);
    test.crash();
    test.faults().heal();

    test.settle();

    assertThat(test.cloud().created()).hasSize(4);
  }

  @Test
  void timeDoesNotGoBack(TestPool test) {
    assertThatThrownBy(() -> test.advance(Duration.ofSeconds(-1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("time must be 0 or more, was PT-1S");
  }

  @Test
  void oneSeedGivesOneStory() {
    assertThat(story(7)).isEqualTo(story(7)).isNotEqualTo(story(8));
  }

  private static String story(long seed) {
    TestPool test =
        new TestPool(PoolConfig.named("a", "b", 9).initialSize(5).build(), cloud -> {}, seed);
    test.faults().rate(RequestKind.LAUNCH, CloudFault.LOSE_REPLY, 0.5);
    test.settle();
    String story =
        test.cloud().created().stream().map(String::valueOf).collect(Collectors.joining("\n"));
    test.close();
    return story;
  }

  @Test
  void aFailureNamesTheSeedThatRepeatsIt() {
    Throwable failure = failure(Subjects.Failing.class, "fails");

    String seed = failure.getMessage().replace("seed ", "");
    assertThat(failure.getSuppressed())
        .extracting(Throwable::getMessage)
        .containsExactly("repeat this test with -Dcloudadapter.seed=" + seed);
    assertThat(failure(Subjects.Failing.class, "fails", "cloudadapter.seed", "0x2a"))
        .hasMessage("seed 42");
    assertThat(failure(Subjects.Failing.class, "fails", "cloudadapter.seed", "many"))
        .hasMessage("cloudadapter.seed must be a whole number, was many");
  }

  @Test
  void aPoolThatDoesNotRestIsDescribed() {
    assertThat(failure(Subjects.Failing.class, "settlesNever"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("does not rest within PT1H of virtual time")
        .hasMessageContaining("desiredSize=1");
  }

  @Test
  void wrongUseIsExplained() {
    assertThat(failure(Subjects.Twice.class, "runs"))
        .isInstanceOf(ExtensionConfigurationException.class)
        .hasMessageContaining("a test has one CloudAdapterExtension");
    assertThat(failure(Subjects.ForAll.class, "runs"))
        .hasMessageContaining("a pool belongs to one test");
  }
}

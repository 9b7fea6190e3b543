package io.cloudadapter.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.cloudadapter.api.cloud.Cloud;
import io.cloudadapter.api.cloud.Instance;
import io.cloudadapter.api.cloud.Listener;
import io.cloudadapter.api.cloud.Listener.Protocol;
import io.cloudadapter.api.cloud.LoadBalancer;
import io.cloudadapter.api.cloud.LoadBalancerSpec;
import io.cloudadapter.api.cloud.LoadBalancerSpec.Affinity;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.simulated.CloudFault;
import io.cloudadapter.simulated.SimulatedClock;
import io.cloudadapter.simulated.SimulatedCloud;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.MachineProviderFactory;
import io.cloudadapter.spi.ProviderEnvironment;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.config.ConfigSpec;
import io.cloudadapter.spi.config.ProviderConfig;
import io.cloudadapter.spi.feature.Clusters;
import io.cloudadapter.spi.feature.Instances;
import io.cloudadapter.spi.feature.LoadBalancers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A program that asks an account for what it has beside machines. */
class CloudInJavaTest {
  private final SimulatedCloud simulated = SimulatedCloud.builder(1, SimulatedClock.wall())
      .latency(Duration.ZERO, Duration.ofMillis(2))
      .callTimeout(Duration.ofMillis(1500))
      .clusters(List.of())
      .build();
  private final CloudAdapter adapter = CloudAdapter.builder()
      .inMemory()
      .provider(new Factory())
      .account(new AccountConfig("here", "mine", Map.of()))
      .account(new AccountConfig("idle", "mine", Map.of()))
      .pool(PoolConfig.named("web", "here", 20).build())
      .open();
  private final Cloud cloud = adapter.cloud("here").orElseThrow();

  /** Hands out the one cloud. */
  private final class Factory implements MachineProviderFactory {
    @Override
    public String name() {
      return "mine";
    }

    @Override
    public ConfigSpec config() {
      return ConfigSpec.none();
    }

    @Override
    public MachineProvider open(ProviderConfig config, ProviderEnvironment environment) {
      return simulated.provider();
    }
  }

  @AfterEach
  void close() {
    adapter.close();
  }

  private static LoadBalancerSpec web() {
    return new LoadBalancerSpec(
        "simulated",
        "web",
        Optional.empty(),
        List.of(new Listener("", Protocol.TCP, 80, 8080)),
        List.of(),
        Affinity.NONE);
  }

  private static CloudException errorOf(ThrowingCallable question) {
    return catchThrowableOfType(CloudException.class, question);
  }

  @Test
  void asksAndChanges() {
    LoadBalancer made =
        cloud.change(LoadBalancers.class, (balancers, call) -> balancers.ensure(web(), call));

    Optional<LoadBalancer> found = cloud.ask(
        LoadBalancers.class, (balancers, call) -> balancers.find("simulated", "web", call));
    assertThat(found).contains(made);
    assertThat(cloud.account()).isEqualTo("here");
    assertThat(cloud.provider()).isEqualTo("mine");
  }

  @Test
  void saysWhatTheAdapterLacks() {
    assertThat(cloud.has(Instances.class)).isTrue();
    assertThat(cloud.has(Clusters.class)).isFalse();

    CloudException lacking = errorOf(() -> cloud.ask(Clusters.class, Clusters::clusters));

    assertThat(lacking.kind()).isEqualTo(Kind.UNSUPPORTED);
    assertThat(lacking).hasMessageContaining("mine").hasMessageContaining("Clusters");
  }

  @Test
  void knowsAccountsThatPoolsLiveIn() {
    assertThat(adapter.cloud("idle")).isEmpty();
    assertThat(adapter.cloud("missing")).isEmpty();
  }

  @Test
  void passesOnWhatTheCloudSays() {
    simulated.faults().next(RequestKind.ACT, CloudFault.LOSE_REPLY);

    CloudException lost = errorOf(() ->
        cloud.change(LoadBalancers.class, (balancers, call) -> balancers.ensure(web(), call)));

    assertThat(lost.kind()).isEqualTo(Kind.UNAVAILABLE);
    assertThat(lost.effect()).isEqualTo(Effect.UNKNOWN);
    assertThat(simulated.loadBalancers()).hasSize(1);
  }

  @Test
  void waitsNoLongerThanACallMayTake() {
    simulated.faults().next(RequestKind.ACT, CloudFault.HANG);

    CloudException late = errorOf(() ->
        cloud.change(LoadBalancers.class, (balancers, call) -> balancers.ensure(web(), call)));

    assertThat(late.kind()).isEqualTo(Kind.TIMEOUT);
  }

  @Test
  void takesWhatIsNoAnswerForABrokenAdapter() {
    CloudException foreign = errorOf(() -> cloud.ask(Instances.class, (instances, call) -> {
      throw new IllegalStateException("broken");
    }));
    CloudException nothing =
        errorOf(() -> cloud.<Instances, Instance>ask(Instances.class, (instances, call) -> null));

    assertThat(foreign.kind()).isEqualTo(Kind.UNCLASSIFIED);
    assertThat(nothing.kind()).isEqualTo(Kind.UNCLASSIFIED);
  }

  @Test
  void answersNoCallerAfterTheEnd() {
    adapter.close();

    CloudException closed = errorOf(() -> cloud.ask(Instances.class, Instances::all));

    assertThat(closed.kind()).isEqualTo(Kind.CANCELLED);
  }
}

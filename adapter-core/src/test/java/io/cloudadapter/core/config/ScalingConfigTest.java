package io.cloudadapter.core.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cloudadapter.api.scaling.DeletionCriteria;
import io.cloudadapter.api.scaling.DeletionPolicy;
import io.cloudadapter.api.scaling.PlacementPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** The scaling configuration of a pool. */
class ScalingConfigTest {
  private static final DeletionPolicy OLDEST = DeletionPolicy.of(DeletionCriteria.OLDEST_FIRST);

  private static PlacementPolicy placement(PlacementPolicy.Kind kind, String zone) {
    return new PlacementPolicy(kind, List.of(PlacementPolicy.Share.of(zone, 100)));
  }

  private static void refused(Runnable what, String message) {
    assertThatIllegalArgumentException().isThrownBy(what::run).withMessage(message);
  }

  @Test
  void keepsItsLimitsInOrder() {
    PoolConfigBuilder pool = PoolConfig.named("web", "here", 10);

    refused(
        () -> pool.scaling(ScalingConfig.none().withMinSize(11)).build(),
        "scaling.minSize must be 0 to 10, was 11");
    refused(
        () -> pool.scaling(ScalingConfig.none().withMaxSizeLimit(9)).build(),
        "scaling.maxSizeLimit must be 10 to 100000, was 9");
    assertThat(pool.scaling(ScalingConfig.none().withMinSize(3)).build())
        .returns(3, PoolConfig::initialSize)
        .returns(10, PoolConfig::maxSizeLimit)
        .returns(OptionalInt.empty(), config -> config.scaling().maxSizeLimit());
  }

  @Test
  void hasOnePolicyOfAKindThatHoldsForAll() {
    refused(
        () -> ScalingConfig.none().with("a", OLDEST).with("b", OLDEST),
        "scaling.policies must have at most one deletion policy, were a, b");
    refused(
        () -> ScalingConfig.none()
            .with("a", placement(PlacementPolicy.Kind.ZONE, "x"))
            .with("b", placement(PlacementPolicy.Kind.ZONE, "y")),
        "scaling.policies must have at most one zone placement, were a, b");
  }

  @Test
  void refusesWhatItWouldHaveToIgnore() {
    refused(
        () -> ScalingConfig.none().with("far", placement(PlacementPolicy.Kind.REGION, "x")),
        "scaling.policies.far must not place by region: all machines of a pool are in the region of"
            + " its account; place by zone, or have a pool in each region");
    DeletionPolicy.Hooks hooks = new DeletionPolicy.Hooks(
        DeletionPolicy.HookType.WEBHOOK, "", "https://secret", OptionalInt.empty());
    refused(
        () -> ScalingConfig.none()
            .with(
                "told",
                new DeletionPolicy(
                    DeletionCriteria.RANDOM, true, Duration.ZERO, true, Optional.of(hooks))),
        "scaling.policies.told must have no hooks: a pool does not carry out those of a policy; give them"
            + " to PoolConfigBuilder.hook, pools.NAME.hooks in a configuration");
    refused(
        () -> ScalingConfig.none().with("a b", OLDEST),
        "scaling.policies must have names of 1 to 64 letters, digits, '.', '_' or '-', was 'a b'");
  }

  @Test
  void placesInTheZonesOfThePoolOnly() {
    ScalingConfig scaling =
        ScalingConfig.none().with("spread", placement(PlacementPolicy.Kind.ZONE, "c"));
    LaunchConfig launch = LaunchConfig.builder().zones(List.of("a", "b")).build();

    refused(
        () ->
            PoolConfig.named("web", "here", 10).launch(launch).scaling(scaling).build(),
        "scaling.policies must place in the zones of the pool, which are [a, b], was c");
    assertThat(PoolConfig.named("web", "here", 10).scaling(scaling).build().zones())
        .as("without zones of its own it has those of the placement")
        .containsExactly("c");
  }
}

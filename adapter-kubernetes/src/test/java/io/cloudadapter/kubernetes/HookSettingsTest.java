package io.cloudadapter.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.Secret;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.core.CloudAdapter;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.LaunchConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.server.config.ConfigFileReader;
import io.cloudadapter.simulated.SimulatedProviderFactory;
import io.cloudadapter.spi.config.ConfigError;
import io.cloudadapter.spi.config.ConfigException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which settings of hooks are refused since they would have no effect. */
class HookSettingsTest {
  private static LifecycleHook hook(LifecycleTransition on, String... keys) {
    Map<String, String> parameters = new TreeMap<>(Map.of("namespace", "cloudadapter"));
    for (int i = 0; i < keys.length; i += 2) {
      parameters.put(keys[i], keys[i + 1]);
    }
    HookTarget target = new HookTarget(NodeChannel.NAME, parameters, Optional.empty());
    return LifecycleHook.on("drain", on, Duration.ofMinutes(2), target)
        .withLimit(Duration.ofHours(1));
  }

  private static void check(LifecycleHook hook) {
    try (NodeChannel channel = new NodeChannel()) {
      channel.checkHook(hook);
    }
  }

  @Test
  void a_drain_may_last_as_long_as_its_hook_and_no_longer() {
    assertThatCode(() -> check(hook(LifecycleTransition.TERMINATE, "timeout", "1h")))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> check(hook(LifecycleTransition.WARM_RETURN, "timeout", "61m")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("timeout must be at most the limit of the hook, which is 1h, was 61m");
  }

  @ParameterizedTest
  @CsvSource({
    "timeout, 30m",
    "gracePeriod, 1m",
    "force, true",
    "deleteEmptydirData, true",
    "deleteAtTimeout, true"
  })
  void settings_of_drains_are_refused_in_a_hook_that_drains_nothing(String key, String value) {
    assertThatCode(() -> check(hook(LifecycleTransition.TERMINATE, key, value)))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> check(hook(LifecycleTransition.LAUNCH, key, value)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(key + " must be left out of a hook on launch, which drains no node; it is for"
            + " hooks on termination or warm-return, was " + value);
  }

  @ParameterizedTest
  @EnumSource(names = {"WARM_IN", "WAKE"})
  void machines_of_a_warm_pool_that_join_drain_nothing_either(LifecycleTransition on) {
    assertThatThrownBy(() -> check(hook(on, "force", "false")))
        .hasMessageContaining("force must be left out of a hook on " + on.word());
  }

  @Test
  void join_tokens_are_for_machines_that_join() {
    assertThatCode(() -> check(hook(LifecycleTransition.WARM_IN, "joinToken", "20m")))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> check(hook(LifecycleTransition.WAKE, "joinToken", "1h")))
        .hasMessageContaining("joinToken must be left out of a hook on wake");
    assertThatThrownBy(() -> check(hook(LifecycleTransition.LAUNCH, "joinToken", "19m")))
        .hasMessage("joinToken must be 20m to 1d, was 19m");
  }

  @Test
  void join_tokens_need_a_place_in_the_user_data() {
    PoolConfig pool = PoolConfig.named("workers", "lab", 10)
        .hook(hook(LifecycleTransition.LAUNCH, "joinToken", "1h"))
        .build();
    assertThat(CloudAdapter.builder()
            .inMemory()
            .account(new AccountConfig("lab", "simulated", Map.of()))
            .pool(pool)
            .errors())
        .extracting(ConfigError::toString)
        .singleElement()
        .asString()
        .contains(
            "pools.workers.hooks.drain.target.joinToken: asks for values of each launch, and the pool's"
                + " userData has none of their placeholders; it must have one or more of"
                + " {{join-ca-hash}}, {{join-endpoint}}, {{join-token}}");
  }

  private static List<String> errorsWithUserData(String userData, LifecycleHook hook) {
    PoolConfig pool = PoolConfig.named("workers", "lab", 10)
        .launch(LaunchConfig.builder().userData(Secret.of(userData)).build())
        .hook(hook)
        .build();
    return CloudAdapter.builder()
        .inMemory()
        .account(new AccountConfig("lab", "simulated", Map.of()))
        .pool(pool)
        .errors()
        .stream()
        .map(ConfigError::toString)
        .toList();
  }

  @Test
  void user_data_that_joins_needs_a_hook_with_join_tokens() {
    assertThat(
            errorsWithUserData("kubeadm join {{join-endpoint}}", hook(LifecycleTransition.LAUNCH)))
        .containsExactly(
            "pools.workers.userData: has {{join-endpoint}}, and no hook of the pool has"
                + " joinToken in its target, so machines would get it as it stands; it must be left"
                + " out, or a hook with channel kubernetes must ask for its value");
  }

  @ParameterizedTest
  @ValueSource(strings = {"join-tokn", "joinToken", "join_token", " join-token ", "join-hash"})
  void a_misspelt_placeholder_of_a_join_is_refused(String misspelt) {
    String userData = "kubeadm join {{join-endpoint}} --token {{" + misspelt + "}} {{ds.region}}";

    assertThat(errorsWithUserData(userData, hook(LifecycleTransition.LAUNCH, "joinToken", "1h")))
        .containsExactly("pools.workers.userData: has {{" + misspelt + "}}, for which there is no"
            + " value, so machines would get it as it stands; allowed are {{join-ca-hash}},"
            + " {{join-endpoint}}, {{join-token}}");
  }

  @Test
  void a_second_hook_with_join_tokens_is_refused() {
    LifecycleHook first = hook(LifecycleTransition.LAUNCH, "joinToken", "1h");
    LifecycleHook second = LifecycleHook.on(
            "again", LifecycleTransition.LAUNCH, Duration.ofMinutes(2), first.target())
        .withLimit(Duration.ofHours(1));
    PoolConfig pool = PoolConfig.named("workers", "lab", 10)
        .launch(
            LaunchConfig.builder().userData(Secret.of("join {{join-token}}")).build())
        .hook(first)
        .hook(second)
        .build();
    assertThat(CloudAdapter.builder()
            .inMemory()
            .account(new AccountConfig("lab", "simulated", Map.of()))
            .pool(pool)
            .errors())
        .extracting(ConfigError::toString)
        .singleElement()
        .asString()
        .contains(
            "pools.workers.hooks.again.target.joinToken: asks for values of each launch, as hook drain"
                + " does; only one hook of a pool may have {{join-ca-hash}}");
  }

  @Test
  void a_wrong_target_is_named_first() {
    assertThatThrownBy(() -> check(hook(LifecycleTransition.TERMINATE, "timeout", "soon")))
        .hasMessageContaining("timeout must be a time span");
  }

  @Test
  void a_configuration_file_with_such_a_hook_is_refused_with_the_path_of_the_target() {
    String file = """
        server: {http: true}
        accounts:
          lab: {provider: simulated}
        pools:
          workers:
            maxSize: 10
            hooks:
              drain:
                timeout: 2m
                limit: 20m
                channel: kubernetes
                target: {namespace: cloudadapter, timeout: 30m}
        """;
    assertThatThrownBy(() -> new ConfigFileReader(List.of(new SimulatedProviderFactory()), Map.of())
            .parse(file, Path.of("").toAbsolutePath()))
        .isInstanceOfSatisfying(
            ConfigException.class,
            e -> assertThat(e.faults())
                .singleElement()
                .asString()
                .contains(
                    "pools.workers.hooks.drain.target: timeout must be at most the limit of the"
                        + " hook, which is 20m, was 30m"));
  }

  @Test
  void a_pool_of_a_program_with_such_a_hook_is_refused_too() {
    PoolConfig pool = PoolConfig.named("workers", "lab", 10)
        .hook(hook(LifecycleTransition.TERMINATE, "timeout", "2h"))
        .build();

    assertThat(CloudAdapter.builder()
            .inMemory()
            .account(new AccountConfig("lab", "simulated", Map.of()))
            .pool(pool)
            .errors())
        .extracting(ConfigError::toString)
        .singleElement()
        .asString()
        .contains(
            "pools.workers.hooks.drain.target: timeout must be at most the limit of the hook");
  }
}

package io.cloudadapter.core.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.Secret;
import io.cloudadapter.api.hook.HookMessage;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.core.ImmediateCloud;
import io.cloudadapter.core.config.LaunchConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.config.PoolConfigBuilder;
import io.cloudadapter.spi.BootstrapSource;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.HookChannel;
import io.cloudadapter.spi.LaunchKey;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whether placeholders in user data and the hooks that ask for their values fit together. */
class LaunchDataCheckTest {
  private static final String ALLOWED = "{{vault-key}}, {{vault-url}}";

  private final ImmediateCloud cloud = new ImmediateCloud();

  /** Makes keys for the hooks whose target has {@code lease}. */
  private static final class Vault implements HookChannel, BootstrapSource {
    @Override
    public String channel() {
      return "vault";
    }

    @Override
    public void check(HookTarget target) {}

    @Override
    public void send(HookMessage message, HookTarget target, CallContext call) {}

    @Override
    public Optional<BootstrapSource> bootstrap() {
      return Optional.of(this);
    }

    @Override
    public String parameter() {
      return "lease";
    }

    @Override
    public Set<String> placeholders() {
      return Set.of("vault-key", "vault-url");
    }

    @Override
    public Set<String> placeholders(LifecycleHook hook) {
      return hook.target().parameters().containsKey("lease") ? placeholders() : Set.of();
    }

    @Override
    public Map<String, Secret> values(
        LifecycleHook hook, PoolName pool, LaunchKey key, CallContext call) {
      throw new UnsupportedOperationException("no pool of this test launches");
    }
  }

  private List<String> faults(String userData, Map<String, String> target) {
    cloud.channels = List.of(new Vault());
    PoolConfigBuilder pool = PoolConfig.named("web", "here", 5)
        .launch(LaunchConfig.builder().userData(Secret.of(userData)).build())
        .hook(LifecycleHook.onLaunch(
            "joined", Duration.ofMinutes(5), new HookTarget("vault", target, Optional.empty())));
    return new HookChannelRegistry(Map.of())
        .faults(pool.build(), cloud.provider()).stream().map(Object::toString).toList();
  }

  private List<String> faultsOfHookThatAsks(String userData) {
    return faults(userData, Map.of("lease", "1h"));
  }

  @Test
  void aHookThatAsksAndOneOfItsPlaceholdersFit() {
    assertThat(faultsOfHookThatAsks("open {{vault-key}}; echo {{ds.meta_data.id}} {{v1.region}}"))
        .isEmpty();
  }

  @Test
  void aPlaceholderForWhichNoHookAsksIsRefused() {
    assertThat(faults("open {{vault-key}}", Map.of()))
        .containsExactly("pools.web.userData: has {{vault-key}}, and no hook of the pool has lease"
            + " in its target, so machines would get it as it stands; it must be left out, or a"
            + " hook with channel vault must ask for its value");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "vault-kye",
        "vaultKey",
        "VAULT_KEY",
        " vault-key ",
        "vault-token",
        "valt-url",
        "vault.url"
      })
  void aMisspeltPlaceholderIsRefusedWithThoseThatAreAllowed(String misspelt) {
    assertThat(faultsOfHookThatAsks("open {{" + misspelt + "}}"))
        .containsExactly("pools.web.userData: has {{" + misspelt + "}}, for which there is no"
            + " value, so machines would get it as it stands; allowed are " + ALLOWED);
  }

  @Test
  void aMisspeltPlaceholderBesideASoundOneIsRefusedToo() {
    assertThat(faultsOfHookThatAsks("open {{vault-url}} {{vaultkey}}"))
        .singleElement()
        .asString()
        .contains("has {{vaultkey}}, for which there is no value");
  }

  @Test
  void aHookThatAsksInVainIsNamedByTheKeyThatAsks() {
    assertThat(faultsOfHookThatAsks("open {{door}}"))
        .containsExactly("pools.web.hooks.joined.target.lease: asks for values of each launch, and"
            + " the pool's userData has none of their placeholders; it must have one or more of "
            + ALLOWED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        " vault_key ",
        " .VaultKey ",
        "vaultKey",
        " ds ",
        "vault-kye",
        "vault-command",
        " vault-key "
      })
  void namesOfOtherProgramsStayWhereNoHookAsks(String name) {
    assertThat(faults("open {{" + name + "}}", Map.of())).isEmpty();
  }

  @Test
  void eachMisspeltPlaceholderIsNamedOnce() {
    assertThat(faultsOfHookThatAsks("{{vault-a}} {{vault-b}} {{vault-a}}")).hasSize(2);
  }

  @Test
  void noOtherPartOfTheUserDataIsShown() {
    assertThat(
            faultsOfHookThatAsks("password=hunter2 {{vault-kye}} {{hunter3}} {{vault-hunter4\n}}"))
        .singleElement()
        .asString()
        .doesNotContain("hunter");
  }
}

package io.cloudadapter.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.Secret;
import io.cloudadapter.api.hook.HookMessage;
import io.cloudadapter.api.hook.HookResult;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.LaunchConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.spi.BootstrapSource;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.HookChannel;
import io.cloudadapter.spi.LaunchKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of values that a hook channel makes for each launch: they reach the cloud, and nothing else. */
class LaunchDataPoolTest {
  private static final Duration SOON = Duration.ofSeconds(60);

  @TempDir
  private Path directory;

  private final ImmediateCloud cloud = new ImmediateCloud();
  private final TokenChannel channel = new TokenChannel();

  /** Makes a token for each launch, the same one again for the same launch, or another one each time. */
  private static final class TokenChannel implements HookChannel, BootstrapSource {
    final Map<String, String> made = new ConcurrentHashMap<>();
    final AtomicInteger asked = new AtomicInteger();
    volatile Optional<RuntimeException> error = Optional.empty();
    volatile boolean makesAnew;

    @Override
    public String channel() {
      return "tokens";
    }

    @Override
    public void check(HookTarget target) {
      // It has no parameters.
    }

    @Override
    public void send(HookMessage message, HookTarget target, CallContext call) {
      // The test completes the hooks.
    }

    @Override
    public Optional<BootstrapSource> bootstrap() {
      return Optional.of(this);
    }

    @Override
    public String parameter() {
      return "token";
    }

    @Override
    public Set<String> placeholders() {
      return Set.of("token");
    }

    @Override
    public Set<String> placeholders(LifecycleHook hook) {
      return placeholders();
    }

    @Override
    public Map<String, Secret> values(
        LifecycleHook hook, PoolName pool, LaunchKey key, CallContext call) {
      int number = asked.incrementAndGet();
      if (error.isPresent()) {
        throw error.get();
      }
      String token = "secret-" + number + "-of-" + pool;
      String valid = makesAnew ? token : made.computeIfAbsent(key.value(), unseen -> token);
      made.put(key.value(), valid);
      return Map.of("token", Secret.of(valid));
    }
  }

  private CloudAdapter open(int size) {
    cloud.channels = List.of(channel);
    return CloudAdapter.builder()
        .dataDirectory(directory)
        .provider(cloud)
        .account(new AccountConfig("here", "plain", Map.of()))
        .pool(PoolConfig.named("web", "here", 20)
            .initialSize(size)
            .listInterval(Duration.ofMillis(20), Duration.ofMillis(50))
            .launch(LaunchConfig.builder()
                .userData(Secret.of("join --token {{token}} {{ds.unknown}}"))
                .build())
            .hook(LifecycleHook.onLaunch(
                "joined",
                Duration.ofMinutes(10),
                new HookTarget("tokens", Map.of(), Optional.empty())))
            .build())
        .open();
  }

  private static PoolView await(MachinePool pool, int machines) throws InterruptedException {
    return pool.await(
        view -> view.machines().stream()
                .filter(machine -> machine.machineState() == MachineState.RUNNING)
                .count()
            == machines,
        SOON);
  }

  private boolean isOnDisk(String text) {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(Files::isRegularFile).anyMatch(file -> holds(file, text));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean holds(Path file, String text) {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void each_machine_gets_its_own_value_and_what_is_no_placeholder_stays() throws Exception {
    try (CloudAdapter adapter = open(3)) {
      await(adapter.defaultPool(), 3);

      assertThat(cloud.arrived).hasSize(3).allSatisfy(launch -> {
        assertThat(launch.count()).isEqualTo(1);
        assertThat(launch.userData())
            .isEqualTo(
                "join --token " + channel.made.get(launch.key().value()) + " {{ds.unknown}}");
      });
      assertThat(new HashSet<>(channel.made.values())).hasSize(3);
      assertThat(isOnDisk(cloud.arrived.get(0).key().value()))
          .as("the ledger is there")
          .isTrue();
      assertThat(isOnDisk("secret-")).as("it is sealed there").isFalse();
    }
  }

  @Test
  void machines_with_different_values_have_one_launch_template() throws Exception {
    try (CloudAdapter adapter = open(2)) {
      MachinePool pool = adapter.defaultPool();
      await(pool, 2);
      pool.hooks().forEach(hook -> pool.answerHook(hook.token(), HookResult.CONTINUE));
      pool.setDesiredSize(4);
      PoolView view = await(pool, 4);

      assertThat(view.machines())
          .extracting(machine -> machine.template())
          .containsOnly(view.machines().get(0).template());
      assertThat(view.machines()).allMatch(machine -> machine.drift().isEmpty());
    }
  }

  @Test
  void a_launch_is_sent_again_with_the_value_that_it_had_though_the_source_makes_others()
      throws Exception {
    channel.makesAnew = true;
    cloud.losesReplies = true;
    try (CloudAdapter adapter = open(1)) {
      adapter.defaultPool().await(view -> cloud.arrived.size() >= 2, SOON);
    }
    int before = cloud.arrived.size();
    try (CloudAdapter adapter = open(1)) {
      adapter.defaultPool().await(view -> cloud.arrived.size() > before, SOON);
      cloud.losesReplies = false;
      await(adapter.defaultPool(), 1);
    }
    assertThat(cloud.arrived)
        .extracting(ImmediateCloud.Arrived::key)
        .containsOnly(cloud.arrived.get(0).key());
    assertThat(cloud.arrived)
        .extracting(ImmediateCloud.Arrived::userData)
        .containsOnly(cloud.arrived.get(0).userData());
    assertThat(channel.asked).hasValue(1);
  }

  @Test
  void without_a_value_nothing_is_sent_and_the_plan_and_the_alarm_have_the_reason()
      throws Exception {
    channel.error = Optional.of(CloudException.of(
            CloudException.Kind.THROTTLED, CloudException.Effect.NONE, "too many tokens")
        .build());
    try (CloudAdapter adapter = open(1)) {
      MachinePool pool = adapter.defaultPool();
      PoolView view = pool.await(
          now -> now.alarms().stream().anyMatch(alarm -> alarm.code() == Alarm.Code.CLOUD), SOON);
      assertThat(view.alarms())
          .extracting(Alarm::message)
          .anyMatch(
              text -> text.contains("the values of a launch cannot be made: too many tokens"));
      assertThat(pool.plan().holds())
          .extracting(PoolPlan.Hold::reason)
          .anyMatch(text -> text.contains("the values of a launch cannot be made"));
      assertThat(cloud.arrived).isEmpty();

      channel.error = Optional.empty();
      await(pool, 1);
    }
  }

  @Test
  void a_source_that_breaks_its_contract_shows_no_value() throws Exception {
    channel.error = Optional.of(new IllegalStateException("secret-0"));
    try (CloudAdapter adapter = open(1)) {
      PoolView view = adapter
          .defaultPool()
          .await(
              now -> now.alarms().stream().anyMatch(alarm -> alarm.code() == Alarm.Code.CLOUD),
              SOON);
      assertThat(view.alarms())
          .extracting(Alarm::message)
          .allMatch(text -> !text.contains("secret-0"))
          .anyMatch(text -> text.contains("java.lang.IllegalStateException"));
    }
  }
}

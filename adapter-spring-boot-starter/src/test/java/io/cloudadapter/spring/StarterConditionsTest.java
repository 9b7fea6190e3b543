package io.cloudadapter.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.Pools;
import io.cloudadapter.api.action.Action;
import io.cloudadapter.api.action.ActionRequest;
import io.cloudadapter.api.hook.HookListener;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.core.CloudAdapter;
import io.cloudadapter.core.LeaderTask;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.spi.config.ConfigException;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** When the starter does what, and what a program changes by its own beans. */
class StarterConditionsTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private static List<String> twoPoolsAnd(String... more) {
    List<String> all = new ArrayList<>(RunningApp.TWO_POOLS);
    all.addAll(List.of(more));
    return all;
  }

  private static void hasNothing(RunningApp app) {
    assertThat(app.context.getBeansOfType(Pools.class)).isEmpty();
    assertThat(app.context.getBeansOfType(PoolsEndpoint.class)).isEmpty();
    assertThat(app.context.getBeansOfType(io.cloudadapter.micrometer.PoolMeters.class))
        .isEmpty();
    assertThat(app.get("/actuator/pools").statusCode()).isEqualTo(404);
    assertThat(app.get("/actuator/health").body()).doesNotContain("cloudadapter");
  }

  @Test
  void withoutPoolsNothingIsOpened() {
    try (RunningApp app = RunningApp.start(List.of())) {
      hasNothing(app);
    }
  }

  @Test
  void aProgramMayLeaveThePoolsOut() {
    try (RunningApp app = RunningApp.start(twoPoolsAnd("cloudadapter.enabled=false"))) {
      hasNothing(app);
      assertThat(app.context.getBeansOfType(MachinePool.class)).isEmpty();
    }
  }

  @Test
  void theEndpointIsReadOnlyUnlessItsAccessIsUnrestricted() throws Exception {
    try (RunningApp app = RunningApp.start(RunningApp.TWO_POOLS)) {
      MachinePool web = app.context.getBean("web", MachinePool.class);
      web.await(view -> view.desiredSize() == 2, PATIENCE);
      assertThat(app.get("/actuator/pools/web").statusCode()).isEqualTo(200);
      assertThat(app.post("/actuator/pools/web", "{\"desiredSize\": 3}").statusCode())
          .isBetween(404, 405);
      assertThat(web.view().desiredSize()).isEqualTo(2);
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class OwnTelemetry {
    @Bean
    InMemorySpanExporter spans() {
      return InMemorySpanExporter.create();
    }

    @Bean
    OpenTelemetry telemetry(InMemorySpanExporter spans) {
      return OpenTelemetrySdk.builder()
          .setTracerProvider(SdkTracerProvider.builder()
              .addSpanProcessor(SimpleSpanProcessor.create(spans))
              .build())
          .build();
    }
  }

  @Test
  void requestsAreShownInTheOpenTelemetryOfTheApplication() {
    try (RunningApp app = RunningApp.start(RunningApp.TWO_POOLS, OwnTelemetry.class)) {
      app.context.getBean("web", MachinePool.class).setDesiredSize(3);

      assertThat(app.context.getBean(InMemorySpanExporter.class).getFinishedSpanItems())
          .extracting(SpanData::getName)
          .contains("pool SetDesiredSize");
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class OwnPools {
    @Bean
    Pools own() {
      return CloudAdapter.builder()
          .inMemory()
          .account(new AccountConfig("own", "simulated", Map.of()))
          .pool(PoolConfig.named("web", "own", 7).initialSize(6).build())
          .pool(PoolConfig.named("batch", "own", 7).build())
          .open();
    }
  }

  @Test
  void aBeanOfPoolsReplacesThoseOfTheProperties() throws Exception {
    try (RunningApp app = RunningApp.start(RunningApp.TWO_POOLS, OwnPools.class)) {
      assertThat(app.context.getBeansOfType(Pools.class)).containsOnlyKeys("own");
      // A new pool gets its initial size with the first list of its cloud.
      app.context
          .getBean("web", MachinePool.class)
          .await(view -> view.desiredSize() == 6, PATIENCE);
      assertThat(app.get("/actuator/pools").body()).contains("\"desiredSize\":6");
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Extensions {
    final LinkedBlockingQueue<String> told = new LinkedBlockingQueue<>();
    final LinkedBlockingQueue<String> begun = new LinkedBlockingQueue<>();

    @Bean
    HookListener listener() {
      return message -> told.add(message.hook());
    }

    @Bean
    PoolCustomizer drain() {
      return (name, pool) -> {
        if (name.equals("web")) {
          pool.hook(
              LifecycleHook.onTerminate("drain", Duration.ofMinutes(5), HookTarget.listener()));
        }
      };
    }

    @Bean
    OwnProviderFactory ownProvider() {
      return new OwnProviderFactory();
    }

    @Bean
    LeaderTask task() {
      return context -> {
        begun.add("begun");
        return () -> begun.add("ended");
      };
    }

    @Bean
    QueueingHandler handler() {
      return new QueueingHandler();
    }
  }

  @Test
  void beansOfAProgramAreItsAdaptersActionsTasksAndListeners() throws Exception {
    List<String> properties = twoPoolsAnd("cloudadapter.accounts.lab.provider=own");
    properties.remove("cloudadapter.accounts.lab.provider=simulated");
    LinkedBlockingQueue<String> begun;
    try (RunningApp app = RunningApp.start(properties, Extensions.class)) {
      MachinePool web = app.context.getBean("web", MachinePool.class);
      MachineId machine =
          web.await(PoolView::settled, PATIENCE).machines().get(0).id();

      web.submit(ActionRequest.of(machine, new Action.Custom("Queue", Map.of())));
      assertThat(app.context.getBean(QueueingHandler.class).machines.poll(2, TimeUnit.MINUTES))
          .isEqualTo(machine);
      begun = app.context.getBean(Extensions.class).begun;
      assertThat(begun).containsExactly("begun");
      web.setDesiredSize(1);
      assertThat(app.context.getBean(Extensions.class).told.poll(2, TimeUnit.MINUTES))
          .isEqualTo("drain");
    }
    assertThat(begun).containsExactly("begun", "ended");
  }

  /** Notes whether the pool answers when it stops. */
  static final class Stopping implements SmartLifecycle {
    private final MachinePool pool;
    private final int phase;
    private volatile boolean running;
    volatile boolean answered;

    Stopping(MachinePool pool, int phase) {
      this.pool = pool;
      this.phase = phase;
    }

    @Override
    public void start() {
      running = true;
    }

    @Override
    public void stop() {
      running = false;
      try {
        pool.setDesiredSize(1);
        answered = true;
      } catch (PoolException closed) {
        answered = false;
      }
    }

    @Override
    public boolean isRunning() {
      return running;
    }

    @Override
    public int getPhase() {
      return phase;
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class TwoStopping {
    @Bean
    Stopping early(MachinePool web) {
      return new Stopping(web, 10);
    }

    @Bean
    Stopping late(MachinePool web) {
      return new Stopping(web, -10);
    }
  }

  @Test
  void poolsCloseAfterBeansOfHigherPhases() {
    Stopping early;
    Stopping late;
    try (RunningApp app = RunningApp.start(RunningApp.TWO_POOLS, TwoStopping.class)) {
      early = app.context.getBean("early", Stopping.class);
      late = app.context.getBean("late", Stopping.class);
    }

    assertThat(early.answered).isTrue();
    assertThat(late.answered).isFalse();
  }

  @Test
  void eachWrongPropertyIsNamed() {
    Throwable refused = catchThrowable(() -> RunningApp.start(List.of(
            "cloudadapter.in-memory=true",
            "cloudadapter.accounts.lab.config.zones=a",
            "cloudadapter.pools.web.max-size=0",
            "cloudadapter.pools.batch.max-size=3",
            "cloudadapter.pools.batch.remediation.after=0s"))
        .close());

    Throwable cause = refused;
    while (!(cause instanceof ConfigException) && cause.getCause() != null) {
      cause = cause.getCause();
    }
    assertThat(cause).isInstanceOf(ConfigException.class);
    assertThat(new ConfigFailureAnalyzer().analyze(refused).getDescription())
        .contains("cloudadapter.accounts.lab.provider: is missing")
        .contains("cloudadapter.pools.web.maxSize: must be a whole number, 1 to 100000, was 0")
        .contains("cloudadapter.pools.batch.remediation.after: ");
  }

  @Test
  void whatTheLibraryRefusesIsNamedAsAProperty() {
    Throwable refused = catchThrowable(() -> RunningApp.start(List.of(
            "cloudadapter.accounts.lab.provider=simulatd", "cloudadapter.pools.web.max-size=3"))
        .close());

    assertThat(new ConfigFailureAnalyzer().analyze(refused).getDescription())
        .contains("cloudadapter.data-directory: is missing")
        .contains("cloudadapter.accounts.lab.provider: ")
        .contains("simulatd");
  }

  @Test
  void noSecretIsInTheText() {
    PoolProperties pool = org.springframework.boot.context.properties.bind.Binder.get(
            environment(Map.of("p.user-data", "password", "p.template.key", "password")))
        .bind("p", PoolProperties.class)
        .get();

    assertThat(pool.userData()).isEqualTo("password");
    assertThat(pool.toString()).doesNotContain("password");
  }

  private static org.springframework.core.env.ConfigurableEnvironment environment(
      Map<String, Object> properties) {
    var environment = new org.springframework.core.env.StandardEnvironment();
    environment
        .getPropertySources()
        .addFirst(new org.springframework.core.env.MapPropertySource("test", properties));
    return environment;
  }
}

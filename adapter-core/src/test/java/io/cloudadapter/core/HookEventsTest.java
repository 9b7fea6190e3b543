package io.cloudadapter.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.WriteOptions;
import io.cloudadapter.api.event.PoolEvent;
import io.cloudadapter.api.event.PoolEventKind;
import io.cloudadapter.api.event.PoolEventQuery;
import io.cloudadapter.api.hook.HookListener;
import io.cloudadapter.api.hook.HookMessage;
import io.cloudadapter.api.hook.HookResult;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.PoolConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the history has of hooks whose receivers could not do their work. */
class HookEventsTest {
  private static final Duration SOON = Duration.ofSeconds(30);

  @TempDir
  private Path directory;

  private final BlockingQueue<HookMessage> heard = new LinkedBlockingQueue<>();

  private CloudAdapter open(Duration timeout, HookListener listener) {
    return CloudAdapter.builder()
        .dataDirectory(directory)
        .provider(new ImmediateCloud())
        .account(new AccountConfig("here", "plain", Map.of()))
        .pool(PoolConfig.named("web", "here", 20)
            .initialSize(1)
            .listInterval(Duration.ofMillis(20), Duration.ofMillis(50))
            .hook(LifecycleHook.onTerminate("drain", timeout, HookTarget.listener()))
            .build())
        .hooks("web", listener)
        .open();
  }

  private HookMessage waiting(MachinePool pool) throws InterruptedException {
    pool.await(view -> view.settled() && view.desiredSize() == 1, SOON);
    pool.setDesiredSize(0);
    HookMessage message = heard.poll(SOON.toSeconds(), TimeUnit.SECONDS);
    assertThat(message).isNotNull();
    return message;
  }

  private static List<String> ends(MachinePool pool) {
    return pool
        .events(
            PoolEventQuery.all().kinds(PoolEventKind.HOOK_ANSWERED, PoolEventKind.HOOK_TIMED_OUT))
        .events()
        .stream()
        .map(PoolEvent::message)
        .toList();
  }

  @Test
  void a_hook_that_is_completed_shows_what_its_receiver_reported_last() throws Exception {
    try (CloudAdapter adapter = open(Duration.ofHours(1), heard::add)) {
      MachinePool pool = adapter.defaultPool();
      HookMessage message = waiting(pool);
      WriteOptions by = WriteOptions.none().caller("robot");
      pool.reportHook(message.token(), Optional.of("its cluster is away"), by);
      pool.reportHook(message.token(), Optional.of("two pods are left"), by);
      pool.answerHook(message.token(), HookResult.CONTINUE, by);

      assertThat(ends(pool))
          .containsExactly("hook drain of machine " + message.machine()
              + " was completed; its receiver reported: two pods are left");
    }
  }

  @Test
  void a_hook_whose_receiver_goes_on_shows_nothing_of_the_trouble_before() throws Exception {
    try (CloudAdapter adapter = open(Duration.ofHours(1), heard::add)) {
      MachinePool pool = adapter.defaultPool();
      HookMessage message = waiting(pool);
      WriteOptions by = WriteOptions.none().caller("robot");
      pool.reportHook(message.token(), Optional.of("its cluster is away"), by);
      pool.reportHook(message.token(), Optional.empty(), by);
      pool.answerHook(message.token(), HookResult.CONTINUE, by);

      assertThat(ends(pool))
          .containsExactly("hook drain of machine " + message.machine() + " was completed");
    }
  }

  @Test
  void a_hook_that_runs_out_of_time_shows_why_its_message_did_not_arrive() throws Exception {
    HookListener deaf = message -> {
      heard.add(message);
      throw new IllegalStateException("no route");
    };
    try (CloudAdapter adapter = open(Duration.ofSeconds(1), deaf)) {
      MachinePool pool = adapter.defaultPool();
      HookMessage message = waiting(pool);
      pool.await(view -> view.settled() && view.machines().isEmpty(), SOON);

      assertThat(ends(pool))
          .singleElement()
          .satisfies(text -> assertThat(text)
              .startsWith("hook drain of machine " + message.machine()
                  + " ran out of time; its message did not arrive: ")
              .contains("no route"));
    }
  }
}

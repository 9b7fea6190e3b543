package com.example.pools;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.hook.HookMessage;
import io.cloudadapter.api.hook.HookResult;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.junit.CloudAdapterExtension;
import io.cloudadapter.junit.TestPool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class DrainTest {
  @RegisterExtension
  final CloudAdapterExtension extension = CloudAdapterExtension.builder()
      .pool(PoolConfig.named("workers", "test", 10)
          .initialSize(3)
          .hook(LifecycleHook.onTerminate("drain", Duration.ofMinutes(5), HookTarget.listener()))
          .build())
      .build();

  private final List<HookMessage> messages = new ArrayList<>();

  @BeforeEach
  void startWithThreeWorkers(TestPool test) {
    test.hookListener(messages::add);
    test.settle();
  }

  @Test
  void aWorkerEndsWhenItsWorkIsDone(TestPool test, MachinePool workers) throws Exception {
    workers.setDesiredSize(2);
    test.advance(Duration.ofMinutes(2));
    assertThat(test.cloud().machines()).hasSize(3);

    workers.answerHook(messages.get(0).token(), HookResult.CONTINUE);
    workers.await(view -> view.settled(), Duration.ofMinutes(1));

    assertThat(test.cloud().machine(messages.get(0).machine()))
        .get()
        .satisfies(machine -> assertThat(machine.state()).isEqualTo(MachineState.TERMINATED));
  }

  @Test
  void aWorkerThatNeverFinishesEndsAfterFiveMinutes(TestPool test, MachinePool workers) {
    workers.setDesiredSize(2);
    test.advance(Duration.ofMinutes(6));

    assertThat(test.settle().size().desiredSize()).isEqualTo(2);
  }
}

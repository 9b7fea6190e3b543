package com.example.pools;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.junit.CloudAdapterExtension;
import io.cloudadapter.junit.TestPool;
import io.cloudadapter.simulated.CloudFault;
import io.cloudadapter.spi.RequestKind;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(CloudAdapterExtension.class)
class QueueScalerTest {
  private final AtomicInteger jobs = new AtomicInteger();

  @Test
  void makesEachMachineOnceAlthoughRepliesGetLost(TestPool test) {
    QueueScaler scaler = new QueueScaler(test.pool(), jobs::get);
    test.faults().rate(RequestKind.LAUNCH, CloudFault.LOSE_REPLY, 0.5);

    jobs.set(95);
    scaler.run();
    test.settle();

    assertThat(test.cloud().created()).hasSize(10);
  }

  @Test
  void endsMachinesWhenTheQueueIsEmpty(TestPool test) {
    QueueScaler scaler = new QueueScaler(test.pool(), jobs::get);
    jobs.set(40);
    for (int minute = 0; minute < 30; minute++) {
      jobs.updateAndGet(waiting -> Math.max(0, waiting - 4));
      scaler.run();
      test.advance(Duration.ofMinutes(1));
    }

    assertThat(test.settle().machines()).noneMatch(machine -> machine.effective());
  }
}

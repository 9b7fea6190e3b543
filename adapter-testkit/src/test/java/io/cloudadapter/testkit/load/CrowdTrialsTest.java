package io.cloudadapter.testkit.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.simulated.SimulatedProviderFactory;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.MachineProviderFactory;
import io.cloudadapter.spi.ProviderEnvironment;
import io.cloudadapter.spi.config.ConfigSpec;
import io.cloudadapter.spi.config.ProviderConfig;
import io.cloudadapter.testkit.AdapterCertifier;
import io.cloudadapter.testkit.report.RuleResult;
import io.cloudadapter.testkit.report.Thoroughness;
import io.cloudadapter.testkit.report.Verdict;
import io.cloudadapter.testkit.report.ViolationExplanation;
import io.cloudadapter.testkit.subject.AdapterUnderTest;
import io.cloudadapter.testkit.subject.SimulatedTestCloud;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.LocalDate;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Which calls at the time of a close break MP-8.6. */
class CrowdTrialsTest {
  /** The last of the launches that are under way when the adapter is closed. */
  private static final int LAST = 12;

  @Test
  void a_thread_that_comes_to_its_call_only_after_close_breaks_nothing() {
    RuleResult ruling = ruling(1);

    assertThat(ruling.verdict()).as(ViolationExplanation.of(ruling)).isEqualTo(Verdict.PASS);
  }

  @Test
  void a_call_under_way_that_ends_each_time_as_if_it_came_after_close_breaks_the_rule() {
    RuleResult ruling = ruling(Integer.MAX_VALUE);

    assertThat(ruling.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(ruling.why()).contains("ended in java.lang.IllegalStateException");
  }

  /** The verdict where so many launches stand still until their adapter is closed. */
  private static RuleResult ruling(int late) {
    AdapterUnderTest right = SimulatedTestCloud.subject(Map.of());
    AdapterUnderTest subject = AdapterUnderTest.of(new StandingStill(new AtomicInteger(late)))
        .cloud(right.clouds())
        .mode(right.mode())
        .claims(right.features().toArray(Class<?>[]::new));
    return new AdapterCertifier(subject, Thoroughness.SMOKE, 7, LocalDate.parse("2026-01-01"))
        .search("MP-8.6", finding -> true);
  }

  /** Adapters whose last launch waits, before it reaches the adapter, until that is closed. */
  private record StandingStill(AtomicInteger left) implements MachineProviderFactory {
    private static final SimulatedProviderFactory RIGHT = new SimulatedProviderFactory();

    @Override
    public String name() {
      return RIGHT.name();
    }

    @Override
    public ConfigSpec config() {
      return RIGHT.config();
    }

    @Override
    public ConfigSpec template() {
      return RIGHT.template();
    }

    @Override
    public MachineProvider open(ProviderConfig config, ProviderEnvironment environment) {
      MachineProvider right = RIGHT.open(config, environment);
      AtomicInteger launches = new AtomicInteger();
      CountDownLatch closed = new CountDownLatch(1);
      return (MachineProvider) Proxy.newProxyInstance(
          MachineProvider.class.getClassLoader(),
          new Class<?>[] {MachineProvider.class},
          (proxy, method, arguments) -> {
            if (method.getName().equals("launch")
                && launches.incrementAndGet() == LAST
                && left.getAndDecrement() > 0) {
              closed.await();
            }
            try {
              return method.invoke(right, arguments);
            } catch (InvocationTargetException thrown) {
              throw thrown.getCause();
            } finally {
              if (method.getName().equals("close")) {
                closed.countDown();
              }
            }
          });
    }
  }
}

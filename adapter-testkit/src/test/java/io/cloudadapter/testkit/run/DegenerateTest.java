package io.cloudadapter.testkit.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.simulated.SimulatedProviderFactory;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.MachineProviderFactory;
import io.cloudadapter.spi.ProviderEnvironment;
import io.cloudadapter.spi.ProviderProfile;
import io.cloudadapter.spi.config.ConfigSpec;
import io.cloudadapter.spi.config.ProviderConfig;
import io.cloudadapter.testkit.AdapterCertifier;
import io.cloudadapter.testkit.report.Certificate;
import io.cloudadapter.testkit.report.Thoroughness;
import io.cloudadapter.testkit.report.Verdict;
import io.cloudadapter.testkit.report.ViolationExplanation;
import io.cloudadapter.testkit.subject.AdapterUnderTest;
import io.cloudadapter.testkit.subject.SimulatedTestCloud;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Adapters that are no adapters end in verdicts that a person can read; the kit never hangs or trips. */
class DegenerateTest {
  private final CountDownLatch over = new CountDownLatch(1);

  @Test
  void an_adapter_that_does_nothing_is_told_so() {
    readable(new Hollow((proxy, method, arguments) -> null));
  }

  @Test
  void an_adapter_that_throws_at_everything_is_told_so() {
    readable(new Hollow((proxy, method, arguments) -> {
      throw new UnsupportedOperationException("not yet");
    }));
  }

  @Test
  void an_adapter_that_never_returns_is_told_so() {
    readable(new Hollow((proxy, method, arguments) -> {
      awaitTheEndOfTheTest();
      return null;
    }));
  }

  @Test
  void a_cloud_that_is_not_there_is_told_before_anything_is_tried() {
    assertThat(certification(new Hollow((proxy, method, arguments) -> {
              throw CloudException.of(Kind.UNAVAILABLE, Effect.NONE, "connection refused")
                  .build();
            }))
            .unreachable())
        .hasValueSatisfying(why -> assertThat(why).contains("UNAVAILABLE", "connection refused"));
    assertThat(certification(new Hollow((proxy, method, arguments) -> {
              throw new UnsupportedOperationException("not yet");
            }))
            .unreachable())
        .as("the adapter's own doing")
        .isEmpty();
  }

  private static AdapterCertifier certification(MachineProviderFactory factory) {
    AdapterUnderTest subject = AdapterUnderTest.of(factory)
        .cloud((clock, seed) -> new SimulatedTestCloud(clock, seed, Map.of()));
    return new AdapterCertifier(subject, Thoroughness.FULL, 1, LocalDate.parse("2026-01-01"));
  }

  /** Waits for the interrupt. Without a busy loop, because later tests need the processor. */
  private void awaitTheEndOfTheTest() {
    while (over.getCount() > 0) {
      try {
        over.await();
      } catch (InterruptedException goesOn) {
        continue;
      }
    }
  }

  @AfterEach
  void let_go() {
    over.countDown();
  }

  private static void readable(MachineProviderFactory factory) {
    AdapterUnderTest subject = AdapterUnderTest.of(factory)
        .cloud((clock, seed) -> new SimulatedTestCloud(clock, seed, Map.of()))
        .patience(Duration.ofMillis(300));

    Certificate certificate = new AdapterCertifier(
            subject, Thoroughness.FULL, 1, LocalDate.parse("2026-01-01"))
        .certificate();

    assertThat(certificate.result()).isEqualTo(Certificate.Result.NOT_CERTIFIED);
    assertThat(certificate.ruling("MP-2.1").verdict()).isIn(Verdict.FAIL, Verdict.BLOCKED);
    assertThat(certificate.rulings())
        .filteredOn(ruling -> ruling.verdict() != Verdict.PASS)
        .allSatisfy(ruling -> {
          assertThat(ruling.why()).as(ruling.rule().id()).isNotBlank();
          assertThat(ruling.why()).doesNotContain("NullPointerException", "ClassCastException");
        });
    assertThat(ViolationExplanation.of(certificate)).contains("MP-2.1");
  }

  /** Has a profile and features, which do nothing by themselves; everything else is the handler's. */
  private record Hollow(InvocationHandler handler) implements MachineProviderFactory {
    private static final ProviderProfile PROFILE =
        ProviderProfile.builder().callTimeout(Duration.ofSeconds(1)).build();

    @Override
    public String name() {
      return "hollow";
    }

    @Override
    public ConfigSpec config() {
      return new SimulatedProviderFactory().config();
    }

    @Override
    public MachineProvider open(ProviderConfig config, ProviderEnvironment environment) {
      return (MachineProvider) Proxy.newProxyInstance(
          Hollow.class.getClassLoader(),
          new Class<?>[] {MachineProvider.class},
          (proxy, method, arguments) -> switch (method.getName()) {
            case "profile" -> PROFILE;
            case "feature" -> Optional.empty();
            case "toString" -> "hollow";
            case "close" -> null;
            default -> handler.invoke(proxy, method, arguments);
          });
    }
  }
}

package io.cloudadapter.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.simulated.SimulatedProviderFactory;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.MachineProviderFactory;
import io.cloudadapter.spi.ProviderEnvironment;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.config.ConfigSpec;
import io.cloudadapter.spi.config.ProviderConfig;
import io.cloudadapter.testkit.report.Certificate;
import io.cloudadapter.testkit.report.RuleResult;
import io.cloudadapter.testkit.report.Thoroughness;
import io.cloudadapter.testkit.report.Verdict;
import io.cloudadapter.testkit.report.ViolationExplanation;
import io.cloudadapter.testkit.subject.AdapterUnderTest;
import io.cloudadapter.testkit.subject.ConfiguredCloud;
import io.cloudadapter.testkit.subject.FaultHook;
import io.cloudadapter.testkit.subject.SampleLaunch;
import io.cloudadapter.testkit.subject.SimulatedTestCloud;
import io.cloudadapter.testkit.subject.TestCloud;
import io.cloudadapter.testkit.subject.TestCloudConsole;
import io.cloudadapter.testkit.time.SystemTime;
import io.cloudadapter.testkit.wire.FaultProxy;
import io.cloudadapter.testkit.wire.WireFault;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class AdapterCertifierTest {
  private static final LocalDate TODAY = LocalDate.parse("2026-01-01");

  @Test
  void strikes_no_real_account_with_faults() {
    AdapterUnderTest live = SimulatedTestCloud.subject(Map.of()).live(Path.of("launches.log"));

    assertThatThrownBy(() -> new AdapterCertifier(live, Thoroughness.FULL, 1, TODAY))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at the tier LIVE only")
        .hasMessageContaining("was FULL");
  }

  @Test
  void calls_a_fake_that_was_tried_as_a_real_account_incomplete() {
    Certificate certificate = new AdapterCertifier(
            SimulatedTestCloud.subject(Map.of()), Thoroughness.LIVE, 1, TODAY)
        .certificate();

    assertThat(certificate.result()).isEqualTo(Certificate.Result.INCOMPLETE);
    assertThat(certificate.reasons())
        .anyMatch(reason -> reason.contains("MP-2.3, ")
            && reason.contains(" UNTESTED: not tried on a real account"));
  }

  @Test
  void certifies_nothing_without_faults() {
    Certificate certificate = new AdapterCertifier(
            SimulatedTestCloud.subject(Map.of()), Thoroughness.SMOKE, 1, TODAY)
        .certificate();

    assertThat(certificate.reasons()).isEmpty();
    assertThat(certificate.headline()).isEqualTo("SMOKE_ONLY");
  }

  @Test
  void hides_a_secret_in_what_an_adapter_throws_when_opened() {
    AdapterUnderTest told = AdapterUnderTest.of(new Telling())
        .cloud((clock, seed) -> new ConfiguredCloud(
            Map.of("file", "hunter2-hunter2"),
            Set.of(),
            new SampleLaunch(
                List.of(), Optional.empty(), Optional.empty(), Map.of(), 10, 40, 60, 0),
            Set.of("file"),
            Set.of(),
            Set.of(),
            Set.of(),
            "default"));

    Certificate certificate =
        new AdapterCertifier(told, Thoroughness.SMOKE, 1, TODAY).certificate();

    assertThat(certificate.ruling("MP-2.1").verdict()).isEqualTo(Verdict.BLOCKED);
    assertThat(List.of("MP-1.2", "MP-1.4"))
        .allSatisfy(rule -> assertThat(certificate.ruling(rule))
            .satisfies(ruling -> assertThat(ruling.verdict()).isEqualTo(Verdict.FAIL))
            .satisfies(ruling -> assertThat(ViolationExplanation.of(ruling))
                .contains("cannot use ***")
                .doesNotContain("hunter2-hunter2")));
  }

  @Test
  void leaves_a_rule_untested_whose_exchanges_no_fault_can_strike() {
    AdapterUnderTest spared = SimulatedTestCloud.subject(Map.of())
        .cloud((clock, seed) -> new Spared(new SimulatedTestCloud(clock, seed, Map.of())));

    RuleResult full = new AdapterCertifier(spared, Thoroughness.FULL, 1, TODAY).ruling("MP-2.1");
    RuleResult smoke = new AdapterCertifier(spared, Thoroughness.SMOKE, 1, TODAY).ruling("MP-2.1");

    assertThat(full.verdict()).isEqualTo(Verdict.UNTESTED);
    assertThat(full.why()).contains("exchanges can be struck with a fault here");
    assertThat(smoke.verdict()).isEqualTo(Verdict.PASS);
  }

  @Test
  void says_which_parts_of_a_rule_that_holds_were_not_tried() {
    RuleResult errors = new AdapterCertifier(
            SimulatedTestCloud.subject(Map.of()), Thoroughness.SMOKE, 1, TODAY)
        .ruling("MP-5.3");

    assertThat(errors.verdict()).isEqualTo(Verdict.PASS);
    assertThat(errors.why())
        .startsWith("not tried here: all errors but the cloud's refusals (without a wire");
    assertThat(ViolationExplanation.of(errors)).contains("PASS: not tried here: all errors but");
  }

  @Test
  void pauses_for_the_whole_time_after_any_earlier_waking() {
    LockSupport.unpark(Thread.currentThread());
    long began = SystemTime.ticker().nanos();

    SystemTime.pause(Duration.ofMillis(20));

    assertThat(SystemTime.ticker().nanos() - began)
        .isGreaterThanOrEqualTo(Duration.ofMillis(20).toNanos());
  }

  /** A cloud that no fault can strike. */
  private record Spared(SimulatedTestCloud cloud) implements TestCloud, FaultHook {
    @Override
    public Map<String, String> config(FaultProxy wire) {
      return cloud.config(wire);
    }

    @Override
    public SampleLaunch sample() {
      return cloud.sample();
    }

    @Override
    public Optional<TestCloudConsole> console() {
      return cloud.console();
    }

    @Override
    public Optional<FaultHook> faultPoint() {
      return Optional.of(this);
    }

    @Override
    public Set<WireFault> faults(RequestKind verb) {
      return Set.of();
    }

    @Override
    public void strike(RequestKind verb, WireFault fault) {
      throw new IllegalArgumentException("nothing strikes this cloud");
    }

    @Override
    public long strikes() {
      return 0;
    }

    @Override
    public void close() {
      cloud.close();
    }
  }

  /** Tells its secret when it is opened. */
  private record Telling() implements MachineProviderFactory {
    @Override
    public String name() {
      return "telling";
    }

    @Override
    public ConfigSpec config() {
      return new SimulatedProviderFactory().config();
    }

    @Override
    public MachineProvider open(ProviderConfig config, ProviderEnvironment environment) {
      throw new IllegalStateException("cannot use hunter2-hunter2");
    }
  }
}

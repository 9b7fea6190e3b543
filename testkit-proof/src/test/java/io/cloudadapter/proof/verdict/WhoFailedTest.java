package io.cloudadapter.proof.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.larch.LarchProviderFactory;
import com.example.larch.LarchTestCloud;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.proof.AdapterMutant;
import io.cloudadapter.proof.MutantCode;
import io.cloudadapter.simulated.SimulatedClock;
import io.cloudadapter.spi.MachineProviderFactory;
import io.cloudadapter.testkit.AdapterCertifier;
import io.cloudadapter.testkit.report.Certificate;
import io.cloudadapter.testkit.report.Certificate.Result;
import io.cloudadapter.testkit.report.RuleResult;
import io.cloudadapter.testkit.report.Thoroughness;
import io.cloudadapter.testkit.report.Verdict;
import io.cloudadapter.testkit.report.ViolationExplanation;
import io.cloudadapter.testkit.subject.AdapterUnderTest;
import io.cloudadapter.testkit.subject.CloudResource;
import io.cloudadapter.testkit.subject.TestCloudFactory;
import io.cloudadapter.testkit.wire.FaultProxy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An error of the author of a test cloud is kept apart from one of the author of the adapter. */
@Tag("proof")
class WhoFailedTest {

  @Test
  void an_exception_of_the_console_is_none_of_the_adapter() {
    RuleResult ruling = certification(subject(BrokenConsole::new)).ruling("MP-4.3");

    assertThat(ruling.verdict()).as(ViolationExplanation.of(ruling)).isEqualTo(Verdict.UNTESTED);
    assertThat(ruling.why())
        .contains(
            "not the adapter: TestCloudConsole.resources threw",
            "no resources today",
            "WhoFailedTest");
  }

  @Test
  void a_cloud_that_does_not_start_fails_no_rule() {
    Certificate certificate = certification(subject((clock, seed) -> {
          throw new IllegalStateException("the fake's port is taken");
        }))
        .certificate();

    assertThat(certificate.count(Verdict.FAIL)).isZero();
    assertThat(certificate.result()).isEqualTo(Result.INCOMPLETE);
    assertThat(certificate.reasons())
        .singleElement()
        .asString()
        .contains("TestCloudFactory.start threw", "the fake's port is taken");
  }

  @Test
  void a_cloud_that_hangs_up_is_none_of_the_adapter() {
    RuleResult ruling = certification(subject(HangsUp::new)).ruling("MP-1.6");

    assertThat(ruling.verdict()).as(ViolationExplanation.of(ruling)).isEqualTo(Verdict.UNTESTED);
    assertThat(ruling.why()).contains("not the adapter: it gave no reply to POST /v1/token");
  }

  @Test
  void an_adapter_that_cannot_be_opened_fails_one_rule(@TempDir Path classes) throws IOException {
    AdapterMutant closed = AdapterMutant.of("MP-1.2", "throws when it is opened", "")
        .edit("LarchProviderFactory", """
        URI endpoint = config.uri("endpoint");
        """, """
        URI endpoint = config.uri("endpoint");
        if (endpoint.getPort() > 0) {
          throw new IllegalStateException("ports are not written yet");
        }
        """);
    try (MutantCode adapter = MutantCode.of(MutantCode.Original.ADAPTER, closed, classes)) {
      Certificate certificate = certification(
              AdapterUnderTest.of(adapter.made(MachineProviderFactory.class))
                  .cloud(LarchTestCloud::new))
          .certificate();

      assertThat(failed(certificate))
          .as(ViolationExplanation.of(certificate))
          .isEqualTo(Set.of("MP-1.2"));
      assertThat(certificate.ruling("MP-1.2").why())
          .contains("open threw java.lang.IllegalStateException: ports are not written yet");
      assertThat(certificate.result()).isEqualTo(Result.NOT_CERTIFIED);
    }
  }

  private static Set<String> failed(Certificate certificate) {
    return certificate.rulings().stream()
        .filter(ruling -> ruling.verdict() == Verdict.FAIL)
        .map(ruling -> ruling.rule().id())
        .collect(Collectors.toSet());
  }

  private static AdapterUnderTest subject(TestCloudFactory clouds) {
    return AdapterUnderTest.of(new LarchProviderFactory()).cloud(clouds);
  }

  private static AdapterCertifier certification(AdapterUnderTest subject) {
    return new AdapterCertifier(subject, Thoroughness.SMOKE, 1, LocalDate.parse("2026-01-01"));
  }

  private static final class BrokenConsole extends LarchTestCloud {
    BrokenConsole(SimulatedClock clock, long seed) {
      super(clock, seed);
    }

    @Override
    public List<CloudResource> resources() {
      throw new IllegalStateException("no resources today");
    }

    @Override
    public void kill(MachineId machine) {
      throw new IllegalStateException("no end today");
    }
  }

  /** A cloud whose port no longer has a server. */
  private static final class HangsUp extends LarchTestCloud {
    HangsUp(SimulatedClock clock, long seed) {
      super(clock, seed);
    }

    @Override
    public Map<String, String> config(FaultProxy wire) {
      Map<String, String> config = super.config(wire);
      try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        URI gone = URI.create("http://127.0.0.1:" + socket.getLocalPort());
        config.put("endpoint", wire.to(gone).toString());
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
      return config;
    }
  }
}

package io.cloudadapter.proof;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.larch.LarchTestCloud;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.proof.GroupFlaw.Bent;
import io.cloudadapter.proof.number.IdForm;
import io.cloudadapter.proof.number.NumberedCloud;
import io.cloudadapter.simulated.SimulatedClock;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.MachineProviderFactory;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.feature.Adoption;
import io.cloudadapter.spi.feature.ImageResolver;
import io.cloudadapter.spi.feature.Labeling;
import io.cloudadapter.spi.feature.LoadBalancers;
import io.cloudadapter.spi.feature.Reboot;
import io.cloudadapter.spi.feature.Snapshots;
import io.cloudadapter.spi.feature.StartStop;
import io.cloudadapter.spi.feature.Zones;
import io.cloudadapter.testkit.AdapterCertifier;
import io.cloudadapter.testkit.report.RuleResult;
import io.cloudadapter.testkit.report.Thoroughness;
import io.cloudadapter.testkit.report.Verdict;
import io.cloudadapter.testkit.report.ViolationExplanation;
import io.cloudadapter.testkit.subject.AdapterUnderTest;
import io.cloudadapter.testkit.subject.ErrorCase;
import io.cloudadapter.testkit.subject.SampleLaunch;
import io.cloudadapter.testkit.subject.SimulatedTestCloud;
import io.cloudadapter.testkit.subject.TestCloudFactory;
import io.cloudadapter.testkit.subject.UnsupportedByCloudException;
import io.cloudadapter.testkit.wire.ErrorDialect;
import io.cloudadapter.testkit.wire.ProxyReply;
import io.cloudadapter.testkit.wire.RecordedExchange;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is right in another way than the example adapter and its cloud is not called wrong. */
@Tag("proof")
class RightAdaptersTest {

  @Test
  void a_client_may_doubt_what_it_sent_on_a_connection_that_had_died(@TempDir Path classes)
      throws IOException {
    AdapterMutant reusing = AdapterMutant.of("MP-5.10", "sends on connections that it kept", "")
        .edit("HttpTransport", """
            private volatile boolean closed;
            """, """
            private volatile boolean closed;
            static final java.util.concurrent.atomic.AtomicBoolean KEPT =
                new java.util.concurrent.atomic.AtomicBoolean();
            """)
        .edit("HttpExchange", """
            if (body == null || body.giveUp()) {
            """, """
            if (body == null || (body.giveUp() && !HttpTransport.KEPT.getAndSet(false))) {
            """)
        .edit("HttpReply", """
            static HttpReply of(HttpResponse<byte[]> response) {
            """, """
            static HttpReply of(HttpResponse<byte[]> response) {
              HttpTransport.KEPT.set(true);
            """);
    try (MutantCode adapter = MutantCode.of(MutantCode.Original.ADAPTER, reusing, classes)) {
      RuleResult ruling = certification(
              AdapterUnderTest.of(adapter.made(MachineProviderFactory.class))
                  .cloud(LarchTestCloud::new))
          .ruling("MP-5.10");

      assertThat(ruling.verdict()).as(ViolationExplanation.of(ruling)).isEqualTo(Verdict.PASS);
    }
  }

  @Test
  void a_cloud_may_give_large_numbers_as_ids_and_give_them_again() {
    AdapterCertifier certification = certification(NumberedCloud.subject(IdForm.NUMBER_AND_BIRTH));

    assertThat(List.of("MP-3.9", "MP-3.21", "MP-4.1", "MP-4.2", "MP-4.4", "MP-4.10"))
        .allSatisfy(rule -> {
          RuleResult ruling = certification.ruling(rule);
          assertThat(ruling.verdict()).as(ViolationExplanation.of(ruling)).isEqualTo(Verdict.PASS);
        });
  }

  @Test
  void a_cloud_may_look_up_one_id_at_a_time(@TempDir Path classes) throws IOException {
    AdapterMutant single = AdapterMutant.of("MP-3.9", "looks up one id at a time", "")
        .edit("LarchProvider", ".maxIdsPerList(20)", ".maxIdsPerList(1)");
    try (MutantCode adapter = MutantCode.of(MutantCode.Original.ADAPTER, single, classes)) {
      AdapterCertifier certification =
          certification(AdapterUnderTest.of(adapter.made(MachineProviderFactory.class))
              .cloud(LarchTestCloud::new));

      assertThat(List.of("MP-3.9", "MP-3.10", "MP-3.11", "MP-3.13")).allSatisfy(rule -> {
        RuleResult ruling = certification.ruling(rule);
        assertThat(ruling.verdict()).as(ViolationExplanation.of(ruling)).isEqualTo(Verdict.PASS);
      });
    }
  }

  @Test
  void a_machine_may_have_one_tag_beside_the_marks(@TempDir Path classes) throws IOException {
    AdapterMutant narrow = AdapterMutant.of("MP-9.14", "has room for one tag beside the marks", "")
        .edit("LarchLimits", "MOST_TAGS = 20", "MOST_TAGS = 4");
    try (MutantCode adapter = MutantCode.of(MutantCode.Original.ADAPTER, narrow, classes)) {
      AdapterCertifier certification = certification(
          AdapterUnderTest.of(adapter.made(MachineProviderFactory.class)).cloud(Narrow::new));

      assertThat(List.of("MP-2.7", "MP-2.9", "MP-9.14", "MP-9.15", "MP-9.20", "MP-9.22"))
          .allSatisfy(rule -> {
            RuleResult ruling = certification.ruling(rule);
            assertThat(ruling.verdict())
                .as(ViolationExplanation.of(ruling))
                .isEqualTo(Verdict.PASS);
          });
    }
  }

  @Test
  void a_cloud_may_name_no_wait_and_no_lack_of_capacity() {
    AdapterCertifier certification = certification(example(Terse::new));

    RuleResult wait = certification.ruling("MP-5.4");
    RuleResult capacity = certification.ruling("MP-5.5");

    assertThat(wait.verdict()).as(ViolationExplanation.of(wait)).isEqualTo(Verdict.NOT_CLAIMED);
    assertThat(wait.why()).contains("names no wait");
    assertThat(capacity.verdict())
        .as(ViolationExplanation.of(capacity))
        .isEqualTo(Verdict.NOT_CLAIMED);
    assertThat(capacity.why()).contains("CAPACITY").contains("no words for it");
    assertThat(certification.ruling("MP-5.6").verdict()).isEqualTo(Verdict.PASS);
  }

  @Test
  void a_cloud_may_have_no_parts_no_stop_and_no_late_failure() {
    AdapterCertifier certification = certification(example(Small::new));

    assertThat(List.of("MP-3.8", "MP-3.12", "MP-3.14")).allSatisfy(rule -> {
      RuleResult ruling = certification.ruling(rule);
      assertThat(ruling.verdict())
          .as(ViolationExplanation.of(ruling))
          .isEqualTo(Verdict.NOT_CLAIMED);
      assertThat(ruling.why()).startsWith("Larch has no");
    });
    assertThat(certification.ruling("MP-4.5").verdict()).isEqualTo(Verdict.PASS);
  }

  @Test
  void a_cloud_without_a_table_of_errors_leaves_its_rules_untested() {
    AdapterCertifier certification = certification(example(Untold::new));

    assertThat(List.of("MP-5.3", "MP-5.7")).allSatisfy(rule -> {
      RuleResult ruling = certification.ruling(rule);
      assertThat(ruling.verdict()).as(ViolationExplanation.of(ruling)).isEqualTo(Verdict.UNTESTED);
      assertThat(ruling.why()).contains("no table of errors");
    });
  }

  @Test
  void a_machine_may_join_its_group_before_it_is_marked() {
    GroupFlaw none = new GroupFlaw(
        AdapterMutant.of("MP-5.2", "marks what has joined already", ""), right -> new Bent(right) {
          @Override
          public void mark(MachineId machine, OwnershipMarks marks, CallContext call) {
            Optional<OwnershipMarks> before =
                cloud().machine(machine).flatMap(RightAdaptersTest::marks);
            try {
              super.mark(machine, marks, call);
            } catch (CloudException e) {
              if (e.effect() == Effect.UNKNOWN) {
                cloud().remark(machine, before);
              }
              throw e;
            }
          }
        });
    AdapterUnderTest right = SimulatedTestCloud.subject(Map.of("keys", "target"));
    AdapterCertifier certification = new AdapterCertifier(
        AdapterUnderTest.of(none.factory())
            .cloud(right.clouds())
            .mode(right.mode())
            .claims(right.features().toArray(Class<?>[]::new)),
        Thoroughness.FULL,
        1,
        LocalDate.parse("2026-01-01"));

    assertThat(List.of("MP-5.2", "MP-6.3")).allSatisfy(rule -> {
      RuleResult ruling = certification.ruling(rule);
      assertThat(ruling.verdict()).as(ViolationExplanation.of(ruling)).isEqualTo(Verdict.PASS);
    });
  }

  private static Optional<OwnershipMarks> marks(MachineSighting machine) {
    return machine
        .pool()
        .map(pool -> new OwnershipMarks(pool, machine.incarnation().orElseThrow(), machine.key()));
  }

  private static AdapterUnderTest example(TestCloudFactory cloud) {
    return AdapterUnderTest.of(new com.example.larch.LarchProviderFactory()).cloud(cloud);
  }

  private static AdapterCertifier certification(AdapterUnderTest subject) {
    return new AdapterCertifier(
        subject.claims(
            Adoption.class,
            Labeling.class,
            Reboot.class,
            Snapshots.class,
            StartStop.class,
            LoadBalancers.class,
            Zones.class,
            ImageResolver.class),
        Thoroughness.SMOKE,
        1,
        LocalDate.parse("2026-01-01"));
  }

  private static final class Narrow extends LarchTestCloud {
    Narrow(SimulatedClock clock, long seed) {
      super(clock, seed);
    }

    @Override
    public SampleLaunch sample() {
      SampleLaunch wide = super.sample();
      return new SampleLaunch(
          wide.zones(),
          wide.size(),
          wide.image(),
          wide.template(),
          1,
          wide.maxTagName(),
          wide.maxTagValue(),
          wide.maxUserData());
    }
  }

  /** Throttles without a wait, and never says at once that it is full. */
  private static final class Terse extends LarchTestCloud {
    Terse(SimulatedClock clock, long seed) {
      super(clock, seed);
    }

    @Override
    public ErrorDialect dialect() {
      return new FewWords(super.dialect());
    }

    @Override
    public void refuseLaunches(CloudException.Kind kind) {
      throw new UnsupportedOperationException("launches cannot be refused");
    }
  }

  private record FewWords(ErrorDialect larch) implements ErrorDialect {
    @Override
    public ProxyReply unavailable() {
      return larch.unavailable();
    }

    @Override
    public ProxyReply throttled(Duration retryAfter) {
      ProxyReply told = larch.throttled(retryAfter);
      return ProxyReply.of(told.status(), "application/json", told.text());
    }

    @Override
    public ProxyReply unauthenticated() {
      return larch.unauthenticated();
    }

    @Override
    public Optional<ProxyReply> capacity() {
      return Optional.empty();
    }

    @Override
    public Optional<ProxyReply> quota() {
      return larch.quota();
    }

    @Override
    public RequestKind verb(RecordedExchange exchange) {
      return larch.verb(exchange);
    }

    @Override
    public boolean login(RecordedExchange exchange) {
      return larch.login(exchange);
    }
  }

  private static final class Small extends LarchTestCloud {
    Small(SimulatedClock clock, long seed) {
      super(clock, seed);
    }

    @Override
    public void hidePart() {
      throw new UnsupportedByCloudException("Larch has no parts");
    }

    @Override
    public void stop(MachineId machine) {
      throw new UnsupportedByCloudException("Larch has no stop");
    }

    @Override
    public void failLater(CloudException.Kind kind) {
      throw new UnsupportedByCloudException("Larch has no late failures");
    }
  }

  private static final class Untold extends LarchTestCloud {
    Untold(SimulatedClock clock, long seed) {
      super(clock, seed);
    }

    @Override
    public List<ErrorCase> errors() {
      return List.of();
    }
  }
}

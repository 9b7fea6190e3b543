package com.example.larch;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.larch.cloud.RecordedRequest;
import io.cloudadapter.simulated.SimulatedClock;
import io.cloudadapter.testkit.AdapterCertifier;
import io.cloudadapter.testkit.report.Thoroughness;
import io.cloudadapter.testkit.subject.AdapterUnderTest;
import java.time.LocalDate;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The trial of MP-7.6 has enough time on a slow machine: what hundreds of failed calls left is not listed again. */
@Tag("proof")
class RepeatedFailuresTest {
  private static final int FEW = 20;

  private final List<RecordedRequest> requests = new CopyOnWriteArrayList<>();

  @Test
  void pages_of_machines_that_failed_calls_left_are_not_read_at_the_end() {
    AdapterUnderTest subject = AdapterUnderTest.of(new LarchProviderFactory()).cloud(Noting::new);
    AdapterCertifier certification =
        new AdapterCertifier(subject, Thoroughness.SMOKE, 7, LocalDate.parse("2026-01-01"));

    assertThat(certification.search("MP-7.6", finding -> true).findings()).isEmpty();

    assertThat(requests.stream().filter(request -> request.path().contains("after=")))
        .as("pages after the first")
        .hasSizeLessThan(FEW);
  }

  /** Keeps what was asked of it. */
  private final class Noting extends LarchTestCloud {
    Noting(SimulatedClock clock, long seed) {
      super(clock, seed);
    }

    @Override
    public void close() {
      requests.addAll(requests());
      super.close();
    }
  }
}

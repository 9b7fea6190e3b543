package io.cloudadapter.proof.request;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.larch.LarchProviderFactory;
import com.example.larch.LarchTestCloud;
import io.cloudadapter.simulated.SimulatedClock;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.testkit.AdapterCertifier;
import io.cloudadapter.testkit.report.RuleResult;
import io.cloudadapter.testkit.report.Thoroughness;
import io.cloudadapter.testkit.report.Verdict;
import io.cloudadapter.testkit.report.ViolationExplanation;
import io.cloudadapter.testkit.subject.AdapterUnderTest;
import io.cloudadapter.testkit.subject.ErrorCase;
import io.cloudadapter.testkit.subject.TestCloudFactory;
import io.cloudadapter.testkit.wire.ErrorDialect;
import io.cloudadapter.testkit.wire.ProxyReply;
import io.cloudadapter.testkit.wire.RecordedExchange;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The cloud's id of a request may have any header name; where it is unknown, the rule is not tried. */
class RequestNameTest {
  private static final String OTHER = "X-Larch-Ticket-Of-Call";

  @Test
  void a_header_that_is_not_named_is_not_tried() {
    RuleResult ruling = ruling(Renamed::new);

    assertThat(ruling.verdict()).as(ViolationExplanation.of(ruling)).isEqualTo(Verdict.UNTESTED);
    assertThat(ruling.why()).contains("Dialect.requestId", "TestCloud.namesRequests");
  }

  @Test
  void an_adapter_that_reads_another_header_than_the_dialect_names_is_found() {
    RuleResult ruling = ruling(Named::new);

    assertThat(ruling.verdict()).as(ViolationExplanation.of(ruling)).isEqualTo(Verdict.FAIL);
    assertThat(ruling.why()).contains("the cloud's name for the request, r-wire, is missing");
  }

  @Test
  void a_cloud_that_names_no_requests_leaves_that_part_out() {
    RuleResult ruling = ruling(Nameless::new);

    assertThat(ruling.verdict()).as(ViolationExplanation.of(ruling)).isEqualTo(Verdict.PASS);
    assertThat(ruling.why()).contains("not tried here: the cloud's name for the request");
  }

  private static RuleResult ruling(TestCloudFactory clouds) {
    return new AdapterCertifier(
            AdapterUnderTest.of(new LarchProviderFactory()).cloud(clouds),
            Thoroughness.SMOKE,
            1,
            LocalDate.parse("2026-01-01"))
        .ruling("MP-5.7");
  }

  private static ProxyReply renamed(ProxyReply reply) {
    Map<String, List<String>> headers = new TreeMap<>(reply.headers());
    Optional.ofNullable(headers.remove("X-Request-Id")).ifPresent(id -> headers.put(OTHER, id));
    return new ProxyReply(reply.status(), headers, reply.body());
  }

  /** Larch, which names requests in a header of its own. */
  private static class Renamed extends LarchTestCloud {
    Renamed(SimulatedClock clock, long seed) {
      super(clock, seed);
    }

    @Override
    public List<ErrorCase> errors() {
      return super.errors().stream()
          .map(row -> new ErrorCase(
              row.code(), row.verb(), renamed(row.reply()), row.kind(), row.effect(), row.level()))
          .toList();
    }
  }

  private static final class Nameless extends Renamed {
    Nameless(SimulatedClock clock, long seed) {
      super(clock, seed);
    }

    @Override
    public boolean namesRequests() {
      return false;
    }
  }

  private static final class Named extends Renamed {
    Named(SimulatedClock clock, long seed) {
      super(clock, seed);
    }

    @Override
    public ErrorDialect dialect() {
      return new Telling(super.dialect());
    }
  }

  /** Larch's dialect, which says where the name is. */
  private record Telling(ErrorDialect larch) implements ErrorDialect {
    @Override
    public Optional<String> requestId(ProxyReply reply) {
      return reply.header(OTHER);
    }

    @Override
    public ProxyReply unavailable() {
      return larch.unavailable();
    }

    @Override
    public ProxyReply throttled(Duration retryAfter) {
      return larch.throttled(retryAfter);
    }

    @Override
    public ProxyReply unauthenticated() {
      return larch.unauthenticated();
    }

    @Override
    public Optional<ProxyReply> capacity() {
      return larch.capacity();
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
}

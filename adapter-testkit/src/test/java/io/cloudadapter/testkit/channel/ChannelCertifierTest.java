package io.cloudadapter.testkit.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cloudadapter.api.hook.HookMessage;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.HookChannel;
import io.cloudadapter.testkit.report.Badge;
import io.cloudadapter.testkit.report.Certificate;
import io.cloudadapter.testkit.report.Certificate.Result;
import io.cloudadapter.testkit.report.CertificatePage;
import io.cloudadapter.testkit.report.RuleResult;
import io.cloudadapter.testkit.report.Thoroughness;
import io.cloudadapter.testkit.report.Verdict;
import io.cloudadapter.testkit.rule.RuleBook;
import io.cloudadapter.testkit.run.ThreadLeakCheck;
import io.cloudadapter.testkit.subject.ChannelUnderTest;
import io.cloudadapter.testkit.subject.TestReceiver;
import io.cloudadapter.testkit.time.BusyTicker;
import io.cloudadapter.testkit.time.SystemTime;
import io.cloudadapter.testkit.wire.FaultInjection;
import io.cloudadapter.testkit.wire.FaultProxy;
import io.cloudadapter.testkit.wire.WireFault;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How channels are judged; that each rule finds what it is for is proved elsewhere. */
class ChannelCertifierTest {
  private static final LocalDate TODAY = LocalDate.parse("2026-01-01");

  /** What has been put down, and is then found. */
  private static final class Desk implements TestReceiver {
    static final List<Heard> ALL = new CopyOnWriteArrayList<>();

    Desk() {
      ALL.clear();
    }

    @Override
    public HookTarget target(FaultProxy wire) {
      return new HookTarget("desk", Map.of("drawer", "left"), Optional.empty());
    }

    @Override
    public List<Heard> heard() {
      return List.copyOf(ALL);
    }

    @Override
    public void close() {}
  }

  /** A channel that speaks to no network. */
  private static class Memory implements HookChannel {
    @Override
    public String channel() {
      return "desk";
    }

    @Override
    public void check(HookTarget target) {
      for (String name : target.parameters().keySet()) {
        if (!name.equals("drawer")) {
          throw new IllegalArgumentException(name + " is not known");
        }
      }
      if (target.parameters().isEmpty()) {
        throw new IllegalArgumentException("drawer is missing");
      }
    }

    @Override
    public void send(HookMessage message, HookTarget target, CallContext call) {
      try {
        String json = new ObjectMapper().writeValueAsString(message.fields());
        Desk.ALL.add(new TestReceiver.Heard(json, Optional.empty()));
      } catch (JsonProcessingException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** One whose messages go nowhere. */
  private static final class Oblivion extends Memory {
    @Override
    public void send(HookMessage message, HookTarget target, CallContext call) {}
  }

  /** One on a machine that is busy at first: the first message has no end in time, or none at all. */
  private static final class BusyAtFirst extends Memory {
    private final AtomicInteger sent;
    private final boolean comesBack;

    BusyAtFirst(AtomicInteger sent, boolean comesBack) {
      this.sent = sent;
      this.comesBack = comesBack;
    }

    @Override
    public void send(HookMessage message, HookTarget target, CallContext call) {
      if (sent.getAndIncrement() == 0) {
        if (!comesBack) {
          new CompletableFuture<>().join();
        }
        throw CloudException.of(Kind.TIMEOUT, Effect.UNKNOWN, "no answer in time")
            .build();
      }
      super.send(message, target, call);
    }
  }

  private static ChannelUnderTest subject(Supplier<HookChannel> channel) {
    return ChannelUnderTest.of(channel, Desk::new);
  }

  private static ChannelCertifier certification(ChannelUnderTest subject, Thoroughness tier) {
    return new ChannelCertifier(subject, tier, 1, TODAY);
  }

  @Test
  void faults_that_cannot_strike_leave_a_rule_untested() {
    ChannelCertifier certification = certification(subject(Memory::new), Thoroughness.FULL);

    assertThat(certification.ruling("MP-10.2").verdict()).isEqualTo(Verdict.PASS);
    assertThat(certification.ruling("MP-10.3").verdict()).isEqualTo(Verdict.PASS);
    assertThat(certification.ruling("MP-10.4").verdict()).isEqualTo(Verdict.UNTESTED);
    assertThat(certification.ruling("MP-10.4").why()).contains("no exchange crosses the wire");
  }

  @Test
  void a_channel_without_an_id_of_its_own_does_not_claim_one() {
    RuleResult ruling = certification(subject(Memory::new), Thoroughness.SMOKE).ruling("MP-10.6");

    assertThat(ruling.verdict()).isEqualTo(Verdict.NOT_CLAIMED);
  }

  @Test
  void what_rests_on_a_broken_rule_is_blocked() {
    ChannelCertifier certification = certification(subject(Oblivion::new), Thoroughness.SMOKE);

    assertThat(certification.ruling("MP-10.4").verdict()).isEqualTo(Verdict.BLOCKED);
    assertThat(certification.ruling("MP-10.4").why()).isEqualTo("by MP-10.3");
    assertThat(certification.ruling("MP-10.3").why()).contains("the message has not arrived");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_message_that_a_busy_machine_kept_once_proves_nothing(boolean comesBack) {
    AtomicInteger sent = new AtomicInteger();
    ChannelUnderTest busy = subject(() -> new BusyAtFirst(sent, comesBack))
        .patience(comesBack ? Duration.ofSeconds(30) : Duration.ofSeconds(2));

    RuleResult ruling = certification(busy, Thoroughness.SMOKE).ruling("MP-10.3");

    assertThat(ruling.verdict()).as(ruling.why()).isEqualTo(Verdict.PASS);
  }

  @Test
  void blames_no_channel_for_a_run_that_hangs_on_a_machine_that_is_too_busy() {
    ChannelUnderTest subject = subject(Memory::new).patience(Duration.ofMillis(600));
    ChannelTrial hangs = ChannelTrial.of("MP-10.3", bench -> new CountDownLatch(1).await());

    ChannelTrialResult onBusy = new ChannelRunner(subject, new ThreadLeakCheck(), new BusyTicker())
        .run(hangs, Optional.empty(), 1);
    ChannelTrialResult onQuiet =
        new ChannelRunner(subject, new ThreadLeakCheck()).run(hangs, Optional.empty(), 1);

    assertThat(onBusy.findings()).isEmpty();
    assertThat(onBusy.untestable())
        .hasValueSatisfying(why -> assertThat(why.why()).startsWith("this machine was too busy"));
    assertThat(onQuiet.breaks("MP-10.3")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_rule_is_untested_that_is_broken_only_while_the_machine_is_too_busy(boolean withFault) {
    BusyTicker ticker = new BusyTicker();
    AtomicInteger runs = new AtomicInteger();
    ChannelTrial once = ChannelTrial.of("MP-10.3", bench -> {
      boolean first = runs.incrementAndGet() == 1;
      SystemTime.pause(Duration.ofMillis(200));
      ticker.becomeQuiet();
      bench.require(!first, "two messages");
    });
    FaultInjection neverStrikes = new FaultInjection(WireFault.SLOW, 99, 1, 0);
    Optional<FaultInjection> fault = withFault ? Optional.of(neverStrikes) : Optional.empty();

    ChannelTrialResult result =
        new ChannelRunner(subject(Memory::new), new ThreadLeakCheck(), ticker).run(once, fault, 1);

    assertThat(result.findings()).isEmpty();
    assertThat(result.untestable())
        .hasValueSatisfying(why -> assertThat(why.why()).startsWith("this machine was too busy"));
    assertThat(runs).hasValue(2);
  }

  @Test
  void a_waiver_counts_to_its_last_day() {
    ChannelUnderTest known = subject(Oblivion::new).waives("MP-10.3", "DESK-1: no legs", TODAY);
    ChannelUnderTest expired =
        subject(Oblivion::new).waives("MP-10.3", "DESK-1: no legs", TODAY.minusDays(1));

    assertThat(certification(known, Thoroughness.SMOKE).ruling("MP-10.3").verdict())
        .isEqualTo(Verdict.WAIVED);
    assertThat(certification(expired, Thoroughness.SMOKE).ruling("MP-10.3").verdict())
        .isEqualTo(Verdict.FAIL);
    assertThatThrownBy(() -> subject(Memory::new).waives("MP-2.3", "no rule of channels", TODAY))
        .hasMessageContaining("there is no rule \"MP-2.3\"");
  }

  @Test
  void the_certificate_has_the_rules_of_channels_and_no_others() {
    Certificate certificate =
        certification(subject(Oblivion::new), Thoroughness.SMOKE).certificate();

    assertThat(certificate.subject()).isEqualTo("desk");
    assertThat(certificate.result()).isEqualTo(Result.NOT_CERTIFIED);
    assertThat(certificate.rulings().stream().map(RuleResult::rule))
        .containsExactlyElementsOf(RuleBook.channels().rules());
    assertThat(new CertificatePage(certificate).html())
        .contains("can be lost with this channel", ">Hook channels</th>")
        .contains("<code>HookChannelCertification</code>")
        .doesNotContain("adapter certify", "<h2>Features</h2>");
    assertThat(Badge.of(certificate).svg()).contains("hook channel: MP 1.0");
  }
}

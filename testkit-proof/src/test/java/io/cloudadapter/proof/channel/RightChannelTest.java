package io.cloudadapter.proof.channel;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cloudadapter.api.Secret;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.testkit.channel.ChannelCertifier;
import io.cloudadapter.testkit.report.Certificate;
import io.cloudadapter.testkit.report.Certificate.Result;
import io.cloudadapter.testkit.report.Thoroughness;
import io.cloudadapter.testkit.report.Verdict;
import io.cloudadapter.testkit.report.ViolationExplanation;
import io.cloudadapter.testkit.subject.ChannelUnderTest;
import io.cloudadapter.testkit.subject.TestReceiver;
import io.cloudadapter.testkit.subject.TestReceiver.Heard;
import java.time.LocalDate;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A channel that does everything in another way, and rightly, is certified. */
@Tag("proof")
class RightChannelTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @Test
  void a_queue_that_logs_in_and_has_no_ids_is_certified() {
    ChannelUnderTest subject = ChannelUnderTest.of(QueueChannel::new, RightChannelTest::receiver);

    Certificate certificate = new ChannelCertifier(
            subject, Thoroughness.FULL, 1, LocalDate.parse("2026-01-01"))
        .certificate();

    assertThat(certificate.result())
        .as(ViolationExplanation.of(certificate))
        .isEqualTo(Result.CERTIFIED);
    assertThat(certificate.ruling("MP-10.6").verdict()).isEqualTo(Verdict.NOT_CLAIMED);
    assertThat(certificate.ruling("MP-10.17").verdict()).isEqualTo(Verdict.PASS);
    assertThat(certificate.count(Verdict.PASS)).isEqualTo(17);
  }

  private static TestReceiver receiver() {
    return new HookReceiver(
        (wire, url) -> new HookTarget(
            "queue",
            Map.of(
                "queue", wire.secured(url).toString(),
                "user", "kit",
                "ca", wire.authority().toString()),
            Optional.of(Secret.of("a key of some length"))),
        (request, body) -> new Heard(unwrapped(body), Optional.empty()));
  }

  private static String unwrapped(String body) {
    try {
      JsonNode root = JSON.readTree(body);
      return root.has("Message") ? root.path("Message").asText() : root.toString();
    } catch (JsonProcessingException e) {
      return body;
    }
  }
}

package io.cloudadapter.aws.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.spi.RequestKind;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ResponseEnvelopeTest {
  private static final ApiCall LIST =
      ApiCall.read(AwsService.EC2, "DescribeInstances", "reservationSet");

  private static Optional<ResponseEnvelope> read(String text) {
    return ResponseEnvelope.of(AwsService.EC2, text.getBytes(StandardCharsets.UTF_8));
  }

  private static boolean answers(String text) {
    return read(text).filter(envelope -> envelope.answers(LIST)).isPresent();
  }

  @Test
  void anEmptyListIsAnAnswer() {
    assertThat(answers("<DescribeInstancesResponse><reservationSet/></DescribeInstancesResponse>"))
        .isTrue();
  }

  @Test
  void whatLacksTheListIsNone() {
    assertThat(answers(
            "<DescribeInstancesResponse><requestId>1</requestId></DescribeInstancesResponse>"))
        .isFalse();
  }

  @Test
  void thePageOfAProxyIsNone() {
    assertThat(answers("<html><body><reservationSet/></body></html>")).isFalse();
  }

  @Test
  void whatIsCutIsNone() {
    assertThat(answers("<DescribeInstancesResponse><reservationSet/>")).isFalse();
    assertThat(answers("")).isFalse();
  }

  @Test
  void anErrorIsAwsOwnOnlyInItsForm() {
    assertThat(read("<Response><Errors><Error><Code>X</Code></Error></Errors></Response>")
            .flatMap(ResponseEnvelope::code))
        .contains("X");
    assertThat(read("<html><Code>X</Code></html>").flatMap(ResponseEnvelope::code))
        .isEmpty();
  }

  @Test
  void noEntityIsLookedUp() {
    String bomb =
        "<!DOCTYPE r [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><Response>&x;</Response>";

    assertThat(read(bomb).map(ResponseEnvelope::root).orElse("")).doesNotContain("Response");
  }

  private static final ApiCall SEND = new ApiCall(
      AwsService.SQS, RequestKind.ACT, "SendMessage", "", Set.of("MessageId"), FailureScope.ANY);

  private static Optional<ResponseEnvelope> json(String text) {
    return ResponseEnvelope.of(AwsService.SQS, text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void anObjectWithWhatMustBeThereIsAnAnswer() {
    assertThat(json("{\"MessageId\":\"1\"}").filter(seen -> seen.answers(SEND))).isPresent();
    assertThat(json("{\"Messages\":[]}").filter(seen -> seen.answers(SEND))).isEmpty();
  }

  @Test
  void whatIsNoWholeObjectIsNone() {
    assertThat(json("{\"MessageId\":")).isEmpty();
    assertThat(json("{\"MessageId\":\"1\"} {}")).isEmpty();
    assertThat(json("[\"MessageId\"]")).isEmpty();
    assertThat(json("")).isEmpty();
    assertThat(json("<SendMessageResponse/>")).isEmpty();
  }

  @Test
  void aCodeStandsBehindTheNameOfItsSpace() {
    ResponseEnvelope seen =
        json("{\"__type\":\"com.amazonaws.sqs#QueueDoesNotExist\",\"message\":\"none\"}")
            .orElseThrow();

    assertThat(seen.code()).contains("QueueDoesNotExist");
    assertThat(seen.message()).isEqualTo("none");
  }
}

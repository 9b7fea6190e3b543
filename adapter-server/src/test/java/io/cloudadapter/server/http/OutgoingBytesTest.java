package io.cloudadapter.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** How much of answers may be on its way. */
class OutgoingBytesTest {
  private final OutgoingBytes outgoing = new OutgoingBytes(100_000);

  @Test
  void aCallerLeavesNoMoreThanHalfUntaken() {
    assertThat(outgoing.begin("a", new byte[30_000])).isTrue();
    assertThat(outgoing.begin("a", new byte[20_001])).isFalse();
    assertThat(outgoing.begin("a", new byte[20_000])).isTrue();
    assertThat(outgoing.begin("b", new byte[50_000])).isTrue();
    assertThat(outgoing.begin("c", new byte[5_000])).as("all is taken").isFalse();
    assertThat(outgoing.bytes()).isEqualTo(100_000);
  }

  @Test
  void whatWasTakenMakesRoom() {
    byte[] body = new byte[50_000];
    outgoing.begin("a", body);
    assertThat(outgoing.begin("a", new byte[5_000])).isFalse();

    outgoing.end("a", body);

    assertThat(outgoing.begin("a", new byte[5_000])).isTrue();
  }

  @Test
  void aSharedBodyCountsOnce() {
    byte[] body = new byte[50_000];
    for (int i = 0; i < 900; i++) {
      assertThat(outgoing.begin("a", body)).isTrue();
    }
    assertThat(outgoing.begin("b", body)).isTrue();
    assertThat(outgoing.bytes()).isEqualTo(50_000);
    assertThat(outgoing.sharers(body)).isEqualTo(901);

    for (int i = 0; i < 900; i++) {
      outgoing.end("a", body);
    }
    outgoing.end("b", body);
    assertThat(outgoing.bytes()).isZero();
  }

  @Test
  void aLargeAnswerIsSentToWhoHasNothingOutstanding() {
    byte[] large = new byte[200_000];
    assertThat(outgoing.begin("a", large)).isTrue();
    assertThat(outgoing.begin("a", new byte[5_000])).isFalse();

    outgoing.end("a", large);

    assertThat(outgoing.bytes()).isZero();
  }

  @Test
  void smallAnswersAreAlwaysSent() {
    outgoing.begin("a", new byte[200_000]);

    assertThat(outgoing.begin("a", new byte[4_096])).isTrue();
  }
}

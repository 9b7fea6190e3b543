package io.cloudadapter.aws.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.cloudadapter.aws.AwsFixture;
import io.cloudadapter.fake.FakeCall;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.MachineProvider;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class CallDeadlineTest {
  /** Shorter than any timer that starts before the request leaves, should the SDK have one. */
  private static final Duration BEFORE_IT_LEAVES = Duration.ofMillis(50);

  private static final Duration AFTERWARDS = Duration.ofMillis(900);

  @Test
  void a_call_without_an_answer_ends_by_its_own_deadline_and_is_not_interrupted() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
        AwsFixture scene = new AwsFixture();
        MachineProvider provider = scene.open(Map.of("endpoint", url(silent)))) {
      FakeCall call = thatGetsTimeOnceItHasAskedTheBudget();

      CloudException late =
          catchThrowableOfType(CloudException.class, () -> provider.identity(call));

      assertThat(late.kind()).isEqualTo(Kind.TIMEOUT);
      assertThat(Thread.interrupted()).isFalse();
    }
  }

  private static String url(ServerSocket server) throws IOException {
    return "http://127.0.0.1:" + server.getLocalPort();
  }

  private static FakeCall thatGetsTimeOnceItHasAskedTheBudget() {
    AtomicReference<FakeCall> made = new AtomicReference<>();
    FakeCall call = new FakeCall(
        () -> made.get() != null && made.get().acquired.isEmpty()
            ? AFTERWARDS.minus(BEFORE_IT_LEAVES).toNanos()
            : 0,
        AFTERWARDS);
    made.set(call);
    return call;
  }
}

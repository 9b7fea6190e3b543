package io.cloudadapter.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpHeaders;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class HttpReplyTest {

  @Test
  void aWaitInSecondsIsTakenAsItIs() {
    assertThat(wait(Map.of("Retry-After", "7"))).contains(Duration.ofSeconds(7));
    assertThat(wait(Map.of("Retry-After", "0"))).contains(Duration.ZERO);
  }

  @Test
  void aWaitUntilADateCountsFromTheDateOfTheReply() {
    String until = "Sat, 21 Nov 2026 10:00:00 GMT";

    assertThat(wait(Map.of("Retry-After", until, "Date", "Sat, 21 Nov 2026 09:59:30 GMT")))
        .contains(Duration.ofSeconds(30));
    assertThat(wait(Map.of("Retry-After", until, "Date", "Sat, 21 Nov 2026 10:00:01 GMT")))
        .isEmpty();
    assertThat(wait(Map.of("Retry-After", until))).isEmpty();
  }

  @Test
  void whatIsNeitherIsNoWait() {
    assertThat(wait(Map.of())).isEmpty();
    for (String text : List.of("", "-7", "soon", "7.5", "9999999")) {
      assertThat(wait(Map.of("Retry-After", text, "Date", "Sat, 21 Nov 2026 09:59:30 GMT")))
          .as(text)
          .isEmpty();
    }
  }

  private static Optional<Duration> wait(Map<String, String> headers) {
    Map<String, List<String>> all = headers.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, header -> List.of(header.getValue())));
    return new HttpReply(503, HttpHeaders.of(all, (name, value) -> true), new byte[0]).retryAfter();
  }
}

package io.cloudadapter.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** What a person reads about a receiver that cannot be reached. */
class WebhookErrorTextTest {
  private static String text(Throwable failure) {
    return WebhookChannel.reason(new ExecutionException(failure));
  }

  @Test
  void each_failure_of_the_network_has_words_of_its_own() {
    assertThat(text(new NoRouteToHostException("No route to host")))
        .startsWith("there is no route to it");
    assertThat(text(new SocketTimeoutException("Connect Timeout")))
        .startsWith("no connection came about in time");
    assertThat(text(new TimeoutException("Idle timeout 30000/30000 ms"))).isEqualTo("it timed out");
    assertThat(text(new SocketException("Connection reset"))).endsWith(": Connection reset");
    assertThat(text(new UnknownHostException("hooks.example.com")))
        .startsWith("the name of its host cannot be looked up")
        .doesNotContain("hooks.example.com");
  }

  @Test
  void a_destination_that_is_not_allowed_keeps_its_own_words() {
    assertThat(text(new DestinationPolicy.Refused("leads to a private address")))
        .isEqualTo("leads to a private address");
  }

  @Test
  void an_error_that_may_quote_the_request_is_not_shown() {
    assertThat(text(new IOException("POST /hooks/s3cret failed")))
        .isEqualTo("the connection broke");
    assertThat(text(new IllegalStateException("POST /hooks/s3cret")))
        .isEqualTo("the connection broke");
  }
}

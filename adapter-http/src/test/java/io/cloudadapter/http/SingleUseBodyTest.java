package io.cloudadapter.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.Test;

class SingleUseBodyTest {
  private final SingleUseBody body = new SingleUseBody(BodyPublishers.ofString("four"));

  @Test
  void goesOutOnce() {
    assertThat(body.contentLength()).isEqualTo(4);
    assertThatThrownBy(body::contentLength).isInstanceOf(UncheckedIOException.class);
    assertThat(body.giveUp()).isFalse();
  }

  @Test
  void doesNotGoOutOnceItWasGivenUp() {
    assertThat(body.giveUp()).isTrue();
    assertThatThrownBy(body::contentLength).isInstanceOf(UncheckedIOException.class);
    assertThat(body.giveUp()).isTrue();
  }
}

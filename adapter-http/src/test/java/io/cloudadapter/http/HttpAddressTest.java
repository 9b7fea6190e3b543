package io.cloudadapter.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;

class HttpAddressTest {

  @Test
  void aBaseHasASchemeAndAHostAndMayHaveAPath() {
    for (String base : List.of("http://localhost:80", "https://api.example/v1/")) {
      assertThat(HttpAddress.isBase(URI.create(base))).as(base).isTrue();
    }
    for (String other : List.of(
        "ftp://x", "localhost", "https:///path", "https://x?a=b", "https://x#top", "mailto:a@b")) {
      assertThat(HttpAddress.isBase(URI.create(other))).as(other).isFalse();
    }
    assertThat(HttpAddress.isHttp(URI.create("https://x?a=b"))).isTrue();
  }
}

package io.cloudadapter.testkit.certify;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.spi.Verb;
import io.cloudadapter.testkit.wire.Exchange;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ReadingPostsTest {
  private final ReadingPosts dialect =
      new ReadingPosts(Set.of("/v1/search"), Set.of("/v1/token"), Set.of("/actions", "/balancers"));

  @Test
  void tells_what_requests_are_about_by_their_paths() {
    assertThat(verb("POST", "/v1/search?limit=3")).isEqualTo(Verb.READ);
    assertThat(verb("POST", "/v1/token")).isEqualTo(Verb.READ);
    assertThat(verb("POST", "/v1/machines/m-1/actions")).isEqualTo(Verb.ACT);
    assertThat(verb("PUT", "/v1/machines/m-1/actions?wait=no")).isEqualTo(Verb.ACT);
    assertThat(verb("DELETE", "/v1/balancers/web")).isEqualTo(Verb.ACT);
    assertThat(verb("POST", "/v1/balancersold/web")).isEqualTo(Verb.LAUNCH);
    assertThat(verb("GET", "/v1/machines/m-1/actions")).isEqualTo(Verb.READ);
    assertThat(verb("POST", "/v1/machines")).isEqualTo(Verb.LAUNCH);
    assertThat(verb("DELETE", "/v1/machines/m-1")).isEqualTo(Verb.TERMINATE);
  }

  private Verb verb(String method, String target) {
    return dialect.verb(new Exchange(
        1,
        1,
        URI.create("http://localhost:1"),
        method,
        target,
        Map.of(),
        new byte[0],
        Optional.empty(),
        Optional.empty()));
  }
}

package io.cloudadapter.testkit.subject;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.testkit.wire.RecordedExchange;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ReadOnlyPostDialectTest {
  private final ReadOnlyPostDialect dialect = new ReadOnlyPostDialect(
      Set.of("/v1/search"), Set.of("/v1/token"), Set.of("/actions", "/balancers"));

  @Test
  void tells_what_requests_are_about_by_their_paths() {
    assertThat(verb("POST", "/v1/search?limit=3")).isEqualTo(RequestKind.READ);
    assertThat(verb("POST", "/v1/token")).isEqualTo(RequestKind.READ);
    assertThat(verb("POST", "/v1/machines/m-1/actions")).isEqualTo(RequestKind.ACT);
    assertThat(verb("PUT", "/v1/machines/m-1/actions?wait=no")).isEqualTo(RequestKind.ACT);
    assertThat(verb("DELETE", "/v1/balancers/web")).isEqualTo(RequestKind.ACT);
    assertThat(verb("POST", "/v1/balancersold/web")).isEqualTo(RequestKind.LAUNCH);
    assertThat(verb("GET", "/v1/machines/m-1/actions")).isEqualTo(RequestKind.READ);
    assertThat(verb("POST", "/v1/machines")).isEqualTo(RequestKind.LAUNCH);
    assertThat(verb("DELETE", "/v1/machines/m-1")).isEqualTo(RequestKind.TERMINATE);
  }

  private RequestKind verb(String method, String target) {
    return dialect.verb(new RecordedExchange(
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

package io.cloudadapter.testkit.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class GrantedCredentialsTest {

  private static Set<String> granted(ProxyReply reply) {
    return ErrorDialect.plain()
        .credentials(new RecordedExchange(
            1,
            1,
            URI.create("http://cloud.example:80"),
            "POST",
            "/login",
            Map.of(),
            "{\"user\":\"ada-lovelace-1\"}".getBytes(StandardCharsets.UTF_8),
            Optional.of(reply),
            Optional.empty()));
  }

  private static Set<String> json(String body) {
    return granted(ProxyReply.of(200, "application/json", body));
  }

  @Test
  void are_in_any_field_of_the_body() {
    assertThat(
            json("{\"token\":\"abcdefghij\",\"more\":[{\"x\":\"k3-9999-zz\"}],\"expiresIn\":3600}"))
        .containsExactlyInAnyOrder("abcdefghij", "k3-9999-zz");
    assertThat(granted(ProxyReply.of(
            200,
            "text/xml",
            "<r><Session>AbC123xyz+/=</Session><at>2026-01-01T00:00:00Z</at></r>")))
        .containsExactly("AbC123xyz+/=");
    assertThat(granted(ProxyReply.of(200, "text/plain", "access=a1b2c3d4e5&type=bearer")))
        .containsExactly("a1b2c3d4e5");
    assertThat(granted(ProxyReply.of(200, "text/plain", "a1b2c3d4e5")))
        .containsExactly("a1b2c3d4e5");
  }

  @Test
  void are_in_any_header_but_those_of_every_server() {
    assertThat(granted(ProxyReply.of(200, "text/plain", "")
            .with("X-Larch-7", "a1b2c3d4e5")
            .with("Date", "Mon, 23 Nov 2026 17:09:39 GMT")
            .with("ETag", "\"f00f00f00f00\"")
            .with("X-Request-Id", "req-0815-4711")
            .with("Location", "https://cloud.example/machines?ticket=q9w8e7r6")
            .with("Set-Cookie", "sid=z1z2z3z4z5; Path=/; HttpOnly")))
        .containsExactlyInAnyOrder("a1b2c3d4e5", "q9w8e7r6", "z1z2z3z4z5");
  }

  @Test
  void are_nothing_that_plainly_is_something_else() {
    assertThat(json("""
        {"user":"ada-lovelace-1","method":"password","role":"project_reader","at":"2026-01-01T00:00:00.000Z",
         "endpoint":"https://compute.example:8774/v2.1","address":"192.168.100.200","pages":"12345678"}
        """)).isEmpty();
  }
}

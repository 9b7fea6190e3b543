package io.cloudadapter.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.server.options.BearerToken;
import io.cloudadapter.server.options.Role;
import java.net.http.HttpResponse;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A server streams a backup of its ledger to administrators. */
class BackupApiTest {
  private static final String TOKEN = "right-token-12345";

  @Test
  void all_parts_of_a_backup_arrive_in_order_with_revision_generation_and_age() {
    try (TestServer server = new TestServer()) {
      server.pools.backup = List.of(
          "head".getBytes(UTF_8), "x".repeat(3 << 20).getBytes(UTF_8), "-foot".getBytes(UTF_8));

      HttpResponse<String> reply = server.get("/backup");

      assertThat(reply.statusCode()).isEqualTo(200);
      assertThat(reply.body()).isEqualTo("head" + "x".repeat(3 << 20) + "-foot");
      assertThat(reply.headers().firstValue("X-Ledger-Revision")).contains("42");
      assertThat(reply.headers().firstValue("X-Ledger-Generation")).contains("0123456789abcdef");
      assertThat(reply.headers().firstValue("Age")).contains("2");
      assertThat(reply.headers().firstValue("Cache-Control")).contains("no-store");
    }
  }

  @Test
  void very_many_parts_do_not_fill_the_stack() {
    try (TestServer server = new TestServer()) {
      server.pools.backup = Collections.nCopies(50_000, "part".getBytes(UTF_8));

      assertThat(server.get("/backup").body()).hasSize(200_000);
    }
  }

  @Test
  void who_may_only_operate_gets_no_backup() {
    try (TestServer server = new TestServer(builder -> builder.tokens(
        List.of(BearerToken.sha256("ops", Role.OPERATE, HashedTokens.sha256(TOKEN)))))) {
      HttpResponse<String> reply = server.get("/backup", "Authorization", "Bearer " + TOKEN);

      assertThat(reply.statusCode()).isEqualTo(403);
    }
  }
}

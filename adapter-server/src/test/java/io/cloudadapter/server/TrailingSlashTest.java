package io.cloudadapter.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One slash at the end of a path has no meaning, whichever API the path is of. */
class TrailingSlashTest {
  private static final TestServer SERVER = new TestServer();

  @AfterAll
  static void stop() {
    SERVER.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/pool",
        "/pool/size",
        "/pools",
        "/pools/web/pool",
        "/pools/web/pool/size",
        "/pool/actions",
        "/pool/plan",
        "/pool/status",
        "/pool/quarantine",
        "/healthz",
        "/v1/clusters",
        "/v1/clusters/web",
        "/clustering/v1/nodes",
        "/v1/policies",
        "/v3",
        "/api/v1",
        "/accounts"
      })
  void aReadIsTheSame(String path) {
    assertThat(SERVER.get(path + "/").statusCode()).isEqualTo(SERVER.get(path).statusCode());
    assertThat(SERVER.get(path + "/").body()).isEqualTo(SERVER.get(path).body());
  }

  @Test
  void aWriteIsTheSame() {
    for (String operation : List.of("terminate", "detach", "serviceState", "attach")) {
      String path = "/pool/i-123456/" + operation + "/";
      assertThat(SERVER.post(path, ValidBodies.right(operation)).statusCode())
          .as(path)
          .isEqualTo(200);
    }
    assertThat(SERVER.post("/pool/size/", ValidBodies.right("size")).statusCode())
        .isEqualTo(200);
    assertThat(SERVER.pools.web.calls).hasSize(5);
  }

  @Test
  void twoSlashesAreNotOne() {
    for (String path : List.of("/pool//", "/pool/size//", "/pools//pool", "/v1/clusters//")) {
      assertThat(SERVER.get(path).statusCode()).as(path).isIn(400, 404);
    }
  }
}

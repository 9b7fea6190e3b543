package io.cloudadapter.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.server.options.BearerToken;
import io.cloudadapter.server.options.Role;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A token in a request, right or wrong, never appears in an answer of the server to any client. */
class SecretsTest {
  private static final String RIGHT = "canary-right-0815-4711";
  private static final String WRONG = "canary-wrong-0815-4711";
  private @TempDir Path directory;

  @Test
  void areWrittenNowhere() throws Exception {
    Path file = Files.writeString(directory.resolve("token"), RIGHT);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    List<String> said = new ArrayList<>();
    BearerToken byHash =
        BearerToken.sha256("hashed", Role.ADMIN, HashedTokens.sha256(RIGHT + "-2"));
    BearerToken byFile = BearerToken.file("filed", Role.ADMIN, file);
    said.add(byHash.toString());
    said.add(byFile.toString());

    // All of our own lines, and all that the HTTP library logs without being asked to trace.
    try (LogCapture ours = new LogCapture("io.cloudadapter");
        LogCapture audit = new LogCapture("io.cloudadapter.audit");
        TestServer server = new TestServer(builder -> builder.tokens(List.of(byHash, byFile)))) {
      server.pools.web.onWrite = () -> {
        throw new IllegalStateException("unexpected");
      };
      for (String token : List.of(RIGHT, RIGHT + "-2", WRONG)) {
        for (String scheme : List.of("Bearer ", "Basic ", "")) {
          String value = scheme + token;
          for (String path : List.of("/pool", "/metrics", "/nowhere", "/", "/pool/status")) {
            said.add(all(server.get(path, "Authorization", value)));
          }
          said.add(all(server.post("/pool/size", "{\"desiredSize\":5}", "Authorization", value)));
          said.add(all(server.post("/pool/size", "{", "Authorization", value)));
        }
        try (RawClient client = new RawClient(server.uri("/"))) {
          RawClient.Raw raw = client
              .send("GET /pool HTTP/1.1\r\nHost: localhost\r\nAuthorization Bearer " + token
                  + "\r\n\r\n")
              .reply();
          said.add(raw.head() + raw.body());
        }
      }
      said.addAll(ours.lines());
      said.addAll(audit.lines());
    }

    assertThat(said).hasSizeGreaterThan(60);
    assertThat(String.join("\n", said))
        .doesNotContain("canary")
        .doesNotContain(HashedTokens.sha256(RIGHT))
        .doesNotContain(HashedTokens.sha256(RIGHT + "-2"));
  }

  private static String all(HttpResponse<String> reply) {
    return reply.headers().map() + reply.body();
  }
}

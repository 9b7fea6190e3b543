package io.cloudadapter.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.server.HashedTokens;
import io.cloudadapter.server.TestServer;
import io.cloudadapter.server.options.AccessConfig;
import io.cloudadapter.server.options.BearerToken;
import io.cloudadapter.server.options.CallerLimits;
import io.cloudadapter.server.options.Role;
import io.cloudadapter.server.options.ServerLimits;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One caller floods the server, while another one sets a size. */
class NoisyCallerTest {
  private static final int WRITERS = 6;
  private final CountDownLatch stuck = new CountDownLatch(1);
  private final HttpClient client = HttpClient.newHttpClient();
  private final TestServer server = new TestServer(builder -> builder
      .limits(ServerLimits.defaults().withThreads(2, WRITERS, 8))
      .access(AccessConfig.usual().withLimits(new CallerLimits(1000, 4, 2, 1 << 20)))
      .tokens(List.of(token("noisy"), token("quiet"))));

  private static BearerToken token(String name) {
    return BearerToken.sha256(name, Role.OPERATE, HashedTokens.sha256("token-of-" + name));
  }

  @AfterEach
  void stop() {
    stuck.countDown();
    server.close();
  }

  private CompletableFuture<HttpResponse<String>> resize(String caller, int size) {
    return client.sendAsync(
        HttpRequest.newBuilder(server.uri("/pool/size"))
            .header("Authorization", "Bearer token-of-" + caller)
            .POST(HttpRequest.BodyPublishers.ofString("{\"desiredSize\":" + size + "}"))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  /** The writes of the noisy caller stand still, as those of a disk or a cloud that hangs. */
  @Test
  void aCallerWhoseWritesHangHoldsNoMoreThreadsThanItMay() {
    AtomicBoolean hangs = new AtomicBoolean(true);
    server.pools.web.onWrite = () -> {
      if (hangs.get()) {
        try {
          stuck.await();
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
      }
    };
    List<CompletableFuture<HttpResponse<String>>> flood = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      flood.add(resize("noisy", 7));
    }
    List<HttpResponse<String>> refused = new ArrayList<>();
    while (refused.size() < 36) {
      refused = flood.stream()
          .filter(CompletableFuture::isDone)
          .map(CompletableFuture::join)
          .toList();
    }
    hangs.set(false);

    assertThat(resize("quiet", 5).join().statusCode()).isEqualTo(200);
    assertThat(refused).allSatisfy(reply -> {
      assertThat(reply.statusCode()).isEqualTo(429);
      assertThat(reply.headers().firstValue("Retry-After")).contains("1");
    });
    stuck.countDown();
    assertThat(flood.stream().filter(reply -> reply.join().statusCode() == 200)).hasSize(4);
  }

  @Test
  void aCallerHoldsNoMoreEventStreamsThanItMay() {
    List<CompletableFuture<HttpResponse<InputStream>>> streams = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      streams.add(watch("noisy"));
      assertThat(streams.get(i).join().statusCode()).isEqualTo(200);
    }

    assertThat(watch("noisy").join().statusCode()).isEqualTo(429);
    assertThat(watch("quiet").join().statusCode()).isEqualTo(200);
  }

  private CompletableFuture<HttpResponse<InputStream>> watch(String caller) {
    return client.sendAsync(
        HttpRequest.newBuilder(server.uri("/pool/events?watch=true"))
            .header("Authorization", "Bearer token-of-" + caller)
            .build(),
        HttpResponse.BodyHandlers.ofInputStream());
  }

  @Test
  void aCallerThatSendsTooManyBytesWaits() {
    String body = "{\"desiredSize\":5" + " ".repeat(60_000) + "}";
    int status = 200;
    for (int i = 0; i < 400 && status == 200; i++) {
      status = server
          .post("/pool/size", body, "Authorization", "Bearer token-of-noisy")
          .statusCode();
    }

    assertThat(status).isEqualTo(429);
    assertThat(server.get("/pool", "Authorization", "Bearer token-of-quiet").statusCode())
        .isEqualTo(200);
  }
}

package io.cloudadapter.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.ReplicaInfo;
import io.cloudadapter.api.ReplicaRole;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A server's answers about itself and the replicas that share its pools. */
class ReplicasApiTest {
  private static final ReplicaInfo ONE =
      new ReplicaInfo("one", Optional.of("https://one.example:8443"), true, 42);
  private static final ReplicaInfo TWO = new ReplicaInfo("two", Optional.empty(), false, 40);

  private final TestServer server = new TestServer();

  @AfterEach
  void stop() {
    server.close();
  }

  private void leads() {
    server.pools.everybody = Optional.of(List.of(ONE, TWO));
    server.pools.part = Optional.of(new ReplicaRole(
        "one",
        true,
        Optional.of(ONE),
        Duration.ZERO,
        Duration.ofSeconds(10),
        Duration.ofMillis(7500),
        ""));
  }

  private void follows(Duration age, String trouble) {
    server.pools.everybody = Optional.of(List.of(ONE, TWO));
    server.pools.part = Optional.of(new ReplicaRole(
        "two", false, Optional.of(ONE), age, Duration.ofSeconds(10), Duration.ZERO, trouble));
  }

  private Optional<String> age(String path) {
    return server.get(path).headers().firstValue("Age");
  }

  @Test
  void whoKeepsItsPoolsAloneHasNoRoleAndNoAge() {
    server.pools.everybody = Optional.of(List.of());

    assertThat(server.get("/replicas").body()).isEqualTo("{\"replicas\":[]}");
    assertThat(server.get("/healthz").body()).isEqualTo("{\"status\":\"ok\"}");
    assertThat(server.get("/readyz").body()).isEqualTo("{\"status\":\"ok\"}");
    assertThat(age("/pool")).isEmpty();
  }

  @Test
  void aLeaderSaysSoAndThatNothingOfItIsOld() {
    leads();

    assertThat(server.get("/healthz").body()).isEqualTo("{\"status\":\"ok\",\"role\":\"leader\"}");
    assertThat(server.get("/readyz").body()).isEqualTo("{\"status\":\"ok\",\"role\":\"leader\"}");
    assertThat(server.get("/readyz?leader").statusCode()).isEqualTo(200);
    assertThat(server.get("/replicas").body())
        .isEqualTo("{\"name\":\"one\",\"role\":\"leader\",\"ageSeconds\":0.0,\"leaseSeconds\":10.0,"
            + "\"leaseLeftSeconds\":7.5,\"trouble\":\"\",\"replicas\":["
            + "{\"name\":\"one\",\"url\":\"https://one.example:8443\",\"role\":\"leader\","
            + "\"revision\":42},"
            + "{\"name\":\"two\",\"role\":\"follower\",\"revision\":40}]}");
    assertThat(age("/pool")).isEmpty();
  }

  @Test
  void aFollowerSaysSoAndHowOldItsAnswersMayBe() {
    follows(Duration.ofMillis(2001), "");

    assertThat(server.get("/healthz").body())
        .isEqualTo("{\"status\":\"ok\",\"role\":\"follower\"}");
    assertThat(server.get("/readyz").statusCode()).isEqualTo(200);
    assertThat(server.get("/readyz?leader").statusCode()).isEqualTo(503);
    assertThat(server.get("/readyz?leader=true").body())
        .contains("this server follows another one");
    assertThat(server.get("/replicas").body())
        .startsWith("{\"name\":\"two\",\"role\":\"follower\",\"ageSeconds\":2.001,"
            + "\"leaseSeconds\":10.0,\"leaseLeftSeconds\":0.0,\"trouble\":\"\"");
    for (String path : List.of("/pool", "/pools", "/pool/size", "/pools/batch/pool", "/replicas")) {
      assertThat(age(path)).as(path).contains("3"); // Rounded up: never younger than it says.
    }
  }

  @Test
  void anAgeIsSaidOfAnswersAndNotOfRefusals() {
    follows(Duration.ofSeconds(2), "");

    HttpResponse<String> refused = server.get("/pools/none/pool");

    assertThat(refused.statusCode()).isEqualTo(404);
    assertThat(refused.headers().firstValue("Age")).isEmpty();
  }

  @Test
  void whoIsCutOffStillSaysWhatItKnowsOfItself() {
    follows(Duration.ofMillis(119_100), "etcd://10.0.0.1:2379/web does not answer");
    server.pools.everybody = Optional.empty();

    assertThat(server.get("/replicas").body())
        .isEqualTo("{\"name\":\"two\",\"role\":\"follower\",\"ageSeconds\":119.1,"
            + "\"leaseSeconds\":10.0,\"leaseLeftSeconds\":0.0,"
            + "\"trouble\":\"etcd://10.0.0.1:2379/web does not answer\",\"replicas\":[]}");
    assertThat(age("/pool")).contains("120");
    assertThat(server.get("/readyz").statusCode()).isEqualTo(200);
  }

  @Test
  void aFollowerThatHasReadNothingYetIsHealthyAndNotReady() {
    follows(Duration.ofSeconds(1), "the store was not read yet");
    server.pools.web.onRead = () -> {
      throw new PoolException(Reason.UNAVAILABLE, "the store was not read yet", "");
    };

    HttpResponse<String> ready = server.get("/readyz");

    assertThat(server.get("/healthz").statusCode()).isEqualTo(200);
    assertThat(ready.statusCode()).isEqualTo(503);
    assertThat(ready.body()).contains("1 of 2 pools can be read");
    assertThat(ready.headers().firstValue("Retry-After")).contains("1");
  }

  @Test
  void aWriteToAFollowerIsRefusedWithTheLeadersAddress() {
    follows(Duration.ZERO, "");
    server.pools.web.onWrite = () -> {
      throw new PoolException(
          Reason.ELSEWHERE,
          "this replica follows and only answers reads",
          "Ask the leader, one, at https://one.example:8443.");
    };

    HttpResponse<String> refused = server.post("/pool/size", "{\"desiredSize\": 3}");

    assertThat(refused.statusCode()).isEqualTo(503);
    assertThat(refused.body())
        .contains("this replica follows and only answers reads")
        .contains("Ask the leader, one, at https://one.example:8443.");
  }
}

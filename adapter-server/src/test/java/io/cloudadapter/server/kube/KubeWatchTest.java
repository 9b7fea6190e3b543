package io.cloudadapter.server.kube;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.action.ActionChange;
import io.cloudadapter.api.action.ActionChange.Kind;
import io.cloudadapter.api.action.ActionPhase;
import io.cloudadapter.api.action.ActionStatus;
import io.cloudadapter.server.ActionsApiTest;
import io.cloudadapter.server.FakePool;
import io.cloudadapter.server.LogCapture;
import io.cloudadapter.server.TestServer;
import io.cloudadapter.server.options.ServerLimits;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Watches of actions as clients of Kubernetes have them. */
@Timeout(300)
class KubeWatchTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final ActionStatus ENDED = ActionsApiTest.REBOOT;

  private TestServer server;
  private FakePool web;

  @BeforeEach
  void start() {
    server = new TestServer(builder -> builder.limits(ServerLimits.defaults().withConnections(12)));
    web = server.pools.web;
  }

  @AfterEach
  void stop() {
    server.close();
  }

  /** The action as it was or will be. */
  static ActionStatus at(long version, ActionPhase phase) {
    return new ActionStatus(
        ENDED.uid(),
        version,
        ENDED.pool(),
        ENDED.machine(),
        ENDED.machineUid(),
        ENDED.action(),
        phase,
        "",
        ENDED.createdAt(),
        ENDED.notBefore(),
        ENDED.deadline(),
        ENDED.startedAt(),
        Optional.empty(),
        ENDED.attempts(),
        Map.of(),
        false,
        ENDED.labels(),
        "ops",
        Optional.empty());
  }

  private void happens(Kind kind, ActionStatus now, ActionStatus before) {
    web.change(new ActionChange(
        kind, now.version(), now, kind == Kind.ADDED ? Optional.empty() : Optional.of(before)));
  }

  private Iterator<String> watch(String query, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(server.uri("/api/v1/namespaces/web/actions?watch=true" + query));
    if (headers.length > 0) {
      request.headers(headers);
    }
    try {
      HttpResponse<java.util.stream.Stream<String>> reply =
          HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofLines());
      assertThat(reply.statusCode()).isEqualTo(200);
      assertThat(reply.headers().firstValue("Transfer-Encoding")).contains("chunked");
      assertThat(reply.headers().firstValue("Content-Type")).contains("application/json");
      return reply.body().iterator();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The type of an event, the version of its object, and its phase. */
  private static String shown(String line) {
    JsonNode event = json(line);
    JsonNode object = event.get("object");
    return event.get("type").asText() + " "
        + object.at("/metadata/resourceVersion").asText() + " "
        + object.at("/status/phase").asText();
  }

  private static JsonNode json(String line) {
    try {
      return JSON.readTree(line);
    } catch (JsonProcessingException e) {
      throw new AssertionError("no JSON: " + line, e);
    }
  }

  @Test
  void goesOnFromAVersionWithWhatHasChangedSinceAndWhatChanges() {
    ActionStatus running = at(18, ActionPhase.RUNNING);

    Iterator<String> events = watch("&resourceVersion=5");

    assertThat(shown(events.next())).isEqualTo("ADDED 17 SUCCEEDED");
    happens(Kind.MODIFIED, running, ENDED);
    assertThat(shown(events.next())).isEqualTo("MODIFIED 18 RUNNING");
    web.change(new ActionChange(Kind.DELETED, 19, running, Optional.of(running)));
    assertThat(shown(events.next())).isEqualTo("DELETED 19 RUNNING");
  }

  @Test
  void withoutAVersionBeginsWithWhatThereIs() {
    assertThat(shown(watch("").next())).isEqualTo("ADDED 17 SUCCEEDED");
    assertThat(shown(watch("&resourceVersion=0").next())).isEqualTo("ADDED 17 SUCCEEDED");
  }

  @Test
  void theEndOfWhatThereIsIsMarkedForThoseWhoAskForIt() {
    Iterator<String> events = watch("&resourceVersionMatch=NotOlderThan&sendInitialEvents=true"
        + "&allowWatchBookmarks=true&resourceVersion=");

    assertThat(shown(events.next())).isEqualTo("ADDED 17 SUCCEEDED");
    assertThat(events.next())
        .isEqualTo("{\"type\":\"BOOKMARK\",\"object\":{\"kind\":\"Action\",\"apiVersion\":\"v1\","
            + "\"metadata\":{\"resourceVersion\":\"17\",\"annotations\":{"
            + "\"k8s.io/initial-events-end\":\"true\"}}}}");
    assertThat(server.get("/api/v1/actions?watch=1&sendInitialEvents=true").statusCode())
        .isEqualTo(422);
  }

  @Test
  void whatEntersASelectionIsNewAndWhatLeavesItIsGone() {
    ActionStatus pending = at(18, ActionPhase.PENDING);
    ActionStatus running = at(19, ActionPhase.RUNNING);
    Iterator<String> events = watch("&resourceVersion=17&fieldSelector=status.phase%3DRUNNING");

    happens(Kind.MODIFIED, pending, ENDED);
    happens(Kind.MODIFIED, running, pending);
    happens(Kind.MODIFIED, at(20, ActionPhase.RUNNING), running);
    happens(Kind.MODIFIED, at(21, ActionPhase.FAILED), at(20, ActionPhase.RUNNING));
    happens(Kind.MODIFIED, at(22, ActionPhase.RUNNING), at(21, ActionPhase.FAILED));

    assertThat(shown(events.next())).isEqualTo("ADDED 19 RUNNING");
    assertThat(shown(events.next())).isEqualTo("MODIFIED 20 RUNNING");
    assertThat(shown(events.next())).isEqualTo("DELETED 21 RUNNING");
    assertThat(shown(events.next())).isEqualTo("ADDED 22 RUNNING");
  }

  @Test
  void whatMayHaveLeftUnseenIsToldToBeGone() {
    Iterator<String> events = watch("&resourceVersion=5&fieldSelector=status.complete%3Dfalse");

    assertThat(shown(events.next())).isEqualTo("DELETED 17 SUCCEEDED");
  }

  @Test
  void whoComesTooLateIsToldToListAgain() {
    Iterator<String> events = watch("&resourceVersion=3");

    JsonNode event = json(events.next());
    assertThat(event.get("type").asText()).isEqualTo("ERROR");
    assertThat(event.at("/object/kind").asText()).isEqualTo("Status");
    assertThat(event.at("/object/code").asInt()).isEqualTo(410);
    assertThat(event.at("/object/reason").asText()).isEqualTo("Expired");
    assertThat(events.hasNext()).isFalse();
    assertThat(json(watch("&resourceVersion=99").next()).at("/object/code").asInt())
        .isEqualTo(504);
  }

  @Test
  void whoIsOvertakenIsToldToListAgain() {
    Iterator<String> events = watch("&resourceVersion=17");

    web.onWatch = () -> {
      throw new PoolException(PoolException.Reason.GONE, "it was too slow", "");
    };
    happens(Kind.MODIFIED, at(18, ActionPhase.RUNNING), ENDED);

    assertThat(json(events.next()).at("/object/code").asInt()).isEqualTo(410);
    assertThat(events.hasNext()).isFalse();
  }

  @Test
  void endsWhenItsTimeIsUpWithABookmarkForThoseWhoKnowThem() {
    Iterator<String> plain = watch("&resourceVersion=17&timeoutSeconds=1");
    Iterator<String> marked =
        watch("&resourceVersion=17&timeoutSeconds=1&allowWatchBookmarks=true");

    assertThat(plain.hasNext()).isFalse();
    assertThat(shown(marked.next())).isEqualTo("BOOKMARK 17 ");
    assertThat(marked.hasNext()).isFalse();
  }

  @Test
  void silenceEndsNoWatch() {
    server.close();
    Duration idle = Duration.ofMillis(1500);
    server = new TestServer(builder -> builder.limits(ServerLimits.defaults()
        .withTimes(idle, Duration.ofSeconds(5), Duration.ofSeconds(5), Duration.ofSeconds(5))));

    Iterator<String> events =
        watch("&resourceVersion=17&timeoutSeconds=4&allowWatchBookmarks=true");

    assertThat(shown(events.next())).isEqualTo("BOOKMARK 17 ");
    assertThat(events.hasNext()).isFalse();
  }

  @Test
  void aTableIsWatchedRowByRow() {
    Iterator<String> events =
        watch("", "Accept", "application/json;as=Table;v=v1;g=meta.k8s.io,application/json");

    JsonNode event = json(events.next());
    assertThat(event.at("/object/kind").asText()).isEqualTo("Table");
    assertThat(event.at("/object/rows/0/cells/3").asText()).isEqualTo("Succeeded");
  }

  @Test
  void manyWhoWatchShareOneText() {
    List<Iterator<String>> all = java.util.stream.Stream.generate(
            () -> watch("&resourceVersion=17"))
        .limit(5)
        .toList();

    happens(Kind.MODIFIED, at(18, ActionPhase.RUNNING), ENDED);

    for (Iterator<String> events : all) {
      assertThat(shown(events.next())).isEqualTo("MODIFIED 18 RUNNING");
    }
  }

  @Test
  void requestsFindAConnectionHoweverManyWatch() {
    List<Iterator<String>> most = java.util.stream.Stream.generate(
            () -> watch("&resourceVersion=17"))
        .limit(9)
        .toList();

    HttpResponse<String> refused = server.get("/api/v1/actions?watch=true");

    assertThat(most).hasSize(9);
    assertThat(refused.statusCode()).isEqualTo(429);
    assertThat(refused.body()).contains("\"TooManyRequests\"", "9 watch already");
    assertThat(server.get("/api/v1/actions").statusCode()).isEqualTo(200);
  }

  @Test
  void whoHangsUpMakesRoom() throws Exception {
    for (int i = 0; i < 9; i++) {
      try (Socket socket = new Socket("127.0.0.1", server.uri("/").getPort())) {
        socket
            .getOutputStream()
            .write(("GET /api/v1/actions?watch=true HTTP/1.1\r\nHost: localhost\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
        assertThat(socket.getInputStream().read()).isEqualTo('H');
      }
    }

    int status = 429;
    long until = System.nanoTime() + Duration.ofSeconds(120).toNanos();
    while (status == 429 && System.nanoTime() < until) {
      status = server
          .get("/api/v1/actions?watch=true&resourceVersion=17&timeoutSeconds=1")
          .statusCode();
    }
    assertThat(status).isEqualTo(200);
  }

  @Test
  void aServerThatStopsWaitsForNoWatch() {
    Iterator<String> events = watch("&resourceVersion=17");
    try (LogCapture log = new LogCapture("io.cloudadapter")) {
      server.close();

      assertThat(log.lines()).as("nothing had to be cut off").isEmpty();
    }
    assertThat(events.hasNext()).isFalse();
  }

  @Test
  void askingForTheHeadOfAWatchDoesNotWatch() {
    assertThat(server.send("HEAD", "/api/v1/actions?watch=true", "").statusCode())
        .isEqualTo(200);
  }
}

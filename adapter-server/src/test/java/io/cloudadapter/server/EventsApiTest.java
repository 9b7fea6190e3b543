package io.cloudadapter.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.event.EventCaller;
import io.cloudadapter.api.event.PoolEvent;
import io.cloudadapter.api.event.PoolEventKind;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The history of a pool over REST. */
class EventsApiTest {
  private static final Instant AT = Instant.parse("2026-11-28T02:00:00Z");
  private static final String DIED = "{\"sequence\":1,\"time\":\"2026-11-28T02:00:01.000Z\","
      + "\"kind\":\"MACHINE_DIED\",\"machine\":\"i-1\",\"replaces\":[],"
      + "\"caller\":{\"principal\":\"ann\",\"api\":\"rest\",\"requestId\":\"r-1\"},"
      + "\"code\":\"SHOWN_AS_ENDED\",\"message\":\"it ended unplanned\",\"details\":{\"k\":\"v\"}}";

  private TestServer server;
  private FakePool web;

  @BeforeEach
  void start() {
    server = new TestServer();
    web = server.pools.web;
    web.history.add(event(1, PoolEventKind.MACHINE_DIED, "i-1"));
    web.history.add(event(2, PoolEventKind.MACHINE_LAUNCHED, "i-2"));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private static PoolEvent event(long sequence, PoolEventKind kind, String machine) {
    return new PoolEvent(
        sequence,
        sequence,
        AT.plusSeconds(sequence),
        AT.plusSeconds(sequence),
        kind,
        Optional.of(new MachineId(machine)),
        Optional.empty(),
        List.of(),
        OptionalLong.empty(),
        Optional.of(new EventCaller("ann", "rest", Optional.of("r-1"), Optional.empty())),
        Optional.of("SHOWN_AS_ENDED"),
        "it ended unplanned",
        Map.of("k", "v"));
  }

  @Test
  void pages_hold_what_was_asked_for_and_resume() {
    assertThat(server.get("/pool/events?limit=1").body())
        .isEqualTo("{\"events\":[" + DIED
            + "],\"cursor\":\"00000000000000ab-1\",\"more\":true,\"oldest\":1}");
    assertThat(server.get("/pools/web/events?after=00000000000000ab-1").body())
        .contains("\"machine\":\"i-2\"")
        .doesNotContain("i-1\"")
        .contains("\"more\":false");
    assertThat(server
            .get("/pools/web/pool/events?machine=i-2&kind=MACHINE_LAUNCHED,OTHER")
            .body())
        .contains("i-2")
        .doesNotContain("i-1\"");
    assertThat(server
            .get("/pool/events?since=2026-11-28T02:00:02Z&until=2026-11-28T02:00:03Z")
            .body())
        .contains("i-2")
        .doesNotContain("i-1\"");
    assertThat(server.get("/pool/events?after=00000000000000ab-7").statusCode()).isEqualTo(410);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "since=yesterday | since must be a time such as 2026-11-28T22:00:00Z, was \"yesterday\"",
        "limit=0 | limit must be 1 to 1000, was 0",
        "limit=x | limit must be 1 to 1000, was \"x\"",
        "watch=yes | watch must be true or false, was \"yes\"",
        "after=7 | after must be the cursor of an earlier page",
        "kind=DEATH | kind must be one of",
        "from=x | the query may have since, until, machine, kind, after, limit, watch, had \"from\"",
        "limit=1&limit=2 | limit may be given once, was given again",
        "since=2026-11-28T02:00:00Z&until=2026-11-28T01:00:00Z | until must be after since",
      })
  void bad_input_is_refused_with_its_field_its_value_and_what_is_allowed(
      String query, String message) {
    HttpResponse<String> reply = server.get("/pool/events?" + query);

    assertThat(reply.statusCode()).isEqualTo(400);
    assertThat(reply.body().replace("\\\"", "\"")).contains(message);
  }

  @Test
  void a_watch_goes_on_with_events_to_come_and_resumes_after_its_last_event()
      throws IOException, InterruptedException {
    HttpClient client = HttpClient.newHttpClient();
    URI uri = server.uri("/pools/web/events?watch=true");
    HttpRequest request = HttpRequest.newBuilder(uri)
        .header("Last-Event-ID", "00000000000000ab-1")
        .build();
    HttpResponse<java.util.stream.Stream<String>> reply =
        client.send(request, HttpResponse.BodyHandlers.ofLines());
    assertThat(reply.headers().firstValue("Content-Type")).contains("text/event-stream");
    Iterator<String> lines = reply.body().iterator();

    assertThat(next(lines)).isEqualTo("id: 00000000000000ab-2");
    assertThat(next(lines)).isEqualTo("event: MACHINE_LAUNCHED");
    assertThat(next(lines)).startsWith("data: {\"sequence\":2,");
    web.history.add(event(3, PoolEventKind.MACHINE_RUNNING, "i-2"));
    assertThat(next(lines)).isEqualTo("id: 00000000000000ab-3");
  }

  /** The next line that is neither empty nor a comment. */
  private static String next(Iterator<String> lines) {
    String line = lines.next();
    while (line.isEmpty() || line.startsWith(":")) {
      line = lines.next();
    }
    return line;
  }
}

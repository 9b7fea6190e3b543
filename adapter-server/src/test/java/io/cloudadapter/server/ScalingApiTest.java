package io.cloudadapter.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.WriteOptions;
import io.cloudadapter.api.scaling.PoolScaling;
import io.cloudadapter.api.scaling.ScalingView;
import io.cloudadapter.api.scaling.ScheduledSize;
import io.cloudadapter.api.scaling.TargetTrackingPolicy;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Scaling by policies over our own face. */
class ScalingApiTest {
  private static TestServer server;
  private static FakePool web;

  @BeforeAll
  static void start() {
    server = new TestServer();
    web = server.pools.web;
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @BeforeEach
  void forget() {
    web.scaling = PoolScaling.of(1, 5, FakePool.MAX_SIZE, Map.of());
    web.setDesiredSize(3, WriteOptions.none());
    web.calls.clear();
  }

  @Test
  void tellsByWhatAPoolIsScaled() {
    web.scaling = new PoolScaling(
        2,
        ScalingView.UNLIMITED,
        8,
        0,
        5,
        Map.of("load", TargetTrackingPolicy.of(50)),
        Map.of("more", Duration.ofMillis(1_001)),
        Map.of(
            "night",
            new ScheduledSize(
                "0 20 * * *",
                ZoneId.of("Europe/Berlin"),
                OptionalInt.of(2),
                OptionalInt.empty(),
                OptionalInt.of(3),
                Optional.of(Instant.parse("2026-11-22T19:00:00Z")),
                List.of(Instant.parse("2026-11-22T19:00:00Z")))));

    HttpResponse<String> reply = server.get("/pools/web/pool/scaling");

    assertThat(reply.statusCode()).isEqualTo(200);
    assertThat(reply.body())
        .startsWith("{\"minSize\":2,\"maxSize\":-1,\"cap\":8,"
            + "\"configured\":{\"minSize\":0,\"maxSize\":5},"
            + "\"policies\":{\"load\":{\"type\":\"adapter.policy.target\",")
        .endsWith("}},\"cooldowns\":{\"more\":2},\"schedules\":{\"night\":"
            + "{\"cron\":\"0 20 * * *\",\"zone\":\"Europe/Berlin\",\"desiredSize\":2,"
            + "\"maxSize\":3,\"next\":\"2026-11-22T19:00:00.000Z\","
            + "\"upcoming\":[\"2026-11-22T19:00:00.000Z\"]}}}");
  }

  @Test
  void scalesAndTellsWhy() {
    HttpResponse<String> reply = server.post("/pool/scale", "{\"event\":\"out\",\"count\":2}");

    assertThat(reply.statusCode()).isEqualTo(200);
    assertThat(reply.body())
        .startsWith("{\"status\":\"OK\",\"reason\":\"Scaling request validated.\","
            + "\"creation\":{\"count\":2},\"abstains\":false,\"capacity\":5,\"desiredSize\":5,"
            + "\"pool\":{\"committed\":3,\"desiredSize\":3,\"minSize\":1,\"maxSize\":5,"
            + "\"cap\":100,\"warming\":0,\"leaving\":0},\"steps\":[\"");
    assertThat(web.calls).hasSize(1);
  }

  @Test
  void answersWithTheReasonWhatPoliciesDoNotAllow() {
    HttpResponse<String> reply =
        server.post("/pools/web/pool/scale", "{\"event\":\"out\",\"count\":3}");

    assertThat(reply.statusCode()).isEqualTo(200);
    assertThat(reply.body())
        .startsWith("{\"status\":\"ERROR\",\"reason\":\"The target capacity (6) is greater than"
            + " the cluster's max_size (5).\",\"abstains\":false,\"capacity\":3,");
  }

  @Test
  void answersMetrics() {
    HttpResponse<String> reply = server.post("/pool/metrics/load", "{\"value\":75.5}");

    assertThat(reply.statusCode()).isEqualTo(200);
    assertThat(reply.body()).contains("\"creation\":{\"count\":2}");
    assertThat(web.calls).containsExactly("scale by the pool's own");
  }

  @Test
  void resizesInTheWordsOfSenlin() {
    HttpResponse<String> reply = server.post(
        "/pool/resize",
        "{\"adjustment_type\":\"CHANGE_IN_CAPACITY\",\"number\":-1,\"max_size\":4,"
            + "\"min_size\":null}");

    assertThat(reply.body())
        .startsWith("{\"status\":\"OK\",\"reason\":\"Scaling request validated.\","
            + "\"deletion\":{\"count\":1},\"capacity\":2,\"desiredSize\":2,\"minSize\":1,"
            + "\"maxSize\":4,");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
      /pool/scale        |                             | 400 | the body is empty; it must be a JSON object
      /pool/scale        | {}                          | 400 | field event is missing; it must be "out" or "in"
      /pool/scale        | {"event":"up"}              | 400 | field event must be "out" or "in", was: "up"
      /pool/scale        | {"event":"out","size":3}    | 400 | unknown field "size"; the fields allowed are \
      event, count, policy
      /pool/scale        | {"event":"out","count":[1]} | 400 | field count must be a single value, was: an array
      /pool/scale        | {"event":"in","count":null} | 400 | field count must be left out, or a whole number of \
      1 or more, was: null
      /pool/scale        | {"event":"in","policy":7}   | 400 | field policy must be the name of a policy, was: 7
      /pool/scale        | {"event":"in","policy":"x"} | 404 | pool web has no policy 'x'
      /pool/scale        | {"event":"in","event":"out"} | 400 | the body is not valid JSON: it has field "event" \
      twice, at line 1, column 15
      /pool/metrics/load | {}                          | 400 | field value is missing; it must be a finite number
      /pool/metrics/load | {"value":"75"}              | 400 | field value must be a finite number, was: "75"
      /pool/metrics/load | {"value":1e999}             | 400 | field value must be a finite number, was: 1e999
      /pool/metrics/load | {"value":NaN}               | 400 | the body is not valid JSON, at line 1, column 13
      /pool/metrics/load | {"value":1,"unit":"%"}      | 400 | unknown field "unit"; the fields allowed are \
      value, policy
      /pool/metrics/-    | {"value":1}                 | 400 | a metric must have a name of 1 to 64 letters, \
      digits, '.', '_' or '-', was: '-'
      /pool/resize       | {}                          | 400 | Not enough parameters to do resize action.
      /pool/resize       | {"number":3}                | 400 | Missing adjustment_type value for size adjustment.
      /pool/resize       | {"size":3}                  | 400 | unknown field "size"; the fields allowed are \
      adjustment_type, number, min_size, max_size, min_step, strict
      /pool/resize       | {"min_size":3,"max_size":2} | 400 | The specified min_size (3) is greater than the \
      specified max_size (2).
      """)
  void refusesWhatCannotBeDecidedAndChangesNothing(
      String path, String body, int status, String message) {
    HttpResponse<String> reply = server.post(path, body == null ? "" : body);

    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(status);
    assertThat(ErrorAssertions.message(reply.body())).isEqualTo(message);
    assertThat(web.calls).isEmpty();
  }
}

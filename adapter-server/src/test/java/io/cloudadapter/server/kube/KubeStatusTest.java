package io.cloudadapter.server.kube;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.server.http.HttpReply;
import io.cloudadapter.server.kube.KubeStatus.Details;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The v1 Status. */
class KubeStatusTest {

  @Test
  void aSuccessSaysWhatItIsAbout() {
    assertThat(body(
            KubeStatus.success(201, "made", Details.of("a", "actions").uid("u")).reply()))
        .isEqualTo("{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},"
            + "\"status\":\"Success\",\"message\":\"made\","
            + "\"details\":{\"name\":\"a\",\"kind\":\"actions\",\"uid\":\"u\"},\"code\":201}");
  }

  @Test
  void aFailureNamesItsCausesAndLeavesOutWhatItDoesNotKnow() {
    assertThat(body(KubeStatus.failure(422, "ports are wrong")
            .about(Details.NONE.cause("FieldValueInvalid", "0 is no port", "ports[0].port"))
            .reply()))
        .isEqualTo("{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},"
            + "\"status\":\"Failure\",\"message\":\"ports are wrong\",\"reason\":\"Invalid\","
            + "\"details\":{\"causes\":[{\"reason\":\"FieldValueInvalid\","
            + "\"message\":\"0 is no port\",\"field\":\"ports[0].port\"}]},\"code\":422}");
    assertThat(body(KubeStatus.failure(404, "no").reply()))
        .isEqualTo("{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},"
            + "\"status\":\"Failure\",\"message\":\"no\",\"reason\":\"NotFound\",\"code\":404}");
  }

  @ParameterizedTest
  @CsvSource({
    "400, '', 400, BadRequest",
    "401, '', 401, Unauthorized",
    "403, '', 403, Forbidden",
    "404, NOT_FOUND, 404, NotFound",
    "405, '', 405, MethodNotAllowed",
    "408, '', 408, Timeout",
    "409, CONFLICT, 409, Conflict",
    "409, UNSUPPORTED, 405, MethodNotAllowed",
    "410, GONE, 410, Expired",
    "413, '', 413, RequestEntityTooLarge",
    "414, '', 414, BadRequest",
    "415, '', 415, UnsupportedMediaType",
    "429, THROTTLED, 429, TooManyRequests",
    "500, '', 500, InternalError",
    "500, UNAVAILABLE, 500, ServerTimeout",
    "500, UNKNOWN, 500, InternalError",
    "503, '', 503, ServiceUnavailable"
  })
  void everyErrorOfOursHasItsReason(int ours, String pool, int code, String reason) {
    HttpReply error = HttpReply.error(ours, "it is so", "do that");

    KubeStatus status = KubeStatus.of(pool.isEmpty() ? error : error.with("Pool-Reason", pool));

    assertThat(status.code()).isEqualTo(code);
    assertThat(status.reason()).isEqualTo(reason);
    assertThat(status.message()).isEqualTo("it is so (do that)");
  }

  @Test
  void onlyWhatDidNothingTellsATimeToAskAgain() {
    assertThat(asksAgain(HttpReply.error(429, "enough", ""))).contains("\"retryAfterSeconds\":7");
    assertThat(asksAgain(HttpReply.error(503, "busy", ""))).contains("\"retryAfterSeconds\":7");
    assertThat(asksAgain(HttpReply.error(500, "down", "").with("Pool-Reason", "UNAVAILABLE")))
        .contains("\"retryAfterSeconds\":7");
    assertThat(asksAgain(HttpReply.error(500, "lost", "").with("Pool-Reason", "UNKNOWN")))
        .doesNotContain("details");
    assertThat(asksAgain(HttpReply.error(500, "late", ""))).doesNotContain("details");
  }

  private static String asksAgain(HttpReply error) {
    HttpReply plain = error.with("Retry-After", "7");
    HttpReply said = KubeStatus.of(plain).inPlaceOf(plain);
    assertThat(said.headers().containsKey("Retry-After"))
        .isEqualTo(body(said).contains("retryAfterSeconds"));
    return body(said);
  }

  @Test
  void otherHeadersStay() {
    HttpReply plain = HttpReply.error(405, "no", "").with("Allow", "GET");

    HttpReply said = KubeStatus.of(plain).inPlaceOf(plain);

    assertThat(said.status()).isEqualTo(405);
    assertThat(said.headers()).containsEntry("Allow", "GET");
    assertThat(said.headers()).containsEntry("Content-Type", "application/json");
  }

  private static String body(HttpReply reply) {
    return new String(reply.body(), StandardCharsets.UTF_8);
  }
}

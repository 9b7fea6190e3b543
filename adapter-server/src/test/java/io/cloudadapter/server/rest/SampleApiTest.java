package io.cloudadapter.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.sample.PoolSample;
import io.cloudadapter.api.sample.PoolSamples;
import io.cloudadapter.api.sample.SampleSpan;
import io.cloudadapter.client.RemotePools;
import io.cloudadapter.server.FakePool;
import io.cloudadapter.server.TestServer;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The samples of a pool over REST, and as our client reads them. */
class SampleApiTest {
  private static final PoolSample SAMPLE =
      new PoolSample(Instant.parse("2026-11-02T10:05:00Z"), 6, 5, 4, 3, 2, 40, 0.125);

  private final TestServer server = new TestServer();

  @AfterEach
  void stop() {
    server.close();
  }

  private void has(PoolSample... samples) {
    ((FakePool) server.pools.defaultPool()).samples = List.of(samples);
  }

  @Test
  void aSampleHasItsNumbersAndTheAnswerHowLongOneIs() {
    has(SAMPLE);

    assertThat(server.get("/pool/samples?span=day").body())
        .isEqualTo("{\"span\":\"day\",\"step\":600,\"samples\":["
            + "{\"from\":\"2026-11-02T10:05:00.000Z\",\"desiredSize\":6,\"inService\":5,"
            + "\"leastInService\":4,\"launched\":3,\"launchFailures\":2,\"cloudCalls\":40,"
            + "\"secondsPerCall\":0.125}]}");
  }

  @Test
  void withoutAQueryItIsTheLastHour() {
    assertThat(server.get("/pool/samples").body())
        .isEqualTo("{\"span\":\"hour\",\"step\":60,\"samples\":[]}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"span=year", "span=", "span=HOUR", "span", "spam=day", "span=day&x=1"})
  void anotherQueryIsRefusedWithWhatIsAllowed(String query) {
    HttpResponse<String> answer = server.get("/pool/samples?" + query);

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body())
        .contains(
            "the query may be span=hour, span=day or span=week, was ", query.split("&")[0]);
  }

  @ParameterizedTest
  @EnumSource(SampleSpan.class)
  void ourClientReadsTheSame(SampleSpan span) {
    has(SAMPLE, new PoolSample(SAMPLE.from().plusSeconds(3600), 6, 6, 6, 0, 0, 0, 0));
    MachinePool pool = server.pools.defaultPool();

    PoolSamples read = RemotePools.at(server.uri("/")).build().defaultPool().samples(span);

    assertThat(read).isEqualTo(pool.samples(span));
  }
}

package io.cloudadapter.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.cloud.Cidr;
import io.cloudadapter.api.cloud.Listener;
import io.cloudadapter.api.cloud.Listener.Protocol;
import io.cloudadapter.api.cloud.LoadBalancer.Ingress;
import io.cloudadapter.api.cloud.LoadBalancer.Target;
import io.cloudadapter.api.cloud.LoadBalancerSpec;
import io.cloudadapter.api.cloud.LoadBalancerSpec.Affinity;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What changes beside machines over HTTP, and what is known of a change that failed. */
class RemoteCloudTest {
  private static final String PREFIX = "/cloudprovider/v1alpha1/";
  private static final String ENSURE = "POST " + PREFIX + "tcpLoadBalancers";
  private static final String ROUTE = "DELETE " + PREFIX + "routes/k/one";

  private FakeServer server;
  private RemoteCloud cloud;

  @BeforeEach
  void open() throws IOException {
    server = new FakeServer();
    cloud = RemotePools.at(server.address()).build().cloud();
  }

  @AfterEach
  void close() {
    server.close();
  }

  private static LoadBalancerSpec web() {
    return new LoadBalancerSpec(
        "north",
        "web",
        Optional.empty(),
        List.of(new Listener("http", Protocol.TCP, 80, 30080)),
        List.of("i-1"),
        Affinity.NONE);
  }

  private static PoolException refusal(ThrowingCallable change) {
    return catchThrowableOfType(PoolException.class, change);
  }

  private static String status(int code) {
    return "{\"kind\": \"Status\", \"message\": \"no\", \"code\": " + code + "}";
  }

  @Test
  void aLoadBalancerIsMadeWithItsHostsAndTellsItsAddresses() {
    server.on(
        ENSURE,
        FakeServer.json(200, "{\"ingress\": [{\"hostname\": \"web.example\"}], \"exists\": true}"));

    assertThat(cloud.ensure(web()))
        .containsExactly(new Ingress(Ingress.Kind.HOST_NAME, "web.example"));
    assertThat(server.asked().get(0).body())
        .contains("\"region\":\"north\"", "\"nodePort\":30080", "{\"hostname\":\"i-1\"}");
  }

  @Test
  void whoIsBehindALoadBalancerIsTold() {
    server.on(
        "GET /cloudprovider/v1alpha1/tcpLoadBalancers/north/web/hosts",
        FakeServer.json(
            200,
            "{\"hosts\": [{\"hostname\": \"i-1\", \"health\": \"UNHEALTHY\"}], \"exists\": true}"));

    assertThat(cloud.targets("north", "web"))
        .contains(List.of(new Target("i-1", Target.Health.UNHEALTHY)));
  }

  @Test
  void aChangeWhoseAnswerIsLostIsUnknownAndOneThatWasNotSentIsNot() {
    server.on(ROUTE, FakeServer.lost());

    assertThat(refusal(() -> cloud.deleteRoute("k", "one")).reason()).isEqualTo(Reason.UNKNOWN);
    server.close();
    assertThat(refusal(() -> cloud.deleteRoute("k", "one")).reason()).isEqualTo(Reason.UNAVAILABLE);
  }

  @ParameterizedTest
  @CsvSource({
    "404, NOT_FOUND",
    "409, CONFLICT",
    "422, INVALID",
    "429, UNAVAILABLE",
    "501, UNSUPPORTED",
    "503, UNKNOWN",
    "504, UNKNOWN"
  })
  void aRefusalIsWhatTheCodeInsideSays(int code, Reason reason) {
    server.on("POST " + PREFIX + "routes", FakeServer.json(404, status(code)));

    PoolException refusal =
        refusal(() -> cloud.createRoute("k", "", "i-1", new Cidr("10.1.0.0/24")));

    assertThat(refusal.reason()).isEqualTo(reason);
    assertThat(refusal).hasMessage("no");
  }

  @Test
  void aLookThatFailsIsNeverUnknown() {
    server.on("GET " + PREFIX + "routes/k", FakeServer.json(404, status(503)));

    assertThat(refusal(() -> cloud.routes("k")).reason()).isEqualTo(Reason.UNAVAILABLE);
  }
}

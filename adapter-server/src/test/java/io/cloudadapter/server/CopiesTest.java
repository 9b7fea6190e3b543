package io.cloudadapter.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.ReplicaInfo;
import io.cloudadapter.api.ReplicaRole;
import io.cloudadapter.server.http.Caller;
import io.cloudadapter.server.http.ExecutionLane;
import io.cloudadapter.server.http.HttpReply;
import io.cloudadapter.server.http.HttpRequest;
import io.cloudadapter.server.http.HttpRoute;
import io.cloudadapter.server.http.RequestHead;
import io.cloudadapter.server.options.Role;
import io.cloudadapter.server.rest.AgeHeader;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CopiesTest {
  private static final HttpRequest REQUEST = new HttpRequest(
      new RequestHead(
          "1",
          "GET",
          "/pool",
          Optional.empty(),
          name -> List.of(),
          false,
          0,
          Optional.empty(),
          "127.0.0.1"),
      Map.of(),
      new Caller("ada", Role.READ),
      Optional.empty(),
      new byte[0]);

  private final FakePools pools = new FakePools();
  private long nanos;
  private final AgeHeader copies = new AgeHeader(pools, () -> nanos);

  private void is(boolean leader, Duration age) {
    pools.part = Optional.of(new ReplicaRole(
        "two",
        leader,
        Optional.<ReplicaInfo>empty(),
        age,
        Duration.ofSeconds(10),
        Duration.ZERO,
        ""));
  }

  /** Returns the age header of an answer, if something happens while it is made. */
  private Optional<String> told(Runnable meanwhile) {
    HttpRoute route =
        copies.aged(new HttpRoute("GET", "/pool", Optional.empty(), ExecutionLane.READ, request -> {
          meanwhile.run();
          return HttpReply.text("text/plain", "an answer");
        }));
    return Optional.ofNullable(route.handler().handle(REQUEST).headers().get("Age"));
  }

  @Test
  void anAnswerThatWasMadeBeforeTheCopyWasBroughtUpToDateIsAsOldAsTheCopyWas() {
    is(false, Duration.ofSeconds(4));

    assertThat(told(() -> is(false, Duration.ZERO))).contains("4");
  }

  @Test
  void whatAnAnswerTookIsPartOfItsAge() {
    is(false, Duration.ofSeconds(4));

    assertThat(told(() -> nanos += TimeUnit.MILLISECONDS.toNanos(1500))).contains("6");
  }

  @Test
  void aFollowerThatComesToLeadMeanwhileStillSaysHowOldItsAnswerIs() {
    is(false, Duration.ofSeconds(4));

    assertThat(told(() -> is(true, Duration.ZERO))).contains("4");
  }

  @Test
  void ofALeadersAnswersNoAgeIsTold() {
    is(true, Duration.ZERO);

    assertThat(told(() -> {})).isEmpty();
  }

  @Test
  void aLeaderThatNoLongerLeadsWhenItsAnswerIsMadeMakesItAnewAndSaysHowOldItIs() {
    is(true, Duration.ZERO);

    assertThat(told(() -> is(false, Duration.ofSeconds(4)))).contains("4");
  }

  @Test
  void whatChangesSomethingIsLeftAsItIs() {
    HttpRoute route = new HttpRoute(
        "PUT", "/pool", Optional.empty(), ExecutionLane.WRITE, request -> HttpReply.empty(200));

    assertThat(copies.aged(route)).isSameAs(route);
  }
}

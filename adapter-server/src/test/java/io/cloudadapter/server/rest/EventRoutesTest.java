package io.cloudadapter.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.server.FakePools;
import io.cloudadapter.server.access.CallerPools;
import io.cloudadapter.server.http.Caller;
import io.cloudadapter.server.http.CallerBudgets;
import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.http.HttpReply;
import io.cloudadapter.server.http.HttpRequest;
import io.cloudadapter.server.http.RequestHead;
import io.cloudadapter.server.http.StreamingBody;
import io.cloudadapter.server.options.CallerLimits;
import io.cloudadapter.server.options.MachinePrices;
import io.cloudadapter.server.options.Role;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A stream of events lasts no longer than the rights of its caller. */
class EventRoutesTest {
  private volatile boolean stands = true;

  private static final class Taking implements StreamingBody.Wire {
    private final CountDownLatch ended = new CountDownLatch(1);

    @Override
    public void send(byte[] bytes, StreamingBody.Done done) {
      done.sent(true);
    }

    @Override
    public void end() {
      ended.countDown();
    }

    @Override
    public void cut() {
      ended.countDown();
    }

    @Override
    public boolean gone() {
      return false;
    }
  }

  private static boolean hasPlace(CallerBudgets budgets, HttpRequest request) {
    try {
      budgets.checkWatch(request);
      return true;
    } catch (HttpError e) {
      return false;
    }
  }

  @Test
  @Timeout(60)
  void aStreamEndsWhenItsCallerHasLostItsRights() throws InterruptedException {
    CallerBudgets budgets = new CallerBudgets(new CallerLimits(10, 1, 1, 1000), System::nanoTime);
    try (EventRoutes routes = new EventRoutes(
        CallerPools.unlabelled(new FakePools()),
        caller -> stands,
        budgets,
        8,
        MachinePrices.none(),
        System::nanoTime)) {
      HttpRequest request = new HttpRequest(
          new RequestHead(
              "1",
              "GET",
              "/pool/events",
              Optional.of("watch=true"),
              name -> List.of(),
              false,
              0,
              Optional.empty(),
              "10.0.0.7"),
          Map.of(),
          new Caller("token:ada", Role.READ),
          Optional.empty(),
          new byte[0]);
      HttpReply reply = routes.routes().get(0).handler().handle(request);
      Taking wire = new Taking();
      reply.streamed().orElseThrow().begin(wire);
      assertThat(wire.ended.getCount()).isEqualTo(1);

      stands = false;

      assertThat(wire.ended.await(30, TimeUnit.SECONDS)).isTrue();
      while (!hasPlace(budgets, request)) {
        Thread.onSpinWait(); // Its place is free right afterwards.
      }
    }
  }
}

package io.cloudadapter.simulated;

import static io.cloudadapter.simulated.SimulatedCloudFixture.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.fake.FakeCall;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.spi.RequestKind;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class CallLatencyTest {
  private final SimulatedCloudFixture scene = new SimulatedCloudFixture(cloud -> cloud
      .latency(Duration.ofSeconds(2), Duration.ofSeconds(2))
      .callTimeout(Duration.ofSeconds(10)));
  private final CountDownLatch waits = new CountDownLatch(1);
  private final MachineProvider provider = scene.cloud.provider((time, call) -> {
    waits.countDown();
    scene.clock.blocking().spend(time, call);
  });

  private CompletableFuture<CloudException> failing(CloudFault fault, CallContext call) {
    PreparedLaunch request = scene.frozen();
    scene.cloud.faults().next(RequestKind.LAUNCH, fault);
    return CompletableFuture.supplyAsync(
        () -> SimulatedCloudFixture.errorOf(() -> provider.launch(request, key(1), 1, call)));
  }

  @Test
  void aCallTakesUntilTheClockHasMovedOn() throws Exception {
    SimulatedCloudFixture patient =
        new SimulatedCloudFixture(cloud -> cloud.callTimeout(Duration.ofDays(1000)));
    MachineProvider blocking = patient.cloud.provider((time, call) -> {
      waits.countDown();
      patient.clock.blocking().spend(time, call);
    });
    FakeCall context = new FakeCall(patient.clock, Duration.ofDays(1000));
    CompletableFuture<String> call =
        CompletableFuture.supplyAsync(() -> blocking.identity(context));
    waits.await();
    assertThat(call).isNotDone();

    while (!call.isDone()) {
      patient.pass(Duration.ofMillis(1));
    }

    assertThat(call.join()).isEqualTo(patient.cloud.account());
  }

  @Test
  void aHangingCallEndsWithTheCallTimeout() throws Exception {
    CompletableFuture<CloudException> call = failing(CloudFault.HANG, scene.call());
    waits.await();

    while (!call.isDone()) {
      scene.pass(Duration.ofMillis(100));
    }

    assertThat(call.join().kind()).isEqualTo(Kind.TIMEOUT);
    assertThat(call.join().effect()).isEqualTo(Effect.UNKNOWN);
  }

  @Test
  void aHangingCallEndsWhenItIsCancelled() throws Exception {
    FakeCall context = FakeCall.patient(scene.clock);
    CompletableFuture<CloudException> call = failing(CloudFault.HANG, context);
    waits.await();

    context.cancel();

    assertThat(call.get(120, TimeUnit.SECONDS).kind()).isEqualTo(Kind.CANCELLED);
    assertThat(call.join().effect()).isEqualTo(Effect.UNKNOWN);
  }

  @Test
  void aHangingCallEndsWhenTheProviderIsClosed() throws Exception {
    CompletableFuture<CloudException> call = failing(CloudFault.HANG, scene.call());
    waits.await();

    provider.close();

    assertThat(call.get(120, TimeUnit.SECONDS).kind()).isEqualTo(Kind.CANCELLED);
  }

  @Test
  void aHangingCallEndsWhenItsThreadIsInterrupted() throws Exception {
    CompletableFuture<CloudException> ended = new CompletableFuture<>();
    Thread thread = new Thread(
        () -> ended.complete(SimulatedCloudFixture.errorOf(() -> provider.identity(scene.call()))));
    thread.start();
    waits.await();

    thread.interrupt();

    assertThat(ended.get(120, TimeUnit.SECONDS).kind()).isEqualTo(Kind.CANCELLED);
  }

  @Test
  void aRequestWhoseCallerGaveUpOnTheWayArrivesAllTheSame() {
    PreparedLaunch request = scene.frozen();
    FakeCall hasty = new FakeCall(scene.clock, Duration.ofMillis(500));

    CloudException error =
        SimulatedCloudFixture.errorOf(() -> scene.provider.launch(request, key(1), 1, hasty));

    assertThat(error.kind()).isEqualTo(Kind.TIMEOUT);
    assertThat(error.effect()).isEqualTo(Effect.UNKNOWN);
    scene.pass(Duration.ofSeconds(5));
    assertThat(scene.cloud.created()).hasSize(1);
  }

  @Test
  void aCallWithoutTimeOrInterestIsNotSent() {
    PreparedLaunch request = scene.frozen();
    FakeCall late = new FakeCall(scene.clock, Duration.ZERO);
    FakeCall cancelled = FakeCall.patient(scene.clock);
    cancelled.cancel();

    CloudException tooLate =
        SimulatedCloudFixture.errorOf(() -> scene.provider.launch(request, key(1), 1, late));
    CloudException unwanted =
        SimulatedCloudFixture.errorOf(() -> scene.provider.launch(request, key(1), 1, cancelled));

    assertThat(tooLate.kind()).isEqualTo(Kind.TIMEOUT);
    assertThat(tooLate.effect()).isEqualTo(Effect.NONE);
    assertThat(unwanted.kind()).isEqualTo(Kind.CANCELLED);
    assertThat(unwanted.effect()).isEqualTo(Effect.NONE);
    assertThat(late.acquired).isEmpty();
    scene.pass(Duration.ofMinutes(1));
    assertThat(scene.cloud.created()).isEmpty();
  }

  @Test
  void onAWallClockCallsReallyTakeTheirTime() {
    SimulatedClock wall = SimulatedClock.wall();
    SimulatedCloud cloud = SimulatedCloud.builder(1, wall)
        .latency(Duration.ofMillis(40), Duration.ofMillis(40))
        .build();
    long start = wall.nanos();

    cloud.provider().identity(FakeCall.patient(wall));

    assertThat(wall.nanos() - start).isGreaterThanOrEqualTo(40_000_000);
  }

  @Test
  void aClockNeverGoesBackAndAWallClockGoesByItself() {
    assertThatThrownBy(() -> scene.clock.advance(Duration.ofSeconds(-1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> SimulatedClock.wall().advance(Duration.ofSeconds(1)))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void slowCallsDoNotHoldUpOthers() throws Exception {
    CompletableFuture<CloudException> slow = failing(CloudFault.HANG, scene.call());
    waits.await();

    assertThat(scene.list()).isEmpty();
    assertThat(slow).isNotDone();

    provider.close();
    assertThat(slow.get(120, TimeUnit.SECONDS)).isNotNull();
  }
}

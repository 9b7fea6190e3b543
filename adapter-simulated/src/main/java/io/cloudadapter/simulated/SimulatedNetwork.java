package io.cloudadapter.simulated;

import io.cloudadapter.simulated.limit.CloudErrors;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Conflict;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.RequestKind;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.BiFunction;

/**
 * The way to the cloud and back. An exchange asks the budget, travels, arrives (which is when it takes
 * effect, at once), and travels back; faults strike on each leg. No lock is held while it travels.
 */
final class SimulatedNetwork {

  /** What an exchange does on arrival, given the faults that strike it. */
  interface Arrival<T> extends BiFunction<CloudState, Set<CloudFault>, T> {}

  /** What will become of an exchange: what strikes it, and how long each leg takes. */
  private record Fate(
      Set<CloudFault> struck, Optional<CloudFault> wire, Duration there, Duration back) {}

  private final CloudStateGuard host;
  private final CallLatency waiting;

  SimulatedNetwork(CloudStateGuard host, CallLatency waiting) {
    this.host = host;
    this.waiting = waiting;
  }

  /** A look at the cloud, that changes nothing. */
  <T> T look(boolean page, CallContext call, Arrival<T> arrival) {
    return exchange(RequestKind.READ, page, Optional.empty(), call, arrival);
  }

  /** A request that changes something. */
  <T> T ask(CloudRequest request, CallContext call, Arrival<T> arrival) {
    return exchange(request.verb(), false, Optional.of(request), call, arrival);
  }

  private <T> T exchange(
      RequestKind verb,
      boolean page,
      Optional<CloudRequest> request,
      CallContext call,
      Arrival<T> arrival) {
    Effect unsure = verb == RequestKind.READ ? Effect.NONE : Effect.UNKNOWN;
    NetworkHop leg = new NetworkHop(waiting, call, verb);
    leg.refuseIfOver();
    call.acquire(verb, 1);
    Fate fate = host.inside(world -> fate(world, verb, page));
    try {
      leg.spend(fate.there(), unsure);
    } catch (CloudException givenUp) {
      // It is on its way all the same.
      request.ifPresent(late -> host.inside(world -> later(world, late, fate.there())));
      throw givenUp;
    }
    fate.wire().ifPresent(kind -> beforeArrival(kind, verb, request, leg, fate));
    T answer;
    try {
      answer = host.inside(world -> arrive(world, verb, request, fate, arrival));
    } catch (CloudException refused) {
      fate.wire().ifPresent(kind -> afterArrival(kind, leg, fate, unsure));
      leg.spend(fate.back(), unsure);
      throw refused;
    }
    fate.wire().ifPresent(kind -> afterArrival(kind, leg, fate, unsure));
    leg.spend(fate.back(), unsure);
    return answer;
  }

  private Fate fate(CloudState world, RequestKind verb, boolean page) {
    SplittableRandom random = world.chance.wire;
    CloudSettings settings = world.settings;
    Set<CloudFault> struck = world.trouble.strike(verb, page, random);
    Optional<CloudFault> wire = FaultQueue.wire(struck);
    wire.ifPresent(world.trouble::bit);
    long least = settings.leastLatency().toNanos();
    long whole = least + RandomStreams.upTo(random, settings.mostLatency().toNanos() - least);
    Duration there = Duration.ofNanos(whole / 2);
    Duration back = Duration.ofNanos(whole - whole / 2);
    if (wire.filter(kind -> kind == CloudFault.SLOW).isPresent()) {
      double share = 0.5 + 0.45 * random.nextDouble();
      back = back.plusNanos((long) (settings.callTimeout().toNanos() * share));
    }
    return new Fate(struck, wire, there, back);
  }

  private static boolean later(CloudState world, CloudRequest request, Duration within) {
    Duration bound = world.settings.lateAcceptance();
    world.later(request, within.compareTo(bound) < 0 ? within : bound);
    return true;
  }

  /** What keeps a request from arriving, or is refused at the door. */
  private void beforeArrival(
      CloudFault kind,
      RequestKind verb,
      Optional<CloudRequest> request,
      NetworkHop leg,
      Fate fate) {
    Effect unsure = verb == RequestKind.READ ? Effect.NONE : Effect.UNKNOWN;
    switch (kind) {
      case LOSE_REQUEST -> {
        leg.spend(fate.back(), unsure);
        throw leg.failure(Kind.UNAVAILABLE, unsure, "the connection was reset", "ConnectionReset");
      }
      case ERROR_BEFORE_EFFECT -> {
        leg.spend(fate.back(), unsure);
        throw leg.failure(Kind.UNAVAILABLE, unsure, "the cloud failed", "InternalError");
      }
      case ACCEPT_LATE -> {
        request.ifPresent(
            late -> host.inside(world -> later(world, late, world.settings.lateAcceptance())));
        throw leg.failure(Kind.UNAVAILABLE, unsure, "a gateway gave up", "GatewayTimeout");
      }
      case HANG -> leg.hang(unsure);
      case THROTTLE -> leg.refused(fate.back(), CloudErrors.throttled(Duration.ofSeconds(1)));
      case EXPIRE_CREDENTIALS -> leg.refused(fate.back(), CloudErrors.expired());
      case DENY -> leg.refused(fate.back(), CloudErrors.denied(leg.what()));
      case BUSY ->
        leg.refused(
            fate.back(),
            CloudErrors.conflict(Conflict.BUSY, "another operation holds the machine"));
      case NOT_FOUND -> leg.refused(fate.back(), CloudErrors.notFound("machine", "of that id"));
      default -> {}
    }
  }

  private <T> T arrive(
      CloudState world,
      RequestKind verb,
      Optional<CloudRequest> request,
      Fate fate,
      Arrival<T> arrival) {
    int machines = request.map(CloudRequest::machineCount).orElse(0);
    require(world.requests.take(verb, 1, world.now()));
    require(world.machinesAsked.take(verb, machines, world.now()));
    T answer = arrival.apply(world, fate.struck());
    if (fate.struck().contains(CloudFault.DUPLICATE_REQUEST)) {
      try {
        T unused = arrival.apply(world, Set.of());
      } catch (CloudException refused) {
        // The second copy was refused; the caller hears of the first.
      }
    }
    return answer;
  }

  private static void require(Duration wait) {
    if (!wait.isZero()) {
      throw CloudErrors.throttled(wait);
    }
  }

  /** What keeps an answer from coming back. */
  private static void afterArrival(CloudFault kind, NetworkHop leg, Fate fate, Effect unsure) {
    switch (kind) {
      case LOSE_REPLY -> {
        leg.spend(fate.back(), unsure);
        throw leg.failure(Kind.UNAVAILABLE, unsure, "the connection was reset", "ConnectionReset");
      }
      case ERROR_AFTER_EFFECT -> {
        leg.spend(fate.back(), unsure);
        throw leg.failure(Kind.UNAVAILABLE, unsure, "the cloud failed", "InternalError");
      }
      case MALFORMED_REPLY -> {
        leg.spend(fate.back(), unsure);
        throw leg.failure(
            Kind.UNCLASSIFIED, unsure, "the answer cannot be understood", "MalformedReply");
      }
      case HANG_AFTER_EFFECT -> leg.hang(unsure);
      default -> {}
    }
  }
}

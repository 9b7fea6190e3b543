package io.cloudadapter.simulated.limit;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Conflict;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.ErrorScope;
import io.cloudadapter.spi.LaunchKey;
import java.time.Duration;
import java.util.Optional;

/** The cloud's refusals, word by word. All of them are written before anything is done. */
public final class CloudErrors {
  private CloudErrors() {}

  public static CloudException invalid(String message) {
    return CloudException.of(Kind.INVALID, Effect.NONE, message)
        .code("InvalidParameter")
        .build();
  }

  public static CloudException notFound(String what, String name) {
    return CloudException.of(Kind.NOT_FOUND, Effect.NONE, "there is no " + what + " " + name)
        .code("NotFound")
        .build();
  }

  public static CloudException machineNotFound(MachineId machine) {
    return CloudException.of(Kind.NOT_FOUND, Effect.NONE, "there is no machine " + machine)
        .scope(ErrorScope.machine())
        .code("MachineNotFound")
        .build();
  }

  public static CloudException unsupported(String message) {
    return CloudException.of(Kind.UNSUPPORTED, Effect.NONE, message)
        .code("Unsupported")
        .build();
  }

  /** A conflict for which the core has no name. */
  public static CloudException conflict(String message) {
    return CloudException.of(Kind.CONFLICT, Effect.NONE, message)
        .code("Conflict")
        .build();
  }

  public static CloudException quota(int owned, int quota) {
    return CloudException.of(
            Kind.QUOTA, Effect.NONE, "the account may own " + quota + " machines and owns " + owned)
        .scope(ErrorScope.account())
        .code("MachineLimitExceeded")
        .build();
  }

  public static CloudException capacity(String size, Optional<String> zone) {
    return CloudException.of(
            Kind.CAPACITY,
            Effect.NONE,
            "no machine of size " + size + " is left in "
                + zone.map(z -> "zone " + z).orElse("any zone"))
        .scope(ErrorScope.size(size, zone))
        .code("InsufficientCapacity")
        .build();
  }

  public static CloudException zoneDown(String zone) {
    return CloudException.of(Kind.CAPACITY, Effect.NONE, "zone " + zone + " is down")
        .scope(ErrorScope.zone(zone))
        .code("ZoneDown")
        .build();
  }

  public static CloudException throttled(Duration wait) {
    return CloudException.of(Kind.THROTTLED, Effect.NONE, "too many requests")
        .retryAfter(wait)
        .code("RequestLimitExceeded")
        .build();
  }

  public static CloudException expired() {
    return CloudException.of(Kind.UNAUTHENTICATED, Effect.NONE, "the credentials have expired")
        .code("ExpiredToken")
        .build();
  }

  public static CloudException denied(String what) {
    return CloudException.of(Kind.DENIED, Effect.NONE, "the credentials do not allow " + what)
        .code("AccessDenied")
        .build();
  }

  public static CloudException conflict(Conflict conflict, String message) {
    return CloudException.of(Kind.CONFLICT, Effect.NONE, message)
        .conflict(conflict)
        .scope(ErrorScope.machine())
        .code(conflict.name())
        .build();
  }

  public static CloudException keySpent(LaunchKey key) {
    return conflict(Conflict.KEY_SPENT, "the machines of launch key " + key + " have ended");
  }

  public static CloudException keyMismatch(LaunchKey key) {
    return conflict(
        Conflict.KEY_MISMATCH, "launch key " + key + " was used for a different request");
  }

  public static CloudException nameTaken(LaunchKey key) {
    return conflict(Conflict.NAME_TAKEN, "a machine of the name " + key + " exists");
  }

  public static CloudException foreign(MachineId machine) {
    return conflict(Conflict.FOREIGN, "machine " + machine + " carries another owner's mark");
  }
}

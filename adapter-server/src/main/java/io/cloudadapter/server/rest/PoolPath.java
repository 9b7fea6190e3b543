package io.cloudadapter.server.rest;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.Pools;
import io.cloudadapter.api.WriteOptions;
import io.cloudadapter.server.access.CallerPools;
import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.http.HttpRequest;
import io.cloudadapter.server.http.SafeText;
import java.util.List;
import java.util.stream.Collectors;

/** The paths of pools: the default one at {@code /pool}, each under its name. */
final class PoolPath {
  static final List<String> PREFIXES = List.of("/pool", "/pools/{pool}/pool");

  private PoolPath() {}

  /**
   * The pool that a request is about, as its caller has it.
   *
   * @throws HttpError 404 if there is none of that name in the scope of the caller
   */
  static MachinePool pool(CallerPools all, HttpRequest request) {
    Pools pools = all.of(request);
    String name = request.parameters().get("pool");
    if (name == null) {
      return pools.defaultPool();
    }
    return pools
        .find(name)
        .orElseThrow(() -> HttpError.of(
            404,
            "there is no pool " + SafeText.quoted(name),
            "there are "
                + pools.all().stream()
                    .map(pool -> pool.name().value())
                    .collect(Collectors.joining(", "))));
  }

  static WriteOptions options(HttpRequest request) {
    return new WriteOptions(request.idempotencyKey(), request.caller().principal())
        .from("rest", request.head().id());
  }

  /** The machine that the path names. */
  static MachineId machine(HttpRequest request) {
    String id = request.parameter("machine");
    try {
      return new MachineId(id);
    } catch (IllegalArgumentException e) {
      throw HttpError.badRequest(
          "machine id must be 1 to 128 of [A-Za-z0-9._~@-], was: " + SafeText.quoted(id), "");
    }
  }
}

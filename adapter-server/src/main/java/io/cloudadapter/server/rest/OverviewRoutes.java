package io.cloudadapter.server.rest;

import io.cloudadapter.server.access.CallerPools;
import io.cloudadapter.server.http.ExecutionLane;
import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.http.HttpReply;
import io.cloudadapter.server.http.HttpRequest;
import io.cloudadapter.server.http.HttpRoute;
import io.cloudadapter.server.http.RouteReach;
import io.cloudadapter.server.http.SafeText;
import io.cloudadapter.server.options.MachinePrices;
import io.cloudadapter.server.options.Role;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The overview of pools: {@code /overview} has a row for each pool of the caller, and with {@code watch=true} goes on
 * with the rows that change.
 */
final class OverviewRoutes {
  private final CallerPools pools;
  private final SseStreams streams;
  private final OverviewRows rows;

  OverviewRoutes(CallerPools pools, SseStreams streams, MachinePrices prices, LongSupplier nanos) {
    this.pools = pools;
    this.streams = streams;
    this.rows = new OverviewRows(pools::labels, prices, nanos);
  }

  HttpRoute route() {
    return new HttpRoute(
            "GET", "/overview", Optional.of(Role.READ), ExecutionLane.READ, this::overview)
        .reaching(RouteReach.POOLS);
  }

  private HttpReply overview(HttpRequest request) {
    if (!watches(request.head().query().orElse(""))) {
      List<String> all = List.copyOf(rows.of(pools.of(request)).values());
      return HttpReply.bytes("application/json", OverviewFrames.message(all, List.of()));
    }
    streams.requirePlace();
    return streams.open(request, new OverviewFrames(() -> rows.of(pools.of(request))));
  }

  private static boolean watches(String query) {
    return switch (query) {
      case "", "watch=false" -> false;
      case "watch=true" -> true;
      default ->
        throw HttpError.badRequest(
            "the query may be watch=true or watch=false, was " + SafeText.quoted(query), "");
    };
  }
}

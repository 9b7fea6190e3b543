package io.cloudadapter.proof;

import java.util.List;
import java.util.stream.Stream;

/** Chapter 3: lists. */
final class ListMutants {
  private ListMutants() {}

  static List<AdapterMutant> all() {
    return Stream.of(pages(), questions(), rows()).flatMap(List::stream).toList();
  }

  private static List<AdapterMutant> pages() {
    return List.of(
        AdapterMutant.of("MP-3.1", "reads no page but the first", "all its pages together")
            .edit("Pager", """
                while (marker.isPresent()) {
                """, """
                while (marker.isPresent() && markers.size() > mostPages) {
                """),
        AdapterMutant.of(
                "MP-3.1", "reads twenty pages and no more", "a complete list of a large pool")
            .edit("Pager", """
                while (marker.isPresent()) {
                """, """
                while (marker.isPresent() && markers.size() < 20) {
                """),
        AdapterMutant.of("MP-3.1", "leaves out a zone", "all its pages together")
            .edit("LarchLists", """
                private void show(JsonNode row) {
                """, """
                private void show(JsonNode row) {
                  if (row.path("zone").asText().equals("south-1")) {
                    return;
                  }
                """),
        AdapterMutant.of("MP-3.2", "takes an error for the last page", "said complete")
            .drags("MP-5.12")
            .edit("LarchLists", """
                JsonNode page = LarchErrors
                """, """
                if (reply.status() != 200 && path.contains("&after=")) {
                  return Optional.empty();
                }
                JsonNode page = LarchErrors
                """),
        AdapterMutant.of(
                "MP-3.2", "finds no machine where it was throttled", "a list by IDS said complete")
            .drags("MP-5.12")
            .edit("LarchLists", """
                query.ids().forEach(this::lookUp);
                """, """
                query.ids().forEach(id -> {
                  try {
                    lookUp(id);
                  } catch (io.cloudadapter.spi.CloudException e) {
                    if (e.kind() != io.cloudadapter.spi.CloudException.Kind.THROTTLED) {
                      throw e;
                    }
                  }
                });
                """),
        AdapterMutant.of(
                "MP-3.2",
                "takes a failed search for a key for none",
                "a list by KEYS said complete")
            .drags("MP-5.12")
            .edit("LarchLists", """
                } else {
                  readPages();
                }
                """, """
                } else {
                  try {
                    readPages();
                  } catch (io.cloudadapter.spi.CloudException e) {
                    if (query.kind() != ListQuery.Kind.KEYS) {
                      throw e;
                    }
                  }
                }
                """),
        AdapterMutant.of(
                "MP-3.6",
                "notes on machines when it has seen them",
                "list sent 1 requests that write")
            .drags("MP-9.15")
            .edit("LarchLists", """
                JsonNode row = LarchErrors.expect(200, request, reply);
                """, """
                JsonNode row = LarchErrors.expect(200, request, reply);
                LarchRequest note = new LarchRequest(
                    io.cloudadapter.spi.RequestKind.MARK,
                    "PUT",
                    "/v1/machines/" + id.value() + "/tags",
                    java.util.Map.of("If-Match", reply.etag().orElse("")),
                    Optional.of(row.deepCopy()));
                api.exchange(note, call);
                """),
        AdapterMutant.of("MP-3.7", "follows a cursor round and round", "lead back to one another")
            .edit("Pager", """
                if (!fresh || markers.size() > mostPages) {
                """, """
                if (markers.size() > mostPages) {
                """),
        AdapterMutant.of("MP-3.12", "keeps silent about a zone that is away", "is called complete")
            .edit("LarchLists", """
                gaps.add(new ListGap(ErrorScope.zone(zone.asText("")), "Larch cannot reach the zone"));
                """, """
                zone.asText("");
                """));
  }

  private static List<AdapterMutant> questions() {
    return List.of(
        AdapterMutant.of("MP-3.3", "lists every pool", "a complete list of pool")
            .drags("MP-3.13", "MP-9.15")
            .edit("LarchLists", """
                case POOL -> machine.pool().equals(query.pool());
                """, """
                case POOL -> true;
                """)
            .edit("LarchLists", """
                "&tag=" + encoded(tag)
                """, """
                ""
                """),
        AdapterMutant.of("MP-3.9", "looks up only machines of a pool", "a complete list of the ids")
            .drags("MP-3.13")
            .edit("LarchLists", """
                case IDS -> query.ids().contains(machine.id());
                """, """
                case IDS -> query.ids().contains(machine.id()) && machine.pool().isPresent();
                """),
        AdapterMutant.of("MP-3.10", "lists every key", "carries another key")
            .drags("MP-3.2")
            .edit("LarchLists", """
                machine.key().filter(query.keys()::contains).isPresent()
                """, """
                machine.key().isPresent()
                """),
        AdapterMutant.of("MP-3.11", "takes any number of ids", "must be INVALID")
            .edit("LarchProvider", """
                if (named > PROFILE.maxIdsPerList()) {
                """, """
                if (named > 1_000_000) {
                """),
        AdapterMutant.of(
                "MP-3.13",
                "trips over a pool's mark that names no pool",
                "IllegalArgumentException")
            .edit("LarchRows", """
                machine.marks(tags.get());
                """, """
                machine.marks(tags.get());
                Optional.ofNullable(tags.get().get("ca-pool")).map(io.cloudadapter.api.PoolName::new);
                """));
  }

  private static List<AdapterMutant> rows() {
    return List.of(
        AdapterMutant.of(
                "MP-3.4", "remembers look-ups by key for five seconds", "a list by KEYS that began")
            .edit("LarchProviderFactory", """
                transport, environment.ticker()));
                """, """
                transport, environment.ticker()), environment.ticker());
                """)
            .edit("LarchProvider", """
                LarchProvider(LarchApi api) {
                """, """
                private record Old(List<MachineSighting> rows, ListResult result, long until) {}

                private final Map<ListQuery, Old> olds = new java.util.concurrent.ConcurrentHashMap<>();
                private final io.cloudadapter.spi.Ticker ticker;

                LarchProvider(LarchApi api, io.cloudadapter.spi.Ticker ticker) {
                  this.ticker = ticker;
                """)
            .edit("LarchProvider", """
                return new LarchLists(api, query, sink, call).read();
                """, """
                if (query.kind() != ListQuery.Kind.KEYS) {
                  return new LarchLists(api, query, sink, call).read();
                }
                Old old = olds.get(query);
                if (old == null || ticker.nanos() - old.until() >= 0) {
                  List<MachineSighting> rows = new java.util.ArrayList<>();
                  ListResult result = new LarchLists(api, query, rows::add, call).read();
                  old = new Old(rows, result, ticker.nanos() + 5_000_000_000L);
                  if (result.complete()) {
                    olds.put(query, old);
                  }
                }
                old.rows().forEach(sink);
                return old.result();
                """),
        AdapterMutant.of(
                "MP-3.4", "promises that ends show within a second", "after the end of machine")
            .edit("LarchProvider", """
                .goneWithin(Duration.ofSeconds(10))
                """, """
                .goneWithin(Duration.ofSeconds(1))
                """),
        AdapterMutant.of(
                "MP-3.5", "takes a state that it does not know for the end", "shows as ended")
            .edit("LarchRows", """
                default -> MachineSighting.of(id, MachineState.RUNNING).stateUnknown();
                """, """
                default -> MachineSighting.of(id, MachineState.TERMINATED);
                """),
        AdapterMutant.of("MP-3.5", "gives up on a state that it does not know", "state HIBERNATING")
            .drags("MP-3.17")
            .edit("LarchRows", """
                default -> MachineSighting.of(id, MachineState.RUNNING).stateUnknown();
                """, """
                default -> throw new IllegalStateException("state " + state);
                """),
        AdapterMutant.of(
                "MP-3.8", "shows a launch that failed as one that ended", "instead of REJECTED")
            .edit("LarchRows", """
                case "FAILED" -> MachineSighting.of(id, MachineState.REJECTED);
                """, """
                case "FAILED" -> MachineSighting.of(id, MachineState.TERMINATED);
                """)
            .edit("LarchRows", """
                if (isFailed(row)) {
                """, """
                if (isFailed(row) && row.has("never")) {
                """),
        AdapterMutant.of(
                "MP-3.8", "does not tell why a launch failed", "for want of CAPACITY, and shows")
            .edit("LarchRows", """
                Kind.CAPACITY, LarchErrors.capacity(Optional.of(row), Optional.empty()), message);
                """, """
                Kind.UNCLASSIFIED, ErrorScope.machine(), message);
                """),
        AdapterMutant.of(
                "MP-3.14", "shows a stopped machine as ended", "a stopped machine shows as")
            .edit("LarchRows", """
                case "STOPPED" -> MachineSighting.of(id, MachineState.TERMINATED).stopped();
                """, """
                case "STOPPED" -> MachineSighting.of(id, MachineState.TERMINATED);
                """),
        AdapterMutant.of(
                "MP-3.14", "shows a machine that is ending as ended", "that is ending, but lives")
            .edit("LarchRows", """
                case "DELETING" -> MachineSighting.of(id, MachineState.TERMINATING);
                """, """
                case "DELETING" -> MachineSighting.of(id, MachineState.TERMINATED);
                """),
        AdapterMutant.of(
                "MP-3.14", "leaves out machines that are ending", "the adapter leaves it out")
            .edit("LarchLists", """
                private void show(JsonNode row) {
                """, """
                private void show(JsonNode row) {
                  if (row.path("state").asText().equals("DELETING")) {
                    return;
                  }
                """),
        AdapterMutant.of(
                "MP-3.14",
                "looks up only keys of machines that do not stand still",
                "in a list by KEYS a stopped machine shows as nothing")
            .edit("LarchLists", """
                } else if (asked(machine.get())) {
                """, """
                } else if (query.kind() == ListQuery.Kind.KEYS
                    && row.path("state").asText().startsWith("STOP")) {
                  return;
                } else if (asked(machine.get())) {
                """),
        AdapterMutant.of("MP-3.14", "shows an ended machine as stopped", "instead of FINAL")
            .drags("MP-3.4")
            .edit("LarchRows", """
                case "DELETED" -> MachineSighting.of(id, MachineState.TERMINATED);
                """, """
                case "DELETED" -> MachineSighting.of(id, MachineState.TERMINATED).stopped();
                """),
        AdapterMutant.of("MP-3.15", "leaves the zone out", "shows zone Optional.empty")
            .edit("LarchRows", """
                LarchReply.text(row, "zone").ifPresent(machine::zone);
                """, ""));
  }
}

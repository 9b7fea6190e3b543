package io.cloudadapter.proof;

import java.util.List;
import java.util.stream.Stream;

/** Chapter 2: launches. */
final class LaunchMutants {
  private LaunchMutants() {}

  static List<AdapterMutant> all() {
    return Stream.of(marks(), keys(), orders(), effects()).flatMap(List::stream).toList();
  }

  private static List<AdapterMutant> marks() {
    return List.of(
        AdapterMutant.of("MP-2.1", "forgets the launch key among the tags", "without a key")
            .edit("LarchLaunchRequest", """
                .put(OwnershipMarks.KEY_TAG, key.value())
                """, """
                .put("note", key.value())
                """),
        AdapterMutant.of("MP-2.1", "forgets the pool and its incarnation", "instead of")
            .edit("LarchLaunchRequest", """
                tags.putAll(marks.toTags());
                """, ""),
        AdapterMutant.of(
                "MP-2.2", "looks machines up without their tags", "with the marks Optional.empty")
            .edit("LarchLists", """
                throw LarchErrors.notUnderstood(request, reply, "id");
                }
                """, """
                throw LarchErrors.notUnderstood(request, reply, "id");
                }
                row.withObjectProperty("tags").removeAll();
                """),
        AdapterMutant.of("MP-2.7", "takes tags for equal that differ in case", "with the tags")
            .edit("LarchLaunchRequest", """
                Map<String, String> tags = new TreeMap<>(spec.tags());
                """, """
                Map<String, String> tags = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
                tags.putAll(spec.tags());
                """));
  }

  private static List<AdapterMutant> keys() {
    return List.of(
        AdapterMutant.of("MP-2.3", "makes up an idempotency key for each request", "carry one key")
            .drags("MP-2.4", "MP-2.5", "MP-2.12", "MP-2.13")
            .edit("LarchProvider", """
                Map.of("Idempotency-Key", key.value())
                """, """
                Map.of("Idempotency-Key", "k" + System.nanoTime())
                """),
        AdapterMutant.of("MP-2.4", "makes its idempotency key from key and request", "KEY_MISMATCH")
            .edit("LarchProvider", """
                Map.of("Idempotency-Key", key.value())
                """, """
                Map.of("Idempotency-Key", key.value().hashCode() + "-" + frozen.hashCode())
                """),
        AdapterMutant.of("MP-2.5", "launches anew when its key is spent", "KEY_SPENT")
            .drags("MP-5.3")
            .edit("LarchProvider", """
                JsonNode row = LarchErrors.expect(201
                """, """
                if (reply.is(409, "KEY_SPENT")) {
                  LaunchKey next = new LaunchKey("x" + key.value().substring(1));
                  return launch(frozen, next, count, call);
                }
                JsonNode row = LarchErrors.expect(201
                """),
        AdapterMutant.of("MP-2.6", "launches under the key of the latest caller", "under key")
            .edit("LarchProvider", """
                LarchLaunchRequest order = LarchLaunchRequest.thaw(frozen);
                """, """
                latest = key;
                java.util.concurrent.locks.LockSupport.parkNanos(20_000_000);
                key = latest;
                LarchLaunchRequest order = LarchLaunchRequest.thaw(frozen);
                """)
            .edit("LarchProvider", """
                private final LarchApi api;
                """, """
                private volatile LaunchKey latest;
                private final LarchApi api;
                """),
        AdapterMutant.of("MP-2.13", "insists that what a launch returns is new", "sent again")
            .drags("MP-2.12")
            .edit("LarchProvider", """
                MachineSighting machine = LarchRows.sighting(row)
                """, """
                MachineSighting machine = LarchRows.sighting(row)
                    .filter(seen -> seen.state() != io.cloudadapter.api.MachineState.RUNNING)
                """),
        AdapterMutant.of("MP-2.15", "repeats a launch that got an error", "requests that create")
            .drags("MP-5.12", "MP-5.3")
            .edit("LarchApi", """
                token -> send(request, Optional.of(token), call),
                """, """
                token -> {
                  LarchReply first = send(request, Optional.of(token), call);
                  return first.status() == 503 && request.verb() == RequestKind.LAUNCH
                      ? send(request, Optional.of(token), call)
                      : first;
                },
                """),
        AdapterMutant.of("MP-2.9", "spoils letters that are not Latin", "did not arrive as it was")
            .edit("LarchLaunchRequest", """
                body.put("userData", userData.reveal())
                """, """
                body.put(
                    "userData",
                    new String(
                        userData.reveal().getBytes(StandardCharsets.ISO_8859_1),
                        StandardCharsets.ISO_8859_1))
                """),
        AdapterMutant.of("MP-2.9", "counts characters for bytes", "only after it had been sent")
            .edit("LarchLimits", """
                int length = userData.getBytes(StandardCharsets.UTF_8).length;
                """, """
                int length = userData.length();
                """),
        AdapterMutant.of("MP-2.18", "checks the template and forgets it", "made a machine with")
            .edit("LarchLaunchRequest", """
                body.put("network", catalog.network(spec.template().text("network")));
                """, """
                body.put(
                    "network", catalog.network(spec.template().text("network")).isEmpty() ? "" : "default");
                """),
        AdapterMutant.of(
                "MP-2.15", "buys on demand where no spot machine is left", "requests that create")
            .edit("LarchProvider", """
                LarchReply reply = api.exchange(request, call);
                JsonNode row = LarchErrors.expect(201, request, reply);
                MachineSighting machine = LarchRows.sighting(row)
                    .orElseThrow(() -> LarchErrors.notUnderstood(request, reply, "machine"));
                """, """
                LarchReply first = api.exchange(request, call);
                LarchReply reply = first;
                if (first.is(507, "NO_CAPACITY") && request.body().get().path("spot").asBoolean()) {
                  com.fasterxml.jackson.databind.node.ObjectNode dear =
                      request.body().get().deepCopy();
                  dear.put("spot", false);
                  reply = api.exchange(
                      new LarchRequest(
                          RequestKind.LAUNCH, "POST", "/v1/machines", request.headers(), Optional.of(dear)),
                      call);
                }
                JsonNode row = LarchErrors.expect(201, request, reply);
                MachineSighting machine = LarchRows.sighting(row)
                    .orElseThrow(() -> LarchErrors.notUnderstood(request, first, "machine"));
                """),
        AdapterMutant.of(
                "MP-2.17", "makes one machine, however many are asked for", "were asked for")
            .edit("LarchProvider", """
                .maxPerKey(1)
                """, """
                .maxPerKey(3)
                """)
            .edit("LarchProvider", """
                if (count != 1) {
                """, """
                if (count > 3) {
                """));
  }

  private static List<AdapterMutant> orders() {
    return List.of(
        AdapterMutant.of("MP-2.9", "lets tags of any length through", "only after it had been sent")
            .edit("LarchLimits", """
                LONGEST_VALUE = 60
                """, """
                LONGEST_VALUE = 6000
                """),
        AdapterMutant.of("MP-2.10", "waits until the machine runs", "launch went on with")
            .edit("LarchProvider", """
                MachineSighting machine = LarchRows.sighting(row)
                """, """
                String id = row.path("id").asText();
                for (int i = 0; i < 10 && !row.path("state").asText().equals("ACTIVE"); i++) {
                  api.exchange(LarchRequest.get("/v1/machines/" + id), call);
                }
                MachineSighting machine = LarchRows.sighting(row)
                """),
        AdapterMutant.of("MP-2.11", "freezes the time of day", "different bytes")
            .edit("LarchLaunchRequest", """
                frozen.put("v", VERSION);
                """, """
                frozen.put("v", VERSION);
                frozen.put("at", System.nanoTime());
                """),
        AdapterMutant.of(
                "MP-2.11",
                "ends something in prepare, once, after time ran out",
                "prepare sent 1 requests that write")
            .edit("LarchProvider", """
                LarchCatalog catalog = LarchCatalog.read(api, call);
                """, """
                if (LATE.get() == 1) {
                  api.exchange(
                      new LarchRequest(
                          RequestKind.TERMINATE, "DELETE", "/v1/machines/none", Map.of(), Optional.empty()),
                      call);
                  LATE.set(2);
                }
                LarchCatalog catalog;
                try {
                  catalog = LarchCatalog.read(api, call);
                } catch (io.cloudadapter.spi.CloudException e) {
                  if (e.kind() == io.cloudadapter.spi.CloudException.Kind.TIMEOUT) {
                    LATE.compareAndSet(0, 1);
                  }
                  throw e;
                }
                """)
            .edit("LarchProvider", """
                private final LarchApi api;
                """, """
                private static final java.util.concurrent.atomic.AtomicInteger LATE =
                    new java.util.concurrent.atomic.AtomicInteger();
                private final LarchApi api;
                """),
        AdapterMutant.of("MP-2.12", "freezes what only its own process understands", "cannot read")
            .drags("MP-2.13", "MP-2.21")
            .edit("LarchProvider", """
                return LarchLaunchRequest.of(spec, catalog).freeze();
                """, """
                PreparedLaunch frozen = LarchLaunchRequest.of(spec, catalog).freeze();
                prepared.add(frozen);
                return frozen;
                """)
            .edit("LarchProvider", """
                LarchLaunchRequest order = LarchLaunchRequest.thaw(frozen);
                """, """
                if (!prepared.contains(frozen)) {
                  throw LarchLimits.invalid("cannot read the order");
                }
                LarchLaunchRequest order = LarchLaunchRequest.thaw(frozen);
                """)
            .edit("LarchProvider", """
                private final LarchApi api;
                """, """
                private final java.util.Set<PreparedLaunch> prepared =
                    java.util.concurrent.ConcurrentHashMap.newKeySet();
                private final LarchApi api;
                """),
        AdapterMutant.of("MP-2.16", "leaves the zone to the cloud", "is in zone")
            .drags("MP-2.4", "MP-2.23")
            .edit("LarchLaunchRequest", """
                spec.zone().ifPresent(zone -> body.put("zone", catalog.zone(zone)));
                """, """
                spec.zone().ifPresent(catalog::zone);
                """),
        AdapterMutant.of(
                "MP-2.12",
                "freezes an image's name, and looks it up at launch",
                "by now, img-of-today")
            .edit("LarchLaunchRequest", """
                body.put("image", catalog.imageId(image))
                """, """
                body.put("image", catalog.imageId(image).isEmpty() ? "" : image)
                """)
            .edit("LarchProvider", """
                LarchLaunchRequest order = LarchLaunchRequest.thaw(frozen);
                """, """
                com.fasterxml.jackson.databind.node.ObjectNode body =
                    LarchLaunchRequest.thaw(frozen).bodyFor(key);
                body.put(
                    "image", LarchCatalog.read(api, call).imageId(body.get("image").textValue()));
                """)
            .edit("LarchProvider", """
                Optional.of(order.bodyFor(key))
                """, """
                Optional.of(body)
                """),
        AdapterMutant.of("MP-2.18", "buys every market at the usual one", "market ON_DEMAND")
            .edit("LarchLaunchRequest", """
                body.put("spot", spec.market() == Market.SPOT)
                """, """
                body.put("spot", spec.market() == null)
                """),
        AdapterMutant.of(
                "MP-2.18",
                "does not look whether the size exists",
                "size kit-nowhere-9 was not refused")
            .edit("LarchLaunchRequest", """
                catalog.size(size)
                """, """
                size
                """));
  }

  private static List<AdapterMutant> effects() {
    return List.of(
        AdapterMutant.of("MP-2.14", "takes a reply that was cut off for a refusal", "the cloud has")
            .drags("MP-5.12")
            .edit("BoundedBodySubscriber", """
                bytes.onError(error);
                """, """
                bytes.onComplete();
                """)
            .edit("LarchErrors", """
                if (code.isEmpty()) {
                  // Not Larch's words: it may come from something on the way, after Larch has acted.
                """, """
                if (code.isEmpty()) {
                  if (status == 201) {
                    return Effect.NONE;
                  }
                """),
        AdapterMutant.of("MP-2.19", "takes a server error for a refusal", "the cloud has")
            .drags("MP-5.3")
            .edit("LarchErrors", """
                if (status >= 500) {
                  return Effect.UNKNOWN;
                """, """
                if (status >= 500) {
                  return Effect.NONE;
                """),
        AdapterMutant.of("MP-2.19", "takes the words of a proxy for a refusal", "the cloud has")
            .drags("MP-5.12", "MP-12.16")
            .edit("LarchErrors", """
                // Not Larch's words: it may come from something on the way, after Larch has acted.
                return Effect.UNKNOWN;
                """, """
                return Effect.NONE;
                """),
        AdapterMutant.of("MP-2.20", "posts launches to a path that is not there", "NO_SUCH_PATH")
            .edit("LarchProvider", """
                "POST",
                "/v1/machines",
                """, """
                "POST",
                "/v1/machine",
                """));
  }
}

package io.cloudadapter.proof;

import java.util.List;

/** Chapter 14: adapters that keep something from one call to a later one, where each call by itself is right. */
final class ConversationMutants {
  private ConversationMutants() {}

  static List<AdapterMutant> all() {
    return List.of(
        forgetsItsKey(),
        reusesTheRequest(),
        repeatsAList(),
        givesUp(),
        labelsAnother(),
        endsAnother());
  }

  private static AdapterMutant forgetsItsKey() {
    return AdapterMutant.of(
            "MP-14.1",
            "takes another token after its launch was refused when sent again",
            "has made more than one machine")
        .edit("LarchProvider", """
            private final LarchBalancers balancers;
            """, """
            private final LarchBalancers balancers;
            private final Map<LaunchKey, Integer> sent = new java.util.concurrent.ConcurrentHashMap<>();
            private final Map<LaunchKey, String> tokens =
                new java.util.concurrent.ConcurrentHashMap<>();
            """)
        .edit("LarchProvider", """
            Map.of("Idempotency-Key", key.value()),
            """, """
            Map.of("Idempotency-Key", tokens.getOrDefault(key, key.value())),
            """)
        .edit("LarchProvider", """
            JsonNode row = LarchErrors.expect(201, request, reply);
            MachineSighting machine
            """, """
            boolean again = sent.merge(key, 1, Integer::sum) > 1;
            if (again && (reply.is(429, "SLOW_DOWN") || reply.is(507, "NO_CAPACITY"))) {
              tokens.put(key, key.value() + "-2");
            }
            JsonNode row = LarchErrors.expect(201, request, reply);
            MachineSighting machine
            """);
  }

  private static AdapterMutant reusesTheRequest() {
    return AdapterMutant.of(
            "MP-14.1", "sends the request of the launch before after a 503", "should have the tags")
        .edit("LarchProvider", """
            private final LarchBalancers balancers;
            """, """
            private final LarchBalancers balancers;
            private final java.util.concurrent.atomic.AtomicReference<Optional<PreparedLaunch>>
                failed = new java.util.concurrent.atomic.AtomicReference<>(Optional.empty());
            """)
        .edit("LarchProvider", """
            LarchLaunchRequest.thaw(frozen);
            """, """
            LarchLaunchRequest.thaw(failed.getAndSet(Optional.empty()).orElse(frozen));
            """)
        .edit("LarchProvider", """
            JsonNode row = LarchErrors.expect(201, request, reply);
            MachineSighting machine
            """, """
            if (reply.status() == 503) {
              failed.set(Optional.of(frozen));
            }
            JsonNode row = LarchErrors.expect(201, request, reply);
            MachineSighting machine
            """);
  }

  private static AdapterMutant repeatsAList() {
    return AdapterMutant.of(
            "MP-14.1",
            "shows the list of before when a terminate has failed since",
            "is called complete")
        .edit("LarchProvider", """
            private final LarchBalancers balancers;
            """, """
            private final LarchBalancers balancers;
            private volatile List<MachineSighting> before = List.of();
            private volatile boolean failed;
            """)
        .edit("LarchProvider", """
            return new LarchLists(api, query, sink, call).read();
            """, """
            if (query.kind() != ListQuery.Kind.POOL) {
              return new LarchLists(api, query, sink, call).read();
            }
            if (failed && !before.isEmpty()) {
              failed = false;
              before.forEach(sink);
              return ListResult.all();
            }
            List<MachineSighting> rows = new java.util.ArrayList<>();
            ListResult result = new LarchLists(api, query, rows::add, call).read();
            before = rows;
            rows.forEach(sink);
            return result;
            """)
        .edit("LarchProvider", """
            LarchErrors.expect(202, request, reply);
            """, """
            failed = reply.status() != 202;
            LarchErrors.expect(202, request, reply);
            """);
  }

  private static AdapterMutant givesUp() {
    return AdapterMutant.of(
            "MP-14.1",
            "takes a machine for terminated when two requests have failed",
            "terminate returned")
        .edit("LarchProvider", """
            private final LarchBalancers balancers;
            """, """
            private final LarchBalancers balancers;
            private final Map<MachineId, Integer> failures =
                new java.util.concurrent.ConcurrentHashMap<>();
            """)
        .edit("LarchProvider", """
            public void terminate(MachineId machine, CallContext call) {
              api.checkOpen();
            """, """
            public void terminate(MachineId machine, CallContext call) {
              api.checkOpen();
              if (failures.getOrDefault(machine, 0) >= 2) {
                return;
              }
              failures.merge(machine, 1, Integer::sum);
            """)
        .edit("LarchProvider", """
            LarchErrors.expect(202, request, reply);
            """, """
            LarchErrors.expect(202, request, reply);
            failures.remove(machine);
            """);
  }

  private static AdapterMutant labelsAnother() {
    return AdapterMutant.of(
            "MP-14.1", "writes labels onto the machine whose label failed before", "has the label")
        .drags("MP-9.20")
        .edit("LarchTags", """
            private final LarchApi api;
            """, """
            private final LarchApi api;
            private final java.util.concurrent.atomic.AtomicReference<MachineId> pending =
                new java.util.concurrent.atomic.AtomicReference<>(new MachineId("none"));
            """)
        .edit("LarchTags", """
            Tagged now = read(machine, call).orElseThrow(() -> notFound(machine));
            now.tags().putAll(labels);
            if (!write(machine, now, call)) {
              throw notFound(machine);
            }
            """, """
            MachineId before = pending.getAndSet(machine);
            MachineId target = before.value().equals("none") ? machine : before;
            Tagged now = read(target, call).orElseThrow(() -> notFound(target));
            now.tags().putAll(labels);
            if (!write(target, now, call)) {
              throw notFound(target);
            }
            pending.set(new MachineId("none"));
            """);
  }

  private static AdapterMutant endsAnother() {
    return AdapterMutant.of(
            "MP-14.1",
            "ends what the launch before made when a launch was refused",
            "has ended, and no call has asked for that")
        .edit("LarchProvider", """
            private final LarchBalancers balancers;
            """, """
            private final LarchBalancers balancers;
            private volatile String made = "";
            """)
        .edit("LarchProvider", """
            JsonNode row = LarchErrors.expect(201, request, reply);
            MachineSighting machine
            """, """
            if (reply.is(507, "NO_CAPACITY") && !made.isEmpty()) {
              terminate(new MachineId(made), call);
            }
            JsonNode row = LarchErrors.expect(201, request, reply);
            made = LarchReply.text(row, "id").orElse("");
            MachineSighting machine
            """);
  }
}

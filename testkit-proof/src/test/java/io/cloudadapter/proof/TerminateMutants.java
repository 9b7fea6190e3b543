package io.cloudadapter.proof;

import java.util.List;

/** Chapter 4: ends. */
final class TerminateMutants {
  private TerminateMutants() {}

  static List<AdapterMutant> all() {
    return List.of(
        AdapterMutant.of("MP-4.1", "ends the machine that it launched last", "lives on")
            .drags("MP-4.4", "MP-4.6")
            .edit("LarchProvider", """
                return LaunchResult.of(List.of(machine));
                """, """
                current = Optional.of(machine.id());
                return LaunchResult.of(List.of(machine));
                """)
            .edit("LarchProvider", """
                "/v1/machines/" + machine.value() + "?disk=delete",
                """, """
                "/v1/machines/" + current.orElse(machine).value() + "?disk=delete",
                """)
            .edit("LarchProvider", """
                private final LarchApi api;
                """, """
                private volatile Optional<MachineId> current = Optional.empty();
                private final LarchApi api;
                """),
        AdapterMutant.of(
                "MP-4.2", "fails for a machine that is gone", "neither returned nor was NOT_FOUND")
            .edit("LarchProvider", """
                if (reply.is(404, "NO_SUCH_MACHINE")) {
                  return;
                """, """
                if (reply.is(404, "NO_SUCH_MACHINE")) {
                  throw LarchErrors.notUnderstood(request, reply, "machine");
                """),
        AdapterMutant.of(
                "MP-4.3", "takes an outage for an end", "returned, but the machine lives on")
            .drags("MP-5.12")
            .edit("LarchProvider", """
                LarchErrors.expect(202, request, reply);
                """, """
                if (reply.status() != 503) {
                  LarchErrors.expect(202, request, reply);
                }
                """),
        AdapterMutant.of("MP-4.4", "reads an id as a path", "has ended")
            .edit("LarchProvider", """
                "/v1/machines/" + machine.value() + "?disk=delete"
                """, """
                "/v1/machines/" + machine.value().replaceAll("[^A-Za-z0-9-].*", "") + "?disk=delete"
                """),
        AdapterMutant.of("MP-4.4", "reads an id as a number", "has ended")
            .edit("LarchProvider", """
                "/v1/machines/" + machine.value() + "?disk=delete"
                """, """
                "/v1/machines/" + machine.value().replaceFirst("-0(?=.{10}$)", "-") + "?disk=delete"
                """),
        AdapterMutant.of(
                "MP-4.5",
                "leaves machines alone that do not run any more",
                "a machine that was stopped")
            .edit("LarchProvider", """
                LarchRequest request = new LarchRequest(
                    RequestKind.TERMINATE,
                """, """
                LarchReply seen = api.exchange(LarchRequest.get("/v1/machines/" + machine.value()), call);
                if (seen.body().map(row -> row.path("state").asText("")).orElse("").equals("STOPPED")) {
                  return;
                }
                LarchRequest request = new LarchRequest(
                    RequestKind.TERMINATE,
                """),
        AdapterMutant.of("MP-4.6", "refuses to end what it is just ending", "threads end machine")
            .edit("LarchProvider", """
                LarchReply reply = api.exchange(request, call);
                if (reply.is(404, "NO_SUCH_MACHINE")) {
                """, """
                if (!ending.add(machine)) {
                  throw LarchLimits.invalid("machine " + machine + " is being ended");
                }
                LarchReply reply;
                try {
                  reply = api.exchange(request, call);
                } finally {
                  ending.remove(machine);
                }
                if (reply.is(404, "NO_SUCH_MACHINE")) {
                """)
            .edit("LarchProvider", """
                private final LarchApi api;
                """, """
                private final java.util.Set<MachineId> ending =
                    java.util.concurrent.ConcurrentHashMap.newKeySet();
                private final LarchApi api;
                """),
        AdapterMutant.of("MP-4.7", "forgets the disk", "there are still")
            .edit("LarchProvider", """
                ?disk=delete
                """, ""),
        AdapterMutant.of("MP-4.8", "repeats a terminate that got an error", "requests that end")
            .drags("MP-5.12")
            .edit("LarchProvider", """
                if (reply.is(404, "NO_SUCH_MACHINE")) {
                """, """
                if (reply.status() == 503) {
                  reply = api.exchange(request, call);
                }
                if (reply.is(404, "NO_SUCH_MACHINE")) {
                """),
        AdapterMutant.of("MP-4.9", "ends machines by a path that is not there", "NO_SUCH_PATH")
            .edit("LarchProvider", """
                "/v1/machines/" + machine.value() + "?disk=delete",
                """, """
                "/v1/machine/" + machine.value() + "?disk=delete",
                """));
  }
}

package io.cloudadapter.proof;

import java.util.List;
import java.util.stream.Stream;

/** Chapter 11: actions. */
final class ActionMutants {
  private static final String START = """
      return ask(machine, order("start"), token, call);
      """;

  private static final String ASKED = """
      private final LarchApi api;
      """;

  private static final String ASKED_BEFORE = """
      private final LarchApi api;
      private final java.util.Set<Object> asked =
          java.util.concurrent.ConcurrentHashMap.newKeySet();

      private boolean runs(MachineId machine, CallContext call) {
        LarchReply seen = api.exchange(LarchRequest.get("/v1/machines/" + machine.value()), call);
        return seen.body().filter(row -> row.path("state").asText().equals("ACTIVE")).isPresent();
      }
      """;

  private ActionMutants() {}

  static List<AdapterMutant> all() {
    return Stream.of(words(), traces(), deeds(), stops()).flatMap(List::stream).toList();
  }

  private static List<AdapterMutant> words() {
    return List.of(
        AdapterMutant.of(
                "MP-11.1", "takes a machine that is gone for one that is done with", "NOT_FOUND")
            .drags("MP-5.3")
            .edit("LarchActions", """
                JsonNode row = LarchErrors.expect(202, request, reply);
                """, """
                if (reply.is(404, "NO_SUCH_MACHINE")) {
                  return ActionProgress.done();
                }
                JsonNode row = LarchErrors.expect(202, request, reply);
                """),
        AdapterMutant.of(
                "MP-11.2", "notes an action on the machine as a tag", "the machine has the tags")
            .edit("LarchActions", """
                JsonNode row = LarchErrors.expect(202, request, reply);
                """, """
                JsonNode row = LarchErrors.expect(202, request, reply);
                try {
                  new LarchTags(api).label(machine, Map.of("last-action", token.type()), call);
                } catch (io.cloudadapter.spi.CloudException e) {
                  // It is only a note.
                }
                """),
        AdapterMutant.of(
                "MP-11.3", "takes what was accepted for done", "in truth it was done 0 times")
            .drags("MP-11.20", "MP-11.30")
            .edit("LarchActions", """
                case "RUNNING" -> Optional.of(ActionProgress.underWay());
                """, """
                case "RUNNING" -> Optional.of(ActionProgress.done());
                """),
        AdapterMutant.of("MP-11.3", "never hears of the end of an action", "came to")
            .drags("MP-11.20", "MP-11.30")
            .edit("LarchActions", """
                case "DONE" -> result(row).map(ActionProgress::done);
                """, """
                case "DONE" -> Optional.empty();
                """),
        AdapterMutant.of("MP-11.4", "is sure of every error of an action", "and was done")
            .edit("LarchActions", """
                LarchReply reply = api.exchange(request, call);
                JsonNode row = LarchErrors.expect(202, request, reply);
                """, """
                LarchReply reply;
                try {
                  reply = api.exchange(request, call);
                } catch (io.cloudadapter.spi.CloudException e) {
                  throw io.cloudadapter.spi.CloudException.of(
                          e.kind(),
                          io.cloudadapter.spi.CloudException.Effect.NONE,
                          String.valueOf(e.getMessage()))
                      .build();
                }
                JsonNode row = LarchErrors.expect(202, request, reply);
                """),
        AdapterMutant.of(
                "MP-11.5",
                "asks for an action again that was answered with 503",
                "requests that act")
            .drags("MP-5.3", "MP-5.12")
            .edit("LarchActions", """
                LarchReply reply = api.exchange(request, call);
                JsonNode row = LarchErrors.expect(202, request, reply);
                """, """
                LarchReply reply = api.exchange(request, call);
                if (reply.status() == 503) {
                  reply = api.exchange(request, call);
                }
                JsonNode row = LarchErrors.expect(202, request, reply);
                """)
            .edit("LarchActions", """
                return told(row).orElseThrow(() -> LarchErrors.notUnderstood(request, reply, "state"));
                """, """
                return told(row).orElseGet(ActionProgress::underWay);
                """),
        AdapterMutant.of("MP-11.5", "begins an action anew that it does not find", "progress sent")
            .drags("MP-11.7")
            .edit("LarchActions", """
                return ActionProgress.notDone();
                """, """
                return ask(machine, order("reboot").put("mode", "soft"), token, call);
                """),
        AdapterMutant.of("MP-11.6", "has a key of its own for each attempt", "came to 2 of them")
            .edit("LarchActions", """
                Map.of("Idempotency-Key", token.action().toString())
                """, """
                Map.of("Idempotency-Key", key(token))
                """)
            .edit("LarchActions", """
                actionsOf(machine) + "/" + token.action()
                """, """
                actionsOf(machine) + "/" + key(token)
                """)
            .edit("LarchActions", """
                private static String actionsOf(MachineId machine) {
                """, """
                private static String key(ActionToken token) {
                  return token.action() + "-" + token.attempt();
                }

                private static String actionsOf(MachineId machine) {
                """));
  }

  private static List<AdapterMutant> traces() {
    return List.of(
        AdapterMutant.of(
                "MP-11.7",
                "forgets what it did when it is opened anew",
                "that is done must be DONE")
            .edit("LarchActions", """
                private final LarchApi api;
                """, """
                private final LarchApi api;
                private final java.util.Set<Object> asked =
                    java.util.concurrent.ConcurrentHashMap.newKeySet();
                """)
            .edit("LarchActions", """
                JsonNode row = LarchErrors.expect(202, request, reply);
                """, """
                JsonNode row = LarchErrors.expect(202, request, reply);
                asked.add(token.action());
                """)
            .edit("LarchActions", """
                if (reply.is(404, "NO_SUCH_ACTION")) {
                """, """
                if (!asked.contains(token.action()) || reply.is(404, "NO_SUCH_ACTION")) {
                """),
        AdapterMutant.of(
                "MP-11.7",
                "takes any page that is not found for an action that was not done",
                "a web page of status 404")
            .edit("LarchActions", """
                if (reply.is(404, "NO_SUCH_ACTION")) {
                """, """
                if (reply.status() == 404) {
                """),
        AdapterMutant.of(
                "MP-11.8",
                "takes a look that failed for an action that was not done",
                "in truth it was done")
            .drags("MP-11.7")
            .edit("LarchActions", """
                LarchReply reply = api.exchange(request, call);
                if (reply.is(404, "NO_SUCH_ACTION")) {
                  return ActionProgress.notDone();
                }
                """, """
                LarchReply reply;
                try {
                  reply = api.exchange(request, call);
                } catch (io.cloudadapter.spi.CloudException e) {
                  return ActionProgress.notDone();
                }
                if (reply.status() != 200) {
                  return ActionProgress.notDone();
                }
                """));
  }

  private static List<AdapterMutant> deeds() {
    return List.of(
        AdapterMutant.of("MP-11.10", "calls a hard reboot invalid", "UNSUPPORTED")
            .edit("LarchActions", """
                return ask(machine, order("reboot").put("mode", mode.word()), token, call);
                """, """
                if (mode == Action.Mode.HARD) {
                  throw LarchLimits.invalid("mode must be soft, was hard");
                }
                return ask(machine, order("reboot").put("mode", mode.word()), token, call);
                """),
        AdapterMutant.of("MP-11.11", "starts a machine that it should reboot", "must be FAILED")
            .drags("MP-5.3")
            .edit("LarchActions", """
                JsonNode row = LarchErrors.expect(202, request, reply);
                """, """
                if (reply.is(409, "NOT_RUNNING")) {
                  return start(machine, token, call);
                }
                JsonNode row = LarchErrors.expect(202, request, reply);
                """),
        AdapterMutant.of(
                "MP-11.20", "tells the key of a snapshot instead of its id", "the machine has")
            .drags("MP-11.3")
            .edit("LarchActions", """
                LarchReply.text(row, "snapshot").ifPresent(id -> result.put(SNAPSHOT_ID, id));
                """, """
                if (row.has("snapshot")) {
                  LarchReply.text(row, "key").ifPresent(id -> result.put(SNAPSHOT_ID, id));
                }
                """),
        AdapterMutant.of(
                "MP-11.21", "takes a snapshot that is gone for one that is restored", "NOT_FOUND")
            .drags("MP-5.3")
            .edit("LarchActions", """
                JsonNode row = LarchErrors.expect(202, request, reply);
                """, """
                if (reply.is(404, "NO_SUCH_SNAPSHOT")) {
                  return ActionProgress.done();
                }
                JsonNode row = LarchErrors.expect(202, request, reply);
                """),
        AdapterMutant.of(
                "MP-11.21", "brings machines back to the newest snapshot", "was brought back to")
            .drags("MP-11.6")
            .edit("LarchActions", """
                private final LarchApi api;
                """, """
                private final LarchApi api;
                private volatile String newest = "";
                """)
            .edit("LarchActions", """
                return told(row).orElseGet(ActionProgress::unknown);
                """, """
                LarchReply.text(row, "snapshot").ifPresent(id -> newest = id);
                return told(row).orElseGet(ActionProgress::unknown);
                """)
            .edit("LarchActions", """
                order("restore").put("snapshot", snapshot)
                """, """
                order("restore").put("snapshot", newest)
                """),
        AdapterMutant.of(
                "MP-11.30", "shows a machine that is stopped as one that has ended", "shows as")
            .drags("MP-3.14", "MP-11.3")
            .edit("LarchRows", """
                case "STOPPED" -> MachineSighting.of(id, MachineState.TERMINATED).stopped();
                """, """
                case "STOPPED" -> MachineSighting.of(id, MachineState.TERMINATED);
                """),
        AdapterMutant.of("MP-11.31", "refuses to stop what is stopped", "failed")
            .edit("LarchActions", """
                return ask(machine, order("stop"), token, call);
                """, """
                LarchReply seen =
                    api.exchange(LarchRequest.get("/v1/machines/" + machine.value()), call);
                if (seen.body().filter(row -> row.path("state").asText().equals("STOPPED")).isPresent()) {
                  throw LarchLimits.invalid("it is stopped already");
                }
                return ask(machine, order("stop"), token, call);
                """));
  }

  /** What warm pools rely on. */
  private static List<AdapterMutant> stops() {
    return List.of(
        AdapterMutant.of(
                "MP-11.32", "forgets a machine that it stopped a day ago", "is missing from a list")
            .edit("LarchApi", """
                private final TokenSession<Secret> session;
                """, """
                private final TokenSession<Secret> session;
                private final Ticker ticker;
                private final Map<String, Long> stops =
                    new java.util.concurrent.ConcurrentHashMap<>();

                void stops(String machine) {
                  stops.put(machine, ticker.nanos());
                }

                boolean forgets(String machine) {
                  Long since = stops.get(machine);
                  return since != null && ticker.nanos() - since > Duration.ofDays(1).toNanos();
                }
                """)
            .edit("LarchApi", """
                this.secret = secret;
                """, """
                this.secret = secret;
                this.ticker = ticker;
                """)
            .edit("LarchActions", """
                return ask(machine, order("stop"), token, call);
                """, """
                api.stops(machine.value());
                return ask(machine, order("stop"), token, call);
                """)
            .edit("LarchLists", """
                } else if (asked(machine.get())) {
                """, """
                } else if (asked(machine.get()) && !api.forgets(machine.get().id().value())) {
                """),
        AdapterMutant.of("MP-11.33", "lets only the first action start a machine", "failed")
            .edit("LarchActions", ASKED, ASKED_BEFORE)
            .edit("LarchActions", START, """
                if (asked.add(token.action()) && runs(machine, call)) {
                  throw LarchLimits.invalid("it runs already");
                }
                return ask(machine, order("start"), token, call);
                """),
        AdapterMutant.of(
                "MP-11.33", "reboots a machine that runs and should start", "has rebooted it")
            .edit("LarchActions", ASKED, ASKED_BEFORE)
            .edit("LarchActions", START, """
                if (asked.add(token.action()) && runs(machine, call)) {
                  return ask(machine, order("reboot").put("mode", "soft"), token, call);
                }
                return ask(machine, order("start"), token, call);
                """),
        AdapterMutant.of(
                "MP-11.34",
                "remembers the addresses that it has seen first",
                "shows the public addresses")
            .edit("LarchApi", """
                private final TokenSession<Secret> session;
                """, """
                private final TokenSession<Secret> session;
                final Map<String, JsonNode> addresses =
                    new java.util.concurrent.ConcurrentHashMap<>();
                """)
            .edit("LarchLists", """
                private void show(JsonNode row) {
                """, """
                private void show(JsonNode row) {
                  if (row.path("publicIps").isArray()) {
                    JsonNode first =
                        api.addresses.putIfAbsent(row.path("id").asText(), row.path("publicIps"));
                    if (first != null) {
                      ((com.fasterxml.jackson.databind.node.ObjectNode) row).set("publicIps", first);
                    }
                  }
                """));
  }
}

package io.cloudadapter.client.message;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.refresh.FailureResponse;
import io.cloudadapter.api.refresh.ProtectedMachines;
import io.cloudadapter.api.refresh.RefreshCause;
import io.cloudadapter.api.refresh.RefreshCheckpoint;
import io.cloudadapter.api.refresh.RefreshRequest;
import io.cloudadapter.api.refresh.RefreshState;
import io.cloudadapter.api.refresh.RefreshStatus;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Writes and reads the messages of refreshes. Durations are whole seconds. */
public final class RefreshMessages {
  private RefreshMessages() {}

  /** Writes how a refresh replaces machines. */
  public static Map<String, Object> request(RefreshRequest request) {
    return MessageFields.of(
        "minHealthyPercent", request.minHealthyPercent(),
        "maxHealthyPercent", request.maxHealthyPercent(),
        "batchSize", request.batchSize(),
        "warmup", request.warmup().toSeconds(),
        "bakeTime", request.bakeTime().toSeconds(),
        "skipMatching", request.skipMatching(),
        "protectedMachines", request.protectedMachines().name(),
        "zoneByZone", request.zoneByZone(),
        "timeLimit", request.timeLimit().toSeconds(),
        "failureLimit", request.failureLimit(),
        "failurePercent", request.failurePercent(),
        "stopAlarms",
            request.stopAlarms().stream().sorted().map(Alarm.Code::name).toList(),
        "onFailure", request.onFailure().name(),
        "checkpoints",
            MessageFields.each(
                request.checkpoints(),
                checkpoint -> MessageFields.of(
                    "percent", checkpoint.percent(), "delay", checkpoint.delay().toSeconds())));
  }

  /** Writes a refresh, or that there was none. */
  public static Map<String, Object> status(Optional<RefreshStatus> found) {
    return MessageFields.of("refresh", found.map(RefreshMessages::status));
  }

  private static Map<String, Object> status(RefreshStatus refresh) {
    return MessageFields.of(
        "id", refresh.id(),
        "state", refresh.state().name(),
        "cause", refresh.cause().name(),
        "reason", refresh.reason(),
        "waitsFor", refresh.waitsFor(),
        "request", request(refresh.request()),
        "template", refresh.template(),
        "previousTemplate", refresh.previousTemplate(),
        "rejectedTemplate", refresh.rejectedTemplate(),
        "machines", refresh.machines(),
        "remaining", refresh.remaining(),
        "warmRemaining", refresh.warmRemaining(),
        "healthy", refresh.healthy(),
        "leastHealthy", refresh.leastHealthy(),
        "failures", refresh.failures(),
        "blocked", refresh.blocked().stream().map(MachineId::value).toList(),
        "startedAt", refresh.startedAt(),
        "startedBy", refresh.startedBy(),
        "endedAt", refresh.endedAt());
  }

  /** Reads a refresh; empty if there was none. */
  public static Optional<RefreshStatus> status(JsonFields message) {
    if (!message.has("refresh")) {
      return Optional.empty();
    }
    JsonFields refresh = message.at("refresh");
    return Optional.of(new RefreshStatus(
        ActionMessages.id(refresh, "id"),
        refresh.choice("state", RefreshState.class),
        refresh.choice("cause", RefreshCause.class),
        refresh.optionalText("reason"),
        refresh.optionalText("waitsFor"),
        request(refresh.at("request")),
        refresh.count("template"),
        refresh.optionalCount("previousTemplate"),
        refresh.optionalCount("rejectedTemplate"),
        refresh.count("machines"),
        refresh.count("remaining"),
        refresh.optionalCount("warmRemaining").orElse(0),
        refresh.count("healthy"),
        refresh.count("leastHealthy"),
        refresh.count("failures"),
        refresh.texts("blocked").stream().map(MachineId::new).toList(),
        refresh.time("startedAt"),
        refresh.text("startedBy"),
        refresh.optionalTime("endedAt")));
  }

  private static RefreshRequest request(JsonFields fields) {
    try {
      return new RefreshRequest(
          fields.count("minHealthyPercent"),
          fields.count("maxHealthyPercent"),
          fields.optionalCount("batchSize"),
          fields.seconds("warmup"),
          fields.seconds("bakeTime"),
          fields.flag("skipMatching"),
          fields.choice("protectedMachines", ProtectedMachines.class),
          fields.flag("zoneByZone"),
          fields.seconds("timeLimit"),
          fields.count("failureLimit"),
          fields.optionalCount("failurePercent"),
          alarms(fields),
          fields.choice("onFailure", FailureResponse.class),
          checkpoints(fields));
    } catch (IllegalArgumentException e) {
      throw fields.garbled(String.valueOf(e.getMessage()));
    }
  }

  private static Set<Alarm.Code> alarms(JsonFields fields) {
    return fields.texts("stopAlarms").stream()
        .map(Alarm.Code::valueOf)
        .collect(Collectors.toUnmodifiableSet());
  }

  private static List<RefreshCheckpoint> checkpoints(JsonFields fields) {
    return fields.list("checkpoints").stream()
        .map(checkpoint ->
            new RefreshCheckpoint(checkpoint.count("percent"), checkpoint.seconds("delay")))
        .toList();
  }
}

package io.cloudadapter.client.message;

import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.warm.WarmPlan;
import io.cloudadapter.api.warm.WarmState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Writes and reads what messages have about warm pools. */
final class WarmMessages {
  private WarmMessages() {}

  /**
   * Whether a client of the specification sees a machine. One that runs and is kept warm would count there as an active
   * member, which it is not; one that is stopped is TERMINATED, which the specification calls stopped or shut down.
   */
  static boolean isSpecified(Machine machine) {
    return !machine.waitsWarm() || !machine.machineState().allocated();
  }

  /** The state in a warm pool that a word of a machine's metadata names; empty if it is the cloud's own word. */
  static Optional<WarmState> state(Map<String, String> metadata) {
    @Nullable String word = metadata.get("warm");
    Optional<WarmState> state =
        Stream.of(WarmState.values()).filter(known -> known.word().equals(word)).findFirst();
    state.ifPresent(known -> metadata.remove("warm"));
    return state;
  }

  /** How many machines are in each state; empty if there is none. */
  static Optional<Object> counts(PoolView view) {
    Map<String, Object> counts = new LinkedHashMap<>();
    int all = 0;
    for (WarmState state : WarmState.values()) {
      int count = view.warm(state);
      counts.put(state.word(), count);
      all += count;
    }
    return all == 0 ? Optional.empty() : Optional.of(counts);
  }

  static Map<String, Object> plan(WarmPlan plan) {
    return MessageFields.of(
        "wanted", plan.wanted(),
        "reason", plan.reason(),
        "ready", plan.ready(),
        "preparing", plan.preparing(),
        "wakes", plan.wakes().stream().map(MachineId::value).toList(),
        "launches", plan.launches(),
        "returns", plan.returns().stream().map(MachineId::value).toList(),
        "terminations",
            MessageFields.each(
                plan.terminations(),
                end -> MessageFields.of("machine", end.machine(), "reason", end.reason())),
        "holds", MessageFields.each(plan.holds(), HoldMessages::write));
  }

  static WarmPlan plan(JsonFields message) {
    return new WarmPlan(
        message.count("wanted"),
        message.optionalText("reason").orElse(""),
        message.count("ready"),
        message.count("preparing"),
        ids(message, "wakes"),
        message.count("launches"),
        ids(message, "returns"),
        message.list("terminations").stream()
            .map(end ->
                new PoolPlan.Termination(PoolMessages.id(end, "machine"), end.text("reason")))
            .toList(),
        message.list("holds").stream().map(HoldMessages::read).toList());
  }

  private static List<MachineId> ids(JsonFields message, String name) {
    List<MachineId> ids = new ArrayList<>();
    for (String text : message.texts(name)) {
      try {
        ids.add(new MachineId(text));
      } catch (IllegalArgumentException e) {
        throw message.wrong(name, "ids of 1 to 128 of [A-Za-z0-9._~@-]", text);
      }
    }
    return ids;
  }
}

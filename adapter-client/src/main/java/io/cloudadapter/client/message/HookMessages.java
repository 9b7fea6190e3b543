package io.cloudadapter.client.message;

import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.api.hook.WaitingHook;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Writes and reads the lifecycle hooks that wait. */
public final class HookMessages {
  private HookMessages() {}

  /** Writes the hooks that wait. */
  public static Map<String, Object> hooks(List<WaitingHook> hooks) {
    return MessageFields.of(
        "hooks",
        MessageFields.each(
            hooks,
            hook -> MessageFields.of(
                "token", hook.token(),
                "machine", hook.machine(),
                "transition", hook.transition().word(),
                "hook", hook.hook(),
                "since", hook.since(),
                "deadline", hook.deadline(),
                "limit", hook.limit(),
                "told", hook.told())));
  }

  /** Reads the hooks that wait. */
  public static List<WaitingHook> hooks(JsonFields message) {
    List<WaitingHook> hooks = new ArrayList<>();
    for (JsonFields hook : message.list("hooks")) {
      hooks.add(new WaitingHook(
          token(hook),
          PoolMessages.id(hook, "machine"),
          transition(hook),
          hook.text("hook"),
          hook.time("since"),
          hook.time("deadline"),
          hook.time("limit"),
          hook.flag("told")));
    }
    return hooks;
  }

  private static UUID token(JsonFields hook) {
    String text = hook.text("token");
    try {
      return UUID.fromString(text);
    } catch (IllegalArgumentException e) {
      throw hook.wrong("token", "a UUID", text);
    }
  }

  private static LifecycleTransition transition(JsonFields hook) {
    String word = hook.text("transition");
    for (LifecycleTransition transition : LifecycleTransition.values()) {
      if (transition.word().equals(word)) {
        return transition;
      }
    }
    throw hook.wrong("transition", "launch or termination", word);
  }
}

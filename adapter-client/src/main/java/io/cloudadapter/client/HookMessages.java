package io.cloudadapter.client;

import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.api.hook.WaitingHook;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Reads the pauses of machines. */
final class HookMessages {
  private HookMessages() {}

  static List<WaitingHook> hooks(ServerReply reply) {
    List<WaitingHook> hooks = new ArrayList<>();
    for (JsonFields hook : JsonFields.of(reply).list("hooks")) {
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

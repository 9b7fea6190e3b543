package io.cloudadapter.client;

import io.cloudadapter.api.hook.Transition;
import io.cloudadapter.api.hook.WaitingHook;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Reads the pauses of machines. */
final class HookMessages {
  private HookMessages() {}

  static List<WaitingHook> hooks(Reply reply) {
    List<WaitingHook> hooks = new ArrayList<>();
    for (Fields hook : Fields.of(reply).list("hooks")) {
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

  private static UUID token(Fields hook) {
    String text = hook.text("token");
    try {
      return UUID.fromString(text);
    } catch (IllegalArgumentException e) {
      throw hook.wrong("token", "a UUID", text);
    }
  }

  private static Transition transition(Fields hook) {
    String word = hook.text("transition");
    for (Transition transition : Transition.values()) {
      if (transition.word().equals(word)) {
        return transition;
      }
    }
    throw hook.wrong("transition", "launch or termination", word);
  }
}

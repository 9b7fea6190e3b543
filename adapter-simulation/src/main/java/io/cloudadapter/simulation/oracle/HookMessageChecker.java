package io.cloudadapter.simulation.oracle;

import static io.cloudadapter.simulation.oracle.InvariantChecker.rule;

import io.cloudadapter.api.hook.HookMessage;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.core.ledger.HookRecord;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.core.protocol.StepResult;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Checks the messages of one pool's hooks to their receivers (I7): each is of a hook that is durable and waits, and as
 * long as one has not arrived there is one under way to its receiver.
 */
public final class HookMessageChecker {

  /** How the keeper's messages to one receiver fare. */
  private static final class Sending {
    private int out;
    private boolean failing;
  }

  private final InvariantChecker judge;
  private final HookChecker hooks;
  private final Set<UUID> delivered = new HashSet<>();
  private final Set<UUID> sent = new HashSet<>();
  private final Map<String, Sending> sendings = new HashMap<>();

  HookMessageChecker(InvariantChecker judge, HookChecker hooks) {
    this.judge = judge;
    this.hooks = hooks;
  }

  /** A keeper starts: it has sent nothing yet. */
  void newLife() {
    sent.clear();
    sendings.clear();
  }

  /** A receiver has got a message. */
  public void delivered(UUID token) {
    delivered.add(token);
  }

  boolean isDelivered(UUID token) {
    return delivered.contains(token);
  }

  /**
   * The leader's step handles these replies of receivers. Replies to a deposed leader do not count: the messages of
   * the leader itself may still be under way.
   */
  public void replied(List<Event> events) {
    for (Event event : events) {
      if (event instanceof Event.Told told) {
        // An earlier keeper of the same process may have sent it.
        Sending sending = sending(told.hook());
        sending.out = Math.max(0, sending.out - 1);
        sending.failing = told.error().isPresent();
      }
    }
  }

  private Sending sending(String hook) {
    return sendings.computeIfAbsent(hook, name -> new Sending());
  }

  /** A hook whose message has not arrived must have one under way for the same receiver. */
  void silent(StepResult step) {
    Set<String> speaking = new HashSet<>();
    for (Effect effect : step.effects()) {
      if (effect instanceof Effect.Tell tell) {
        speaking.add(tell.hook());
      }
    }
    for (LifecycleHook hook : judge.config().hooks()) {
      Sending sending = sending(hook.name());
      if (sending.out > 0 || sending.failing || speaking.contains(hook.name())) {
        continue;
      }
      for (HookRecord pause : hooks.lasting()) {
        rule(
            pause.told() || sent.contains(pause.token()) || !pause.hook().equals(hook.name()),
            "I7",
            () -> "there is no message of " + pause);
      }
    }
  }

  /** A message leaves: of a pause that is durable, and as it is there. */
  void tells(Effect.Tell tell) {
    HookMessage message = tell.message();
    @Nullable HookRecord hook = hooks.find(message.token()).orElse(null);
    sent.add(message.token());
    sending(tell.hook()).out++;
    rule(
        hook != null
            && hook.waiting()
            && tell.hook().equals(hook.hook())
            && message.hook().equals(hook.hook())
            && message.pool().equals(judge.config().name())
            && message.machine().value().equals(hook.machine())
            && message.transition() == hook.transition()
            && message.since().equals(hook.since())
            && message.deadline().equals(hook.deadline())
            && message.metadata().equals(hook.metadata()),
        "I7",
        () -> "told was " + message + ", durable is " + hook);
  }
}

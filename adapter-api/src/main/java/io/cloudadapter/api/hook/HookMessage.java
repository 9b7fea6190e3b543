package io.cloudadapter.api.hook;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolName;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/**
 * What the receiver of a hook is told. It may be told more than once, also by another process than the first
 * time; the token is the same then, so it is what to deduplicate by.
 *
 * @param token what to answer by; whoever has it may end the pause
 * @param pool whose machine it is
 * @param machine the cloud's id of the machine
 * @param transition what the machine is about to do
 * @param hook the name of the hook
 * @param since when the pause began
 * @param deadline when it ends if nobody answers
 * @param metadata what the hook is configured with
 * @param attempt how often the receiver has been told in this process, 1 and more
 */
public record HookMessage(
    UUID token,
    PoolName pool,
    MachineId machine,
    LifecycleTransition transition,
    String hook,
    Instant since,
    Instant deadline,
    String metadata,
    int attempt) {

  /** Checks that nothing is null. */
  public HookMessage {
    Objects.requireNonNull(token, "token");
    Objects.requireNonNull(pool, "pool");
    Objects.requireNonNull(machine, "machine");
    Objects.requireNonNull(transition, "transition");
    Objects.requireNonNull(hook, "hook");
    Objects.requireNonNull(since, "since");
    Objects.requireNonNull(deadline, "deadline");
    Objects.requireNonNull(metadata, "metadata");
  }

  /**
   * The id by which Senlin's clients know the machine: a UUID made of its name.
   *
   * @param pool whose machine it is
   * @param machine the cloud's id
   * @return the same for the same machine on every server
   */
  public static UUID nodeId(PoolName pool, MachineId machine) {
    String name = "cloudadapter:node/" + pool + "/" + machine;
    return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * The message by the documented keys (lifecycle hooks specification, lifecycle hook message), ours beside
   * them.
   *
   * @return texts in this order: {@code lifecycle_action_token}, {@code node_id}, {@code resource_id}, {@code
   *     lifecycle_transition_type}, {@code pool}, {@code hook}, {@code since}, {@code deadline}, {@code
   *     metadata}
   */
  public Map<String, String> fields() {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("lifecycle_action_token", token.toString());
    fields.put("node_id", nodeId(pool, machine).toString());
    fields.put("resource_id", machine.value());
    fields.put("lifecycle_transition_type", transition.word());
    fields.put("pool", pool.value());
    fields.put("hook", hook);
    fields.put("since", since.toString());
    fields.put("deadline", deadline.toString());
    fields.put("metadata", metadata);
    return Collections.unmodifiableMap(fields);
  }

  /** Says nothing of the token, which logs must not show. */
  @Override
  public String toString() {
    return "hook " + hook + " of machine " + machine + " of pool " + pool + ", " + transition.word()
        + ", until " + deadline;
  }
}

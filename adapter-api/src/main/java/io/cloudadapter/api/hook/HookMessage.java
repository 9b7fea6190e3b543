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
 * The message by which a receiver learns that a machine waits in a lifecycle hook. The receiver may get it more than
 * once, also from another process; the token is then the same, so receivers use it to recognise repetitions.
 *
 * @param token completes the hook; every holder of it can do so
 * @param pool the machine's pool
 * @param machine the cloud's id of the machine
 * @param transition the change of the machine's life in which the hook waits
 * @param hook the name of the hook
 * @param since when the hook began to wait
 * @param deadline when it ends if nothing completes it
 * @param metadata the metadata of the hook's configuration
 * @param attempt how often this process has sent the message, 1 or more
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
   * Returns the id of the machine for clients of Senlin: a UUID made from its name.
   *
   * @param pool the machine's pool
   * @param machine the cloud's id
   * @return the same for the same machine on every server
   */
  public static UUID nodeId(PoolName pool, MachineId machine) {
    String name = "cloudadapter:node/" + pool + "/" + machine;
    return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Returns the message by its documented keys (lifecycle hooks specification, lifecycle hook message), together with
   * our own.
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

  /** Leaves the token out, because logs must not show it. */
  @Override
  public String toString() {
    return "hook " + hook + " of machine " + machine + " of pool " + pool + ", " + transition.word()
        + ", until " + deadline;
  }
}

package io.cloudadapter.server.senlin;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.hook.HookMessage;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * UUIDs made from names (version 3), because Senlin's clients need one for everything: the same name has the same id
 * on every server and after every restart.
 */
final class StableUuids {
  private StableUuids() {}

  static String cluster(PoolName pool) {
    return of("cluster/" + pool);
  }

  static String node(PoolName pool, MachineId machine) {
    return HookMessage.nodeId(pool, machine).toString();
  }

  /** Policies of a configuration belong to a pool; two pools may call different ones the same. */
  static String policy(PoolName pool, String name) {
    return of("policy/" + pool + "/" + name);
  }

  static String binding(String clusterId, String policyId) {
    return of("binding/" + clusterId + "/" + policyId);
  }

  /** The action of a write that was sent under a key. */
  static String action(String targetId, String key) {
    return of("action/" + targetId + "/" + key);
  }

  private static String of(String name) {
    return UUID.nameUUIDFromBytes(("cloudadapter:" + name).getBytes(StandardCharsets.UTF_8))
        .toString();
  }
}

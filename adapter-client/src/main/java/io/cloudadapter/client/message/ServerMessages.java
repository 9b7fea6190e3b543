package io.cloudadapter.client.message;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.ReplicaInfo;
import io.cloudadapter.api.ReplicaRole;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes and reads a server's messages about itself: its pools, and the replicas that share them. */
public final class ServerMessages {
  private ServerMessages() {}

  /** The pools of a server that its caller sees; without a default pool if that is not among them. */
  public record Directory(Optional<PoolName> defaultPool, List<PoolName> pools) {}

  /** Writes the pools of a server. */
  public static Map<String, Object> directory(List<PoolName> pools, Optional<PoolName> preferred) {
    return MessageFields.of(
        "pools",
        MessageFields.each(
            pools,
            pool -> MessageFields.of(
                "name",
                pool,
                "url",
                "/pools/" + pool + "/pool",
                "default",
                preferred.equals(Optional.of(pool)))));
  }

  /** Reads the pools of a server. */
  public static Directory directory(JsonFields message) {
    List<PoolName> names = new ArrayList<>();
    Optional<PoolName> preferred = Optional.empty();
    for (JsonFields pool : message.list("pools")) {
      PoolName name = poolName(pool);
      names.add(name);
      if (pool.flag("default")) {
        preferred = Optional.of(name);
      }
    }
    return new Directory(preferred, List.copyOf(names));
  }

  /** Writes the server's part among others, and who they are. */
  public static Map<String, Object> replicas(Optional<ReplicaRole> part, List<ReplicaInfo> all) {
    return MessageFields.of(
        "name", part.map(ReplicaRole::name),
        "role", part.map(role -> role(role.leads())),
        "ageSeconds", part.map(role -> seconds(role.age())),
        "leaseSeconds", part.map(role -> seconds(role.lease())),
        "leaseLeftSeconds", part.map(role -> seconds(role.left())),
        "trouble", part.map(ReplicaRole::trouble),
        "replicas", MessageFields.each(all, ServerMessages::replica));
  }

  /** Writes one of the servers that keep the same pools. */
  public static Map<String, Object> replica(ReplicaInfo replica) {
    return MessageFields.of(
        "name", replica.name(),
        "url", replica.url(),
        "role", role(replica.leads()),
        "revision", replica.revision());
  }

  /** The word for a server's part. */
  public static String role(boolean leads) {
    return leads ? "leader" : "follower";
  }

  private static double seconds(Duration time) {
    return time.toMillis() / 1000.0;
  }

  /** Reads the server's part among others; empty if it keeps its pools alone. */
  public static Optional<ReplicaRole> part(JsonFields message) {
    if (!message.has("role")) {
      return Optional.empty();
    }
    return Optional.of(new ReplicaRole(
        message.text("name"),
        message.text("role").equals("leader"),
        replicas(message).stream().filter(ReplicaInfo::leads).findFirst(),
        message.seconds("ageSeconds"),
        message.seconds("leaseSeconds"),
        message.seconds("leaseLeftSeconds"),
        message.text("trouble")));
  }

  public static List<ReplicaInfo> replicas(JsonFields message) {
    List<ReplicaInfo> replicas = new ArrayList<>();
    for (JsonFields replica : message.list("replicas")) {
      replicas.add(new ReplicaInfo(
          replica.text("name"),
          replica.optionalText("url"),
          replica.text("role").equals("leader"),
          replica.number("revision")));
    }
    return replicas;
  }

  private static PoolName poolName(JsonFields pool) {
    String text = pool.text("name");
    try {
      return new PoolName(text);
    } catch (IllegalArgumentException e) {
      throw pool.wrong("name", "[a-z][a-z0-9-]{0,29}", text);
    }
  }
}

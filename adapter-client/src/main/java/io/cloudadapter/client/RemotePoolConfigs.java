package io.cloudadapter.client;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.client.message.JsonCodec;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The configurations of a server's pools. They are maps with the keys of a configuration file. A change names the
 * version that it is made against by the tag of an earlier answer. A change is sent once, and never again by itself.
 * Any number of threads may use it.
 */
public final class RemotePoolConfigs {
  private final RequestExchange exchange;

  RemotePoolConfigs(RequestExchange exchange) {
    this.exchange = exchange;
  }

  /**
   * What a server answers.
   *
   * @param fields the fields of the answer; none if nothing is left of a pool that was deleted
   * @param tag names the version; empty for a list
   */
  public record Answer(Map<String, Object> fields, String tag) {}

  /**
   * Lists all pools, also those that are not configured any more.
   *
   * @return {@code pools}, each with its configuration
   * @throws PoolException if the server refuses, or does not answer
   */
  public Answer list() {
    return read("/pool-configs");
  }

  /**
   * Reads one pool.
   *
   * @param name the pool
   * @return its state and configuration, and the tag of its version
   * @throws PoolException NOT_FOUND if there is none, or as {@link #list}
   */
  public Answer show(String name) {
    return read(path(name));
  }

  /**
   * Lists the versions of a pool's configuration.
   *
   * @param name the pool
   * @return {@code versions}, the newest first
   * @throws PoolException as {@link #show}
   */
  public Answer versions(String name) {
    return read(path(name) + "/versions");
  }

  /**
   * Creates a pool.
   *
   * @param name its name
   * @param config its configuration
   * @param dryRun whether only to check it
   * @return the pool; for a check, what would be
   * @throws PoolException INVALID with what is wrong, CONFLICT if there is one, or as {@link #list}
   */
  public Answer create(String name, Map<String, ?> config, boolean dryRun) {
    return write("POST", path(name) + dry(dryRun), config, Map.of());
  }

  /**
   * Replaces the configuration of a pool.
   *
   * @param name the pool
   * @param config the whole new configuration
   * @param tag the version that is replaced
   * @param query {@code dryRun}, {@code confirm}; may be empty
   * @return the pool; for a dry run, what would be
   * @throws PoolException STALE if another version is the present one, or as {@link #create}
   */
  public Answer replace(String name, Map<String, ?> config, String tag, Map<String, String> query) {
    return write("PUT", path(name) + query(query), config, match(tag));
  }

  /**
   * Changes some keys of the configuration of a pool.
   *
   * @param name the pool
   * @param patch the keys that change; null brings a default back
   * @param tag the version that is changed
   * @param query {@code dryRun}, {@code confirm}; may be empty
   * @return the pool; for a dry run, what would be
   * @throws PoolException as {@link #replace}
   */
  public Answer patch(String name, Map<String, ?> patch, String tag, Map<String, String> query) {
    return write("PATCH", path(name) + query(query), patch, match(tag));
  }

  /**
   * Deletes a pool.
   *
   * @param name the pool
   * @param tag the version that is deleted
   * @param query {@code mode}, {@code confirm}
   * @return the pool, which is being deleted; without fields if nothing is left of it
   * @throws PoolException as {@link #replace}
   */
  public Answer delete(String name, String tag, Map<String, String> query) {
    return send("DELETE", path(name) + query(query), Optional.empty(), match(tag));
  }

  /**
   * Brings an earlier version back, as a new one.
   *
   * @param name the pool
   * @param version the number of the earlier version
   * @param tag the present version
   * @return the pool
   * @throws PoolException as {@link #replace}
   */
  public Answer rollback(String name, long version, String tag) {
    return write("POST", path(name) + "/rollback", Map.of("version", version), match(tag));
  }

  /**
   * Sets what a pool may do.
   *
   * @param name the pool
   * @param state {@code running}, {@code observing} or {@code suspended}
   * @return the pool
   * @throws PoolException CONFLICT if it is being deleted, or as {@link #show}
   */
  public Answer setState(String name, String state) {
    return write("POST", path(name) + "/state", Map.of("state", state), Map.of());
  }

  private static String path(String name) {
    return "/pools/" + encoded(Objects.requireNonNull(name, "name"));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private static String dry(boolean dryRun) {
    return dryRun ? "?dryRun=true" : "";
  }

  private static String query(Map<String, String> query) {
    StringBuilder text = new StringBuilder();
    query.forEach((key, value) ->
        text.append(text.isEmpty() ? "?" : "&").append(key).append('=').append(encoded(value)));
    return text.toString();
  }

  private static Map<String, String> match(String tag) {
    return Map.of("If-Match", tag);
  }

  private Answer read(String path) {
    try {
      return answer(exchange.get(path, Optional.empty()));
    } catch (LostReplyException e) {
      throw RequestExchange.unavailable(e);
    }
  }

  private Answer write(
      String method, String path, Map<String, ?> body, Map<String, String> headers) {
    return send(method, path, Optional.of(JsonCodec.text(body)), headers);
  }

  private Answer send(
      String method, String path, Optional<String> body, Map<String, String> headers) {
    try {
      return answer(exchange.write(method, path, body, headers));
    } catch (LostReplyException e) {
      if (!e.mayHaveArrived()) {
        throw RequestExchange.unavailable(e);
      }
      throw new PoolException(
          Reason.UNKNOWN,
          "whether " + method + " " + path + " was carried out is unknown: " + e.getMessage(),
          "Read the pool again: a change that was made has another version.",
          e);
    }
  }

  private static Answer answer(ServerReply reply) {
    if (!reply.ok()) {
      throw ErrorResponseMapper.of(reply);
    }
    Map<String, Object> fields =
        JsonCodec.tree(reply.body()).map(JsonCodec::values).orElse(Map.of());
    return new Answer(fields, reply.header("ETag").orElse(""));
  }
}

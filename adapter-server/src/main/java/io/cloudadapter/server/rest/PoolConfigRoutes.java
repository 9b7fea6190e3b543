package io.cloudadapter.server.rest;

import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.core.PoolAdministration;
import io.cloudadapter.core.config.ConfigAuthor;
import io.cloudadapter.core.config.ConfigVersion;
import io.cloudadapter.core.config.DeletionMode;
import io.cloudadapter.core.config.ManagedPool;
import io.cloudadapter.core.config.OperatingState;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.server.config.PoolDocumentReader;
import io.cloudadapter.server.http.ExecutionLane;
import io.cloudadapter.server.http.Handler;
import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.http.HttpReply;
import io.cloudadapter.server.http.HttpRequest;
import io.cloudadapter.server.http.HttpRoute;
import io.cloudadapter.server.http.JsonBody;
import io.cloudadapter.server.http.RouteReach;
import io.cloudadapter.server.http.SafeText;
import io.cloudadapter.server.options.Role;
import io.cloudadapter.spi.config.ConfigException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Configurations of pools, not part of the specification: {@code /pools/<name>} is one, with its versions, its state
 * and its deletion, and {@code /pool-configs} lists all. A change names the version that it is made against.
 */
public final class PoolConfigRoutes {
  private static final String POOL = "/pools/{pool}";
  private static final Set<String> PATCH_TYPES = Set.of("application/merge-patch+json");

  private final PoolAdministration pools;
  private final PoolDocumentReader documents;

  /**
   * Routes to the configurations of some pools.
   *
   * @param pools changes the pools
   * @param documents reads and writes configurations
   */
  public PoolConfigRoutes(PoolAdministration pools, PoolDocumentReader documents) {
    this.pools = pools;
    this.documents = documents;
  }

  /**
   * The routes.
   *
   * @return the routes of all pools, then those of a named one
   */
  public List<HttpRoute> routes() {
    return List.of(
        read("/pool-configs", request -> list()),
        read(POOL, request -> shown(200, pool(request))),
        write("POST", POOL, Set.of("dryRun", "set"), Set.of(), this::create),
        write("PUT", POOL, Set.of("dryRun", "confirm", "set"), Set.of(), this::replace),
        write("PATCH", POOL, Set.of("dryRun", "confirm"), PATCH_TYPES, this::patch),
        write("DELETE", POOL, Set.of("mode", "confirm"), Set.of(), this::delete),
        read(POOL + "/versions", this::versions),
        write("POST", POOL + "/rollback", Set.of(), Set.of(), this::rollback),
        write("POST", POOL + "/state", Set.of(), Set.of(), this::setState),
        write("POST", POOL + "/takeover", Set.of(), Set.of(), this::takeOver));
  }

  private static HttpRoute read(String template, Handler handler) {
    return new HttpRoute("GET", template, Optional.of(Role.READ), ExecutionLane.READ, handler);
  }

  private static HttpRoute write(
      String method, String template, Set<String> query, Set<String> types, Handler handler) {
    return new HttpRoute(
        method,
        template,
        Optional.of(Role.ADMIN),
        ExecutionLane.WRITE,
        handler,
        query,
        types,
        RouteReach.SERVER);
  }

  private HttpReply list() {
    List<Map<String, Object>> all = pools.pools().stream().map(this::message).toList();
    return HttpReply.json(200, Map.of("pools", all));
  }

  private ManagedPool pool(HttpRequest request) {
    String name = name(request);
    return pools
        .pool(name)
        .orElseThrow(() -> HttpError.of(404, "there is no pool " + SafeText.quoted(name), ""));
  }

  private static String name(HttpRequest request) {
    return request.parameter("pool");
  }

  private static ConfigAuthor author(HttpRequest request) {
    ConfigAuthor caller = ConfigAuthor.api(request.caller().principal());
    String set = query(request).get("set");
    return set == null ? caller : caller.applying(set);
  }

  private HttpReply create(HttpRequest request) {
    PoolConfig config = read(request, body(request), Optional.empty());
    if (query(request).containsKey("dryRun")) {
      return preview(config, Optional.empty(), OptionalLong.empty(), request);
    }
    ManagedPool created = orRefused(() -> pools.create(config, author(request)));
    return shown(201, created).with("Location", "/pools/" + created.name());
  }

  private HttpReply replace(HttpRequest request) {
    ManagedPool before = pool(request);
    requireMatch(request, before);
    return change(request, before, read(request, body(request), before.config()));
  }

  private HttpReply patch(HttpRequest request) {
    ManagedPool before = pool(request);
    requireMatch(request, before);
    PoolConfig config = before
        .config()
        .orElseThrow(() ->
            HttpError.of(409, "pool " + before.name() + " has no configuration to patch", ""));
    return change(
        request, before, read(request, documents.patched(config, body(request)), before.config()));
  }

  private HttpReply change(HttpRequest request, ManagedPool before, PoolConfig config) {
    Map<String, String> query = query(request);
    OptionalLong version = OptionalLong.of(before.version());
    if (query.containsKey("dryRun")) {
      return preview(config, before.config(), version, request);
    }
    int ends = orRefused(() -> pools.preview(config, version, author(request)))
        .map(plan -> plan.terminations().size())
        .orElse(0);
    if (ends > 0) {
      requireConfirmation(query, before, "the change would end " + ends + " machines");
    }
    return shown(200, orRefused(() -> pools.update(config, before.version(), author(request))));
  }

  private HttpReply preview(
      PoolConfig config, Optional<PoolConfig> before, OptionalLong version, HttpRequest request) {
    Optional<PoolPlan> plan = orRefused(() -> pools.preview(config, version, author(request)));
    Map<String, Object> message = new LinkedHashMap<>();
    message.put("dryRun", true);
    message.put("config", documents.write(config));
    message.put("changes", changes(before, config));
    message.put("restartNeeded", List.of());
    message.put(
        "launches",
        plan.map(p -> p.launches().stream().mapToInt(PoolPlan.Launch::count).sum())
            .orElse(0));
    message.put("terminations", plan.map(p -> p.terminations().size()).orElse(0));
    return HttpReply.json(200, message);
  }

  /** The keys that differ, each with both values; a key that one of them lacks is a default there. */
  private Map<String, Object> changes(Optional<PoolConfig> before, PoolConfig after) {
    Map<String, Object> old = before.map(documents::write).orElse(Map.of());
    Map<String, Object> now = documents.write(after);
    Map<String, Object> changes = new LinkedHashMap<>();
    Set<String> keys = new TreeSet<>(old.keySet());
    keys.addAll(now.keySet());
    for (String key : keys) {
      Object from = old.get(key);
      Object to = now.get(key);
      if (from == null || !from.equals(to)) {
        Map<String, @Nullable Object> both = new LinkedHashMap<>();
        both.put("before", from);
        both.put("after", to);
        changes.put(key, both);
      }
    }
    return changes;
  }

  private HttpReply delete(HttpRequest request) {
    RestErrors.none(request.body());
    ManagedPool before = pool(request);
    requireMatch(request, before);
    Map<String, String> query = query(request);
    DeletionMode mode =
        word(DeletionMode.values(), query.getOrDefault("mode", DeletionMode.REFUSE.word()), "mode");
    if (mode != DeletionMode.REFUSE) {
      requireConfirmation(query, before, "the deletion would " + mode.word() + " all machines");
    }
    Optional<ManagedPool> going =
        pools.delete(before.name().value(), mode, before.version(), author(request));
    return going.isPresent() ? shown(202, going.get()) : HttpReply.empty(204);
  }

  private HttpReply versions(HttpRequest request) {
    List<Map<String, Object>> versions =
        pools.versions(name(request)).stream().map(this::message).toList();
    return HttpReply.json(200, Map.of("versions", versions));
  }

  private HttpReply rollback(HttpRequest request) {
    ManagedPool before = pool(request);
    requireMatch(request, before);
    int version = RestErrors.single(request.body(), "version", "{ \"version\": <number> }")
        .number("version", 1, Integer.MAX_VALUE)
        .orElseThrow();
    return shown(
        200,
        orRefused(() ->
            pools.rollback(before.name().value(), version, before.version(), author(request))));
  }

  private HttpReply setState(HttpRequest request) {
    String word = RestErrors.single(request.body(), "state", "{ \"state\": \"suspended\" }")
        .text("state")
        .orElseThrow();
    OperatingState state = word(
        new OperatingState[] {
          OperatingState.RUNNING, OperatingState.OBSERVING, OperatingState.SUSPENDED
        },
        word,
        "field state");
    return shown(200, pools.setState(name(request), state, author(request)));
  }

  private HttpReply takeOver(HttpRequest request) {
    RestErrors.none(request.body());
    ManagedPool before = pool(request);
    requireMatch(request, before);
    return shown(200, pools.takeOver(before.name().value(), before.version(), author(request)));
  }

  private static <E extends Enum<E>> E word(E[] allowed, String word, String what) {
    List<String> words = Arrays.stream(allowed)
        .map(one -> one.name().toLowerCase(java.util.Locale.ROOT))
        .toList();
    int index = words.indexOf(word);
    if (index < 0) {
      throw HttpError.badRequest(
          what + " must be one of " + words + ", was: " + SafeText.quoted(word), "");
    }
    return allowed[index];
  }

  private PoolConfig read(
      HttpRequest request, Map<String, ?> document, Optional<PoolConfig> before) {
    return orRefused(() -> documents.read(name(request), document, before));
  }

  private static Map<String, @Nullable Object> body(HttpRequest request) {
    return JsonBody.read(
            request.body(), new RestErrors("{ \"account\": \"prod\", \"maxSize\": 10 }"))
        .toMap();
  }

  /** Words every fault of a configuration as one error. */
  private static <T> T orRefused(java.util.function.Supplier<T> attempt) {
    try {
      return attempt.get();
    } catch (ConfigException e) {
      List<String> faults =
          e.faults().stream().map(fault -> fault.key() + " " + fault.problem()).toList();
      throw HttpError.badRequest(
          SafeText.bare(faults.get(0), 600),
          faults.size() == 1
              ? ""
              : SafeText.bare(
                  "also: " + String.join("; ", faults.subList(1, faults.size())), 2_000));
    } catch (IllegalArgumentException e) {
      throw HttpError.badRequest(SafeText.bare(String.valueOf(e.getMessage()), 600), "");
    }
  }

  private static void requireMatch(HttpRequest request, ManagedPool pool) {
    String present = tag(pool);
    String given = request
        .head()
        .header("If-Match")
        .orElseThrow(() -> HttpError.of(
            428,
            "header If-Match is missing; a change names the version that it is made against",
            "GET /pools/" + pool.name() + " has the header ETag, at present " + present));
    if (!given.equals("*") && !given.equals(present)) {
      throw HttpError.of(
          HttpReply.error(
                  412,
                  "pool " + pool.name() + " is at version " + pool.version() + ", its ETag is "
                      + present + ", was: " + SafeText.bare(given, 100),
                  "Read it again, and repeat the change against the present version.")
              .with("ETag", present),
          "stale");
    }
  }

  private static void requireConfirmation(
      Map<String, String> query, ManagedPool pool, String what) {
    if (!Long.toString(pool.version()).equals(query.get("confirm"))) {
      throw HttpError.of(409, what, "Confirm it with the query confirm=" + pool.version() + ".");
    }
  }

  private static Map<String, String> query(HttpRequest request) {
    Map<String, String> query = new LinkedHashMap<>();
    for (String pair : request.head().query().orElse("").split("&", -1)) {
      String[] parts = pair.split("=", 2);
      if (!pair.isEmpty() && !(parts.length == 2 && parts[1].equals("false"))) {
        query.put(parts[0], parts.length == 2 ? parts[1] : "");
      }
    }
    return query;
  }

  private static String tag(ManagedPool pool) {
    // A restored ledger gives the numbers of versions from after the backup again.
    return "\"" + start(pool.generation()) + "-" + start(pool.incarnation()) + "-" + pool.version()
        + "\"";
  }

  private static String start(String id) {
    return id.substring(0, Math.min(8, id.length()));
  }

  private HttpReply shown(int status, ManagedPool pool) {
    return HttpReply.json(status, message(pool)).with("ETag", tag(pool));
  }

  private Map<String, Object> message(ManagedPool pool) {
    Map<String, Object> message = new LinkedHashMap<>();
    message.put("name", pool.name().value());
    message.put("configured", pool.configured());
    pool.manager().ifPresent(manager -> message.put("manager", manager.word()));
    message.put("version", pool.version());
    message.put("state", pool.state().word());
    pool.deletion().ifPresent(mode -> message.put("deletion", mode.word()));
    pool.changedAt().ifPresent(at -> message.put("changedAt", at.toString()));
    message.put("author", pool.author());
    pool.set().ifPresent(set -> message.put("set", set));
    pool.config().ifPresent(config -> message.put("config", documents.write(config)));
    return message;
  }

  private Map<String, Object> message(ConfigVersion version) {
    Map<String, Object> message = new LinkedHashMap<>();
    message.put("version", version.version());
    message.put("at", version.at().toString());
    message.put("author", version.author());
    message.put("config", documents.write(version.config()));
    return message;
  }
}

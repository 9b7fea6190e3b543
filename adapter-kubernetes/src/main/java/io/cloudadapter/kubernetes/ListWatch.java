package io.cloudadapter.kubernetes;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.Ticker;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Follows a list of objects of the API server, as its own clients do: lists in pages, then watches from that version
 * on. One watch lasts some seconds and its events are taken all together, so a reply that breaks off changes nothing.
 * A version that has expired (410) has it list anew, as do replies that cannot be read.
 *
 * <p>One thread at a time may advance it; any thread may read.
 *
 * @param <T> what is kept of an object
 */
final class ListWatch<T> {
  private static final int PAGE = 250;
  private static final int MOST_PAGES = 1000;

  /** Watches in a row without a whole reply; they may be too large, so a list is next. */
  private static final int MOST_BROKEN = 2;

  private final Supplier<ApiServer> server;
  private final String path;
  private final String kind;
  private final String selector;
  private final Duration watch;
  private final Function<JsonNode, Optional<T>> reader;
  private final Ticker ticker;

  /** The version up to which the objects are known; null before the first list. */
  private @Nullable String version;

  private int broken;

  private volatile Map<String, T> objects = Map.of();
  private volatile @Nullable Long currentSince;

  /**
   * A list that is not read yet.
   *
   * @param server the API server of the moment
   * @param path of the list, such as {@code /api/v1/nodes}
   * @param kind of the list, such as NodeList
   * @param selector a label selector; empty for all
   * @param watch how long one watch lasts, whole seconds
   * @param reader what to keep of an object; empty to leave it out
   * @param ticker monotonic time
   */
  ListWatch(
      Supplier<ApiServer> server,
      String path,
      String kind,
      String selector,
      Duration watch,
      Function<JsonNode, Optional<T>> reader,
      Ticker ticker) {
    this.server = server;
    this.path = path;
    this.kind = kind;
    this.selector = selector;
    this.watch = watch;
    this.reader = reader;
    this.ticker = ticker;
  }

  /** The objects as last seen, by name. */
  Map<String, T> objects() {
    return objects;
  }

  /** Whether all that was there at a moment of the ticker has been seen. */
  boolean isCurrentSince(long nanos) {
    Long since = currentSince;
    return since != null && since - nanos >= 0;
  }

  /** Lists, or watches once. Throws CloudException; what was seen before stays. */
  void advance(Duration timeout) {
    long began = ticker.nanos();
    String from = version;
    if (from == null || !watch(from, new TimedCall(ticker, timeout.plus(watch)))) {
      version = null;
      list(new TimedCall(ticker, timeout));
    } else if (isEarly(began)) {
      return; // What has come is taken; more may be missing.
    }
    currentSince = began;
  }

  /** Whether a watch ended long before its time, as one that a proxy answers. */
  private boolean isEarly(long began) {
    return ticker.nanos() - began < watch.toNanos() / 2;
  }

  private void list(CallContext call) {
    Map<String, T> found = new HashMap<>();
    String more = "";
    for (int page = 0; page < MOST_PAGES; page++) {
      String query = "?limit=" + PAGE + selected()
          + (more.isEmpty() ? "" : "&continue=" + ApiServer.escaped(more));
      JsonNode reply = server.get().get(path + query, kind, call).json();
      if (!reply.path("items").isArray()) {
        throw unreadable("a list without items");
      }
      reply.path("items").forEach(object -> put(found, object));
      more = reply.path("metadata").path("continue").asText("");
      if (more.isEmpty()) {
        objects = Map.copyOf(found);
        version = reply.path("metadata").path("resourceVersion").asText("");
        return;
      }
    }
    throw unreadable("more than " + MOST_PAGES + " pages");
  }

  private String selected() {
    return selector.isEmpty() ? "" : "&labelSelector=" + ApiServer.escaped(selector);
  }

  private void put(Map<String, T> to, JsonNode object) {
    String name = object.path("metadata").path("name").asText("");
    reader.apply(object).ifPresentOrElse(kept -> to.put(name, kept), () -> to.remove(name));
  }

  /** Takes the events of some seconds; returns whether the version was still known. */
  private boolean watch(String from, CallContext call) {
    String query = "?watch=1&allowWatchBookmarks=true&timeoutSeconds=" + watch.toSeconds()
        + "&resourceVersion=" + ApiServer.escaped(from) + selected();
    long began = ticker.nanos();
    ApiServer.Reply reply = ask(path + query, call);
    if (reply.status() == 410) {
      return false;
    }
    if (!reply.isDone()) {
      throw server.get().refused("GET " + path, reply);
    }
    Map<String, T> next = new HashMap<>(objects);
    String last = from;
    boolean any = false;
    for (String line : new String(reply.http().body(), StandardCharsets.UTF_8).split("\n", -1)) {
      if (line.isBlank()) {
        continue;
      }
      JsonNode event = event(line);
      any = true;
      JsonNode object = event.path("object");
      switch (event.path("type").asText("")) {
        case "ADDED", "MODIFIED" -> put(next, object);
        case "DELETED" -> next.remove(object.path("metadata").path("name").asText(""));
        case "BOOKMARK" -> {
          // It has a version and no object.
        }
        default -> {
          return false; // ERROR: mostly 410. A new list is right in any case.
        }
      }
      last = object.path("metadata").path("resourceVersion").asText("");
      if (last.isEmpty()) {
        throw unreadable("an event without a version");
      }
    }
    if (!any && isEarly(began)) {
      throw unreadable("a watch that ended at once");
    }
    if (!last.equals(from)) {
      objects = Map.copyOf(next);
      version = last;
    }
    return true;
  }

  private ApiServer.Reply ask(String query, CallContext call) {
    try {
      ApiServer.Reply reply = server.get().ask(query, call);
      broken = 0;
      return reply;
    } catch (CloudException e) {
      if (e.kind() == Kind.UNAVAILABLE || e.kind() == Kind.TIMEOUT) {
        broken++;
      }
      if (broken >= MOST_BROKEN) {
        version = null;
        broken = 0;
      }
      throw e;
    }
  }

  private JsonNode event(String line) {
    try {
      return ApiServer.JSON.readTree(line);
    } catch (JsonProcessingException e) {
      throw unreadable("an event that is no JSON");
    }
  }

  /** Has it list anew, since the same reply would come again. */
  private CloudException unreadable(String what) {
    version = null;
    return CloudException.of(
            Kind.UNAVAILABLE,
            Effect.NONE,
            "the API server " + server.get().address() + " answered GET " + path + " with " + what)
        .build();
  }
}

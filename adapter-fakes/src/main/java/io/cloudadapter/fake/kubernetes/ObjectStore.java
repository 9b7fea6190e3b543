package io.cloudadapter.fake.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The objects of an API server, of any resource, each change with a version of its own, as etcd has it. Lists in pages,
 * and watches. Any thread may use it.
 */
final class ObjectStore implements AutoCloseable {

  /** Takes the events of a watch. */
  interface Sink {
    void take(String event) throws IOException;
  }

  /** A change of one object: what it was, and what it is. */
  private record Change(
      long version, String resource, Optional<ObjectNode> before, Optional<ObjectNode> after) {}

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Map<String, NavigableMap<String, ObjectNode>> resources = new HashMap<>();
  private final List<Change> changes = new ArrayList<>();
  private long version = 100;
  private long oldest;
  private boolean closed;
  private int pageSize = Integer.MAX_VALUE;

  /** Does several things at once, as other threads see it. */
  <T> T together(Supplier<T> work) {
    lock.lock();
    try {
      T result = work.get();
      changed.signalAll();
      return result;
    } finally {
      lock.unlock();
    }
  }

  private NavigableMap<String, ObjectNode> of(String resource) {
    return resources.computeIfAbsent(resource, name -> new TreeMap<>());
  }

  Optional<ObjectNode> find(String resource, String key) {
    return together(() -> Optional.ofNullable(of(resource).get(key)).map(ObjectNode::deepCopy));
  }

  List<String> keys(String resource) {
    return together(() -> List.copyOf(of(resource).keySet()));
  }

  List<ObjectNode> list(String resource) {
    return together(
        () -> of(resource).values().stream().map(ObjectNode::deepCopy).toList());
  }

  /** Creates or replaces an object; returns it as it is now. */
  ObjectNode put(String resource, ObjectNode given) {
    return together(() -> {
      ObjectNode object = given.deepCopy();
      version++;
      ObjectNode metadata = object.withObject("/metadata");
      if (!metadata.has("uid")) {
        metadata.put("uid", "uid-" + version);
        metadata.put("creationTimestamp", "2020-01-01T00:00:00Z");
      }
      metadata.put("resourceVersion", Long.toString(version));
      Optional<ObjectNode> before =
          Optional.ofNullable(of(resource).put(ResourcePath.keyOf(object), object));
      changes.add(new Change(version, resource, before, Optional.of(object)));
      return object.deepCopy();
    });
  }

  /** Changes an object that is there. */
  void change(String resource, String key, Consumer<ObjectNode> edit) {
    together(() -> {
      ObjectNode copy = find(resource, key).orElseThrow();
      edit.accept(copy);
      return put(resource, copy);
    });
  }

  /** Removes an object if it is there; returns whether it was. */
  boolean remove(String resource, String key) {
    return together(() -> {
      @Nullable ObjectNode gone = of(resource).remove(key);
      if (gone == null) {
        return false;
      }
      version++;
      changes.add(new Change(version, resource, Optional.of(gone), Optional.empty()));
      return true;
    });
  }

  /** Forgets old changes, so that watches from before get 410. */
  void compact() {
    boolean unused = together(() -> {
      changes.clear();
      oldest = version;
      return true;
    });
  }

  /** The most objects of one page. */
  void pageSize(int most) {
    int unused = together(() -> pageSize = most);
  }

  // ---------------------------------------------------------------------------------- requests

  /** A list, or one page of it. */
  ApiReply list(ResourcePath path) {
    return together(() -> {
      String after = path.query("continue");
      String asked = path.query("limit");
      int most = Math.min(pageSize, asked.isEmpty() ? pageSize : Integer.parseInt(asked));
      ObjectNode list = ApiJson.MAPPER.createObjectNode();
      list.put("apiVersion", path.apiVersion()).put("kind", path.kind() + "List");
      ObjectNode metadata =
          list.putObject("metadata").put("resourceVersion", Long.toString(version));
      ArrayNode items = list.putArray("items");
      String last = "";
      boolean isMore = false;
      for (Map.Entry<String, ObjectNode> each :
          of(path.resource()).tailMap(after, after.isEmpty()).entrySet()) {
        if (path.selects(each.getValue())) {
          isMore = items.size() == most;
          if (isMore) {
            break;
          }
          items.add(each.getValue().deepCopy());
          last = each.getKey();
        }
      }
      if (isMore) {
        metadata.put("continue", last);
      }
      return new ApiReply(200, list);
    });
  }

  /** Sends the events of a resource until the time of the watch is over. */
  void watch(ResourcePath path, Sink sink) throws IOException, InterruptedException {
    String asked = path.query("resourceVersion");
    long from = asked.isEmpty() ? 0 : Long.parseLong(asked);
    String time = path.query("timeoutSeconds");
    long left = TimeUnit.SECONDS.toNanos(time.isEmpty() ? 60 : Long.parseLong(time));
    while (true) {
      List<Change> due = new ArrayList<>();
      lock.lockInterruptibly();
      try {
        if (from < oldest) {
          sink.take(event("ERROR", ApiReply.status(410, "Expired", "too old resource version")));
          return;
        }
        long since = from;
        changes.stream().filter(change -> change.version() > since).forEach(due::add);
        if (due.isEmpty()) {
          if (left <= 0 || closed) {
            return;
          }
          left = changed.awaitNanos(left);
          continue;
        }
        from = due.get(due.size() - 1).version();
      } finally {
        lock.unlock();
      }
      for (Change change : due) {
        Optional<String> event = event(change, path);
        if (event.isPresent()) {
          sink.take(event.get());
        }
      }
    }
  }

  /** An object that a selector no longer finds is deleted to its watcher. */
  private static Optional<String> event(Change change, ResourcePath path) {
    if (!change.resource().equals(path.resource())) {
      return Optional.empty();
    }
    Optional<ObjectNode> before = change.before().filter(path::selects);
    Optional<ObjectNode> after = change.after().filter(path::selects);
    if (before.isEmpty() && after.isEmpty()) {
      return Optional.empty();
    }
    String type = before.isEmpty() ? "ADDED" : after.isEmpty() ? "DELETED" : "MODIFIED";
    ObjectNode object = after.or(change::after).or(() -> before).orElseThrow().deepCopy();
    object.withObject("/metadata").put("resourceVersion", Long.toString(change.version()));
    return Optional.of(event(type, object));
  }

  private static String event(String type, JsonNode object) {
    ObjectNode event = ApiJson.MAPPER.createObjectNode().put("type", type);
    event.set("object", object);
    return event.toString();
  }

  /** Ends all watches. */
  @Override
  public void close() {
    boolean unused = together(() -> closed = true);
  }
}

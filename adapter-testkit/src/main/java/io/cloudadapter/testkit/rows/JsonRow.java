package io.cloudadapter.testkit.rows;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudadapter.api.MachineId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A row in JSON: the element of a list that names the machine, or the object that does where there is no list. */
final class JsonRow implements ReplyRow {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Fields of fields of fields are as deep as any cloud's states are. */
  private static final int DEEPEST = 3;

  private final JsonNode root;
  private final ObjectNode row;
  private final @Nullable ArrayNode list;

  private JsonRow(JsonNode root, ObjectNode row, @Nullable ArrayNode list) {
    this.root = root;
    this.row = row;
    this.list = list;
  }

  static Optional<ReplyRow> in(String text, MachineId machine) {
    try {
      JsonNode root = JSON.readTree(text);
      return find(root, root, null, null, machine).map(ReplyRow.class::cast);
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  /** The first object that has the id as a field; within a list, the element in which it is. */
  private static Optional<JsonRow> find(
      JsonNode root,
      JsonNode at,
      @Nullable ObjectNode element,
      @Nullable ArrayNode list,
      MachineId machine) {
    if (at instanceof ObjectNode object
        && object.properties().stream().anyMatch(field -> names(field.getValue(), machine))) {
      return Optional.of(new JsonRow(root, element == null ? object : element, list));
    }
    for (JsonNode child : at) {
      boolean inList = at instanceof ArrayNode && child instanceof ObjectNode;
      Optional<JsonRow> found = find(
          root,
          child,
          inList ? (ObjectNode) child : element,
          inList ? (ArrayNode) at : list,
          machine);
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  private static boolean names(JsonNode value, MachineId machine) {
    return value.isValueNode() && value.asText("").equals(machine.value());
  }

  @Override
  public String text() {
    return root.toString();
  }

  @Override
  public List<List<String>> fields() {
    List<List<String>> all = new ArrayList<>();
    collect(row, List.of(), all);
    return all;
  }

  private static void collect(ObjectNode object, List<String> path, List<List<String>> all) {
    for (Map.Entry<String, JsonNode> field : object.properties()) {
      List<String> deeper = new ArrayList<>(path);
      deeper.add(field.getKey());
      all.add(List.copyOf(deeper));
      JsonNode value = field.getValue().isArray() ? field.getValue().path(0) : field.getValue();
      if (value instanceof ObjectNode inner && deeper.size() < DEEPEST) {
        collect(inner, deeper, all);
      }
    }
  }

  private Optional<ObjectNode> holder(List<String> field) {
    JsonNode at = row;
    for (String name : field.subList(0, field.size() - 1)) {
      at = at.path(name);
      at = at.isArray() ? at.path(0) : at;
    }
    return at instanceof ObjectNode object && object.has(field.get(field.size() - 1))
        ? Optional.of(object)
        : Optional.empty();
  }

  @Override
  public String held(List<String> field) {
    return holder(field)
        .map(object -> object.path(field.get(field.size() - 1)).toString())
        .orElse("");
  }

  @Override
  public boolean spoil(List<String> field, RowFault fault) {
    Optional<ObjectNode> holder = holder(field);
    if (holder.isEmpty()) {
      return false;
    }
    String name = field.get(field.size() - 1);
    JsonNode value = holder.get().path(name);
    switch (fault) {
      case ABSENT -> holder.get().remove(name);
      case NULL -> holder.get().putNull(name);
      case OTHER_TYPE -> holder.get().set(name, other(value));
      case ODD_TEXT -> {
        if (!value.isTextual()) {
          return false;
        }
        holder.get().put(name, "kit-unknown");
      }
    }
    return true;
  }

  /** What no reader of this field expects. */
  private static JsonNode other(JsonNode value) {
    JsonNodeFactory nodes = JsonNodeFactory.instance;
    return value.isValueNode()
        ? nodes.objectNode().put("kit", true)
        : nodes.textNode("kit-unknown");
  }

  @Override
  public boolean repeat() {
    if (list == null) {
      return false;
    }
    list.add(row.deepCopy());
    return true;
  }
}

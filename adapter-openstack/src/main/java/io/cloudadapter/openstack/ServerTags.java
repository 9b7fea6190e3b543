package io.cloudadapter.openstack;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.openstack.client.ApiRequest;
import io.cloudadapter.openstack.client.OpenStackClient;
import io.cloudadapter.openstack.client.OpenStackErrorClassifier;
import io.cloudadapter.openstack.client.OpenStackResponse;
import io.cloudadapter.openstack.client.ServiceType;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Conflict;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.ErrorScope;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.feature.Adoption;
import io.cloudadapter.spi.feature.Labeling;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Changes marks, which are Nova's tags, and labels, which are its metadata. All tags of a server are written by one
 * request, so none is ever half marked; but Nova has no condition for it, so of two pools that mark one server at the
 * same moment the last one wins.
 */
final class ServerTags implements Adoption, Labeling {
  private static final int MOST_TAGS = 50;
  private static final List<String> MARKS =
      List.of(OwnershipMarks.POOL_TAG, OwnershipMarks.INCARNATION_TAG, OwnershipMarks.KEY_TAG);

  private final OpenStackClient api;

  ServerTags(OpenStackClient api) {
    this.api = api;
  }

  /** A mark as a tag: these have no values of their own. */
  static String written(String name, String value) {
    return name + "=" + value;
  }

  /** The marks among a server's tags, by name; empty if they cannot be read. Of two under one name the first counts. */
  static Optional<Map<String, String>> read(JsonNode tags) {
    if (!tags.isArray()) {
      return Optional.empty();
    }
    Map<String, String> marks = new TreeMap<>();
    for (JsonNode tag : tags) {
      if (!tag.isTextual()) {
        return Optional.empty();
      }
      String text = tag.textValue();
      MARKS.stream()
          .filter(name -> text.startsWith(name + "="))
          .forEach(name -> marks.putIfAbsent(name, text.substring(name.length() + 1)));
    }
    return Optional.of(marks);
  }

  private static boolean isMark(String tag) {
    return MARKS.stream().anyMatch(name -> tag.startsWith(name + "="));
  }

  @Override
  public void mark(MachineId machine, OwnershipMarks marks, CallContext call) {
    api.checkOpen();
    List<String> tags = others(machine, marks, call)
        .orElseThrow(() -> OpenStackErrorClassifier.noMachine(machine.value()));
    marks.toTags().forEach((name, value) -> tags.add(written(name, value)));
    if (!write(machine, tags, call)) {
      throw OpenStackErrorClassifier.noMachine(machine.value());
    }
  }

  @Override
  public void unmark(MachineId machine, OwnershipMarks marks, CallContext call) {
    api.checkOpen();
    Optional<List<String>> tags = others(machine, marks, call);
    if (tags.isPresent()) {
      write(machine, tags.get(), call);
    }
  }

  /** The tags that are no marks of ours; empty if the machine is not there or has ended. */
  private Optional<List<String>> others(MachineId machine, OwnershipMarks marks, CallContext call) {
    Optional<JsonNode> row =
        ServerLister.server(api, machine, call).filter(server -> !ServerParser.isEnded(server));
    if (row.isEmpty()) {
      return Optional.empty();
    }
    Map<String, String> now = read(row.get().path("tags"))
        .orElseThrow(() -> CloudException.of(
                Kind.UNAVAILABLE,
                Effect.NONE,
                "Nova does not show the tags of server " + machine + " just now")
            .scope(ErrorScope.machine())
            .build());
    checkNotForeign(machine, now, marks);
    List<String> others = new ArrayList<>();
    for (JsonNode tag : row.get().path("tags")) {
      if (!isMark(tag.textValue())) {
        others.add(tag.textValue());
      }
    }
    return Optional.of(others);
  }

  private static void checkNotForeign(
      MachineId machine, Map<String, String> now, OwnershipMarks marks) {
    String pool = now.getOrDefault(OwnershipMarks.POOL_TAG, marks.pool().value());
    String incarnation =
        now.getOrDefault(OwnershipMarks.INCARNATION_TAG, marks.incarnation().value());
    if (!pool.equals(marks.pool().value())
        || !incarnation.equals(marks.incarnation().value())) {
      throw CloudException.of(
              Kind.CONFLICT,
              Effect.NONE,
              "server " + machine + " belongs to pool " + pool + ", incarnation " + incarnation)
          .conflict(Conflict.FOREIGN)
          .scope(ErrorScope.machine())
          .build();
    }
  }

  /** Returns false if there is no such machine any more. */
  private boolean write(MachineId machine, List<String> tags, CallContext call) {
    if (tags.size() > MOST_TAGS) {
      throw OpenStackErrorClassifier.invalid("a server of Nova has at most " + MOST_TAGS
          + " tags, three of them the pool's marks, would have " + tags.size());
    }
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    ArrayNode all = body.putArray("tags");
    tags.forEach(all::add);
    return change(machine, "PUT", "/tags", body, call);
  }

  private boolean change(
      MachineId machine, String method, String what, ObjectNode body, CallContext call) {
    ApiRequest request = ApiRequest.write(
        ServiceType.COMPUTE, RequestKind.MARK, method, "/servers/" + machine.value() + what, body);
    OpenStackResponse reply = api.exchange(request, call);
    if (OpenStackErrorClassifier.isNoMachine(reply, machine.value())) {
      return false;
    }
    OpenStackErrorClassifier.expect(200, request, reply);
    return true;
  }

  @Override
  public void label(MachineId machine, Map<String, String> labels, CallContext call) {
    api.checkOpen();
    for (String name : labels.keySet()) {
      if (name.startsWith(OwnershipMarks.RESERVED)) {
        throw OpenStackErrorClassifier.invalid(
            "a label must not begin with " + OwnershipMarks.RESERVED + ", was " + name);
      }
    }
    OpenStackRequestLimits.checkMetadata(labels.size(), labels);
    JsonNode row = ServerLister.server(api, machine, call)
        .filter(server -> !ServerParser.isEnded(server))
        .orElseThrow(() -> OpenStackErrorClassifier.noMachine(machine.value()));
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    labels.forEach(body.putObject("metadata")::put);
    // Adds and changes these, and leaves the rest.
    if (!change(new MachineId(row.path("id").asText("")), "POST", "/metadata", body, call)) {
      throw OpenStackErrorClassifier.noMachine(machine.value());
    }
  }
}

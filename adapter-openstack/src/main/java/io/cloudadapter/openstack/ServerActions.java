package io.cloudadapter.openstack;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.action.Action;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.openstack.client.ApiRequest;
import io.cloudadapter.openstack.client.ErrorBody;
import io.cloudadapter.openstack.client.OpenStackClient;
import io.cloudadapter.openstack.client.OpenStackErrorClassifier;
import io.cloudadapter.openstack.client.OpenStackResponse;
import io.cloudadapter.openstack.client.ServiceType;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.action.ActionToken;
import io.cloudadapter.spi.feature.Reboot;
import io.cloudadapter.spi.feature.Snapshots;
import io.cloudadapter.spi.feature.StartStop;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Acts on servers. Nova sets a server's task before it accepts an action, and removes it when the action is over: so
 * a server without a task has finished what was accepted. Nova has no tokens, and names an action by a request id
 * that only the reply contains: so nothing here is traceable, except that a snapshot carries the action's uid.
 */
final class ServerActions implements Reboot, StartStop, Snapshots {
  private static final String ACTION = OwnershipMarks.RESERVED + "action";
  private static final Set<String> COMING = Set.of("queued", "saving", "uploading", "importing");

  private final OpenStackClient api;

  ServerActions(OpenStackClient api) {
    this.api = api;
  }

  @Override
  public ActionProgress reboot(
      MachineId machine, Action.Mode mode, ActionToken token, CallContext call) {
    JsonNode row = there(machine, call);
    // A hard reboot of Nova's also starts what is stopped.
    if (!ServerParser.status(row).equals("ACTIVE")) {
      throw OpenStackErrorClassifier.busy(machine.value(), "be rebooted", ServerParser.status(row));
    }
    ObjectNode order = order();
    order.putObject("reboot").put("type", mode == Action.Mode.HARD ? "HARD" : "SOFT");
    return ask(machine, order, call);
  }

  @Override
  public ActionProgress start(MachineId machine, ActionToken token, CallContext call) {
    JsonNode row = there(machine, call);
    if (!ServerParser.task(row).isEmpty()) {
      return started(row);
    }
    ObjectNode order = order();
    switch (ServerParser.status(row)) {
      case "SHUTOFF" -> order.putNull("os-start");
      case "PAUSED" -> order.putNull("unpause");
      case "SUSPENDED" -> order.putNull("resume");
      case "SHELVED", "SHELVED_OFFLOADED" -> order.putNull("unshelve");
      case "ACTIVE" -> {
        return ActionProgress.done();
      }
      default ->
        throw OpenStackErrorClassifier.busy(
            machine.value(), "be started", ServerParser.status(row));
    }
    return ask(machine, order, call);
  }

  @Override
  public ActionProgress stop(MachineId machine, ActionToken token, CallContext call) {
    JsonNode row = there(machine, call);
    if (ServerParser.isDown(row) || ServerParser.task(row).equals("powering-off")) {
      return stopped(row);
    }
    ObjectNode order = order();
    order.putNull("os-stop");
    return ask(machine, order, call);
  }

  @Override
  public ActionProgress snapshot(
      MachineId machine, String name, ActionToken token, CallContext call) {
    api.checkOpen();
    JsonNode row = there(machine, call);
    Optional<JsonNode> taken = image(machine, token, call);
    if (taken.isPresent()) {
      return taken(taken.get());
    }
    ObjectNode order = order();
    ObjectNode image = order.putObject("createImage");
    image.put("name", name.isEmpty() ? row.path("name").asText("") + "-" + token.action() : name);
    image.putObject("metadata").put(ACTION, token.action().toString());
    return ask(machine, order, call);
  }

  /** Only to an image that was made of this machine: any other one would be another machine. */
  @Override
  public ActionProgress restore(
      MachineId machine, String snapshot, ActionToken token, CallContext call) {
    there(machine, call);
    Optional<JsonNode> image = OpenStackResourceResolver.isUuid(snapshot)
        ? imageOf(machine, snapshot, call)
        : Optional.empty();
    if (image.isEmpty()) {
      throw CloudException.of(
              Kind.NOT_FOUND, Effect.NONE, "server " + machine + " has no snapshot " + snapshot)
          .build();
    }
    ObjectNode order = order();
    order.putObject("rebuild").put("imageRef", snapshot);
    return ask(machine, order, call);
  }

  private Optional<JsonNode> imageOf(MachineId machine, String snapshot, CallContext call) {
    ApiRequest request = ApiRequest.get(ServiceType.IMAGE, "/images/" + snapshot);
    OpenStackResponse reply = api.exchange(request, call);
    if (reply.status() == 404 && ErrorBody.by(reply).isPresent()) {
      return Optional.empty();
    }
    return Optional.of(OpenStackErrorClassifier.expect(200, request, reply))
        .filter(image -> isOf(machine, image));
  }

  private static boolean isOf(MachineId machine, JsonNode image) {
    return image.path("instance_uuid").asText("").equals(machine.value());
  }

  /** The snapshot that an action has made, if Glance has it. */
  private Optional<JsonNode> image(MachineId machine, ActionToken token, CallContext call) {
    ApiRequest request =
        ApiRequest.get(ServiceType.IMAGE, "/images?" + ACTION + "=" + token.action());
    OpenStackResponse reply = api.exchange(request, call);
    JsonNode images = OpenStackErrorClassifier.expect(200, request, reply).path("images");
    if (!images.isArray()) {
      throw OpenStackErrorClassifier.notUnderstood(request, reply, "images");
    }
    for (JsonNode image : images) {
      boolean ours = image.path(ACTION).asText("").equals(token.action().toString());
      if (ours && isOf(machine, image)) {
        return Optional.of(image);
      }
    }
    return Optional.empty();
  }

  private JsonNode there(MachineId machine, CallContext call) {
    api.checkOpen();
    return ServerLister.server(api, machine, call)
        .filter(row -> !ServerParser.isEnded(row))
        .orElseThrow(() -> OpenStackErrorClassifier.noMachine(machine.value()));
  }

  private static ObjectNode order() {
    return JsonNodeFactory.instance.objectNode();
  }

  private ActionProgress ask(MachineId machine, ObjectNode order, CallContext call) {
    ApiRequest request = ApiRequest.write(
        ServiceType.COMPUTE,
        RequestKind.ACT,
        "POST",
        "/servers/" + machine.value() + "/action",
        order);
    OpenStackResponse reply = api.exchange(request, call);
    if (OpenStackErrorClassifier.isNoMachine(reply, machine.value())) {
      throw OpenStackErrorClassifier.noMachine(machine.value());
    }
    if (reply.status() != 202) {
      throw OpenStackErrorClassifier.of(request, reply);
    }
    return ActionProgress.underWay();
  }

  /** Called for accepted actions. Other changes of the machine meanwhile delay the answer. */
  @Override
  public ActionProgress progress(MachineId machine, ActionToken token, CallContext call) {
    JsonNode row = there(machine, call);
    return switch (token.type()) {
      case "Stop" -> stopped(row);
      case "Start" -> started(row);
      case "Snapshot" ->
        image(machine, token, call)
            .map(ServerActions::taken)
            .orElseGet(() -> ServerParser.task(row).isEmpty()
                ? ActionProgress.notDone()
                : ActionProgress.underWay());
      case "Reboot", "Restore" -> idle(row);
      default -> ActionProgress.unknown();
    };
  }

  private static ActionProgress taken(JsonNode image) {
    String status = image.path("status").asText("");
    if (COMING.contains(status)) {
      return ActionProgress.underWay();
    }
    if (!status.equals("active")) {
      return ActionProgress.failed("the image is " + status);
    }
    Map<String, String> result = new TreeMap<>();
    result.put(SNAPSHOT_ID, image.path("id").asText(""));
    if (image.path("size").isIntegralNumber()) {
      result.put(SIZE_IN_BYTES, image.path("size").asText(""));
    }
    return ActionProgress.done(result);
  }

  private static ActionProgress stopped(JsonNode row) {
    if (!ServerParser.task(row).isEmpty()) {
      return ActionProgress.underWay();
    }
    return ServerParser.isDown(row) ? ActionProgress.done() : ActionProgress.notDone();
  }

  private static ActionProgress started(JsonNode row) {
    if (!ServerParser.task(row).isEmpty()) {
      return ActionProgress.underWay();
    }
    return ServerParser.isDown(row) ? ActionProgress.notDone() : idle(row);
  }

  private static ActionProgress idle(JsonNode row) {
    if (!ServerParser.task(row).isEmpty()) {
      return ActionProgress.underWay();
    }
    return ServerParser.isFailed(row)
        ? ActionProgress.failed("the server is in the state ERROR: "
            + OpenStackResponse.text(row.path("fault"), "message").orElse("Nova gives no reason"))
        : ActionProgress.done();
  }
}

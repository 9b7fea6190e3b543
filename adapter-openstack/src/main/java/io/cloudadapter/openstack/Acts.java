package io.cloudadapter.openstack;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.action.Action;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.spi.ActionToken;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.Marks;
import io.cloudadapter.spi.Reboot;
import io.cloudadapter.spi.Snapshots;
import io.cloudadapter.spi.StartStop;
import io.cloudadapter.spi.Verb;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Acts on servers. Nova sets a server's task before it accepts an action, and takes it off when the action is over: so
 * a server without a task is through with what was accepted. It knows no tokens, and names an action by a request id
 * that only the reply tells: so nothing here is traceable, but a snapshot bears the action's uid.
 */
final class Acts implements Reboot, StartStop, Snapshots {
  private static final String ACTION = Marks.RESERVED + "action";
  private static final Set<String> COMING = Set.of("queued", "saving", "uploading", "importing");

  private final Api api;

  Acts(Api api) {
    this.api = api;
  }

  @Override
  public ActionProgress reboot(
      MachineId machine, Action.Mode mode, ActionToken token, CallContext call) {
    JsonNode row = there(machine, call);
    // A hard reboot of Nova's also starts what is stopped.
    if (!Rows.status(row).equals("ACTIVE")) {
      throw Refusals.busy(machine.value(), "be rebooted", Rows.status(row));
    }
    ObjectNode order = order();
    order.putObject("reboot").put("type", mode == Action.Mode.HARD ? "HARD" : "SOFT");
    return ask(machine, order, call);
  }

  @Override
  public ActionProgress start(MachineId machine, ActionToken token, CallContext call) {
    JsonNode row = there(machine, call);
    if (!Rows.task(row).isEmpty()) {
      return started(row);
    }
    ObjectNode order = order();
    switch (Rows.status(row)) {
      case "SHUTOFF" -> order.putNull("os-start");
      case "PAUSED" -> order.putNull("unpause");
      case "SUSPENDED" -> order.putNull("resume");
      case "SHELVED", "SHELVED_OFFLOADED" -> order.putNull("unshelve");
      case "ACTIVE" -> {
        return ActionProgress.done();
      }
      default -> throw Refusals.busy(machine.value(), "be started", Rows.status(row));
    }
    return ask(machine, order, call);
  }

  @Override
  public ActionProgress stop(MachineId machine, ActionToken token, CallContext call) {
    JsonNode row = there(machine, call);
    if (Rows.isDown(row) || Rows.task(row).equals("powering-off")) {
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
    Optional<JsonNode> image =
        Catalog.isUuid(snapshot) ? imageOf(machine, snapshot, call) : Optional.empty();
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
    Request request = Request.get(Service.IMAGE, "/images/" + snapshot);
    Reply reply = api.exchange(request, call);
    if (reply.status() == 404 && Said.by(reply).isPresent()) {
      return Optional.empty();
    }
    return Optional.of(Refusals.expect(200, request, reply)).filter(image -> isOf(machine, image));
  }

  private static boolean isOf(MachineId machine, JsonNode image) {
    return image.path("instance_uuid").asText("").equals(machine.value());
  }

  /** The snapshot that an action has made, if Glance has it. */
  private Optional<JsonNode> image(MachineId machine, ActionToken token, CallContext call) {
    Request request = Request.get(Service.IMAGE, "/images?" + ACTION + "=" + token.action());
    Reply reply = api.exchange(request, call);
    JsonNode images = Refusals.expect(200, request, reply).path("images");
    if (!images.isArray()) {
      throw Refusals.notUnderstood(request, reply, "images");
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
    return Lists.server(api, machine, call)
        .filter(row -> !Rows.isEnded(row))
        .orElseThrow(() -> Refusals.noMachine(machine.value()));
  }

  private static ObjectNode order() {
    return JsonNodeFactory.instance.objectNode();
  }

  private ActionProgress ask(MachineId machine, ObjectNode order, CallContext call) {
    Request request = Request.write(
        Service.COMPUTE, Verb.ACT, "POST", "/servers/" + machine.value() + "/action", order);
    Reply reply = api.exchange(request, call);
    if (Refusals.isNoMachine(reply, machine.value())) {
      throw Refusals.noMachine(machine.value());
    }
    if (reply.status() != 202) {
      throw Refusals.of(request, reply);
    }
    return ActionProgress.underWay();
  }

  /** Asked of what was accepted. Whatever else happens to the machine meanwhile delays the answer. */
  @Override
  public ActionProgress progress(MachineId machine, ActionToken token, CallContext call) {
    JsonNode row = there(machine, call);
    return switch (token.type()) {
      case "Stop" -> stopped(row);
      case "Start" -> started(row);
      case "Snapshot" ->
        image(machine, token, call)
            .map(Acts::taken)
            .orElseGet(() ->
                Rows.task(row).isEmpty() ? ActionProgress.notDone() : ActionProgress.underWay());
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
    if (!Rows.task(row).isEmpty()) {
      return ActionProgress.underWay();
    }
    return Rows.isDown(row) ? ActionProgress.done() : ActionProgress.notDone();
  }

  private static ActionProgress started(JsonNode row) {
    if (!Rows.task(row).isEmpty()) {
      return ActionProgress.underWay();
    }
    return Rows.isDown(row) ? ActionProgress.notDone() : idle(row);
  }

  private static ActionProgress idle(JsonNode row) {
    if (!Rows.task(row).isEmpty()) {
      return ActionProgress.underWay();
    }
    return Rows.isFailed(row)
        ? ActionProgress.failed("the server is in the state ERROR: "
            + Reply.text(row.path("fault"), "message").orElse("Nova gives no reason"))
        : ActionProgress.done();
  }
}

package io.cloudadapter.server.kube;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.action.Action;
import io.cloudadapter.api.action.ActionRequest;
import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.http.JsonBody;
import io.cloudadapter.server.http.SafeText;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

/**
 * What is posted to a machine's subresource action, in both of its dialects: the specification has {@code actionName}
 * and {@code snapshotLocation}, the implementation {@code operation} and {@code snapshotName}.
 *
 * <p>Of the blocks of parameters only the one of the action's type may have values; others must be empty or zero,
 * because clients in Go cannot leave them out.
 */
final class CustomActionRequest {
  private static final Set<String> TOP =
      Set.of("kind", "apiVersion", "metadata", "actionName", "operation");
  private static final Set<String> METADATA = Set.of(
      "name", "namespace", "uid", "labels", "creationTimestamp", "annotations", "resourceVersion");
  private static final String BLOCK = "Params";

  private CustomActionRequest() {}

  /**
   * What is asked of a machine.
   *
   * @throws HttpError 400 if the body is none, 422 if a value is out of its range
   */
  static ActionRequest read(byte[] body, String pool, MachineId machine) {
    JsonBody fields = JsonBody.read(body, KubeErrors.INSTANCE);
    Set<String> possible = new TreeSet<>(TOP);
    Action.builtIn().forEach(type -> possible.add(ActionResource.block(type, BLOCK)));
    fields.names().stream().filter(name -> name.endsWith(BLOCK)).forEach(possible::add);
    fields.only(possible);
    expect(fields, "kind", "CustomAction");
    expect(fields, "apiVersion", "v1");
    String type = type(fields);
    String block = ActionResource.block(type, BLOCK);
    for (String name : fields.names()) {
      if (!name.endsWith(BLOCK) || name.length() == BLOCK.length()) {
        continue;
      }
      JsonBody given = fields.object(name).orElseThrow();
      if (!name.equals(block) && !blank(given)) {
        throw KubeErrors.invalid(
            name, "the parameters of " + type + " are in " + block + ", there was " + name);
      }
    }
    fields.only(known(fields));
    Optional<JsonBody> parameters = fields.object(block);
    ActionRequest request = request(machine, type, block, parameters);
    return fields
        .object("metadata")
        .map(metadata -> about(request, metadata, pool))
        .orElse(request);
  }

  /** Whether all of its fields are empty, zero or false, as some clients fill in. */
  private static boolean blank(JsonBody block) {
    return block.names().stream()
        .flatMap(name -> block.value(name).stream())
        .allMatch(value -> value.string().filter(String::isEmpty).isPresent()
            || value.integer().filter(number -> number == 0).isPresent()
            || value.flag().filter(truth -> !truth).isPresent());
  }

  private static void expect(JsonBody fields, String name, String value) {
    fields.text(name).filter(given -> !given.equals(value)).ifPresent(given -> {
      throw HttpError.badRequest(
          name + " must be " + value + ", was " + SafeText.quoted(given), "");
    });
  }

  /** A type of ours, as it is spelt: one that is built in may come in any case, others begin in any. */
  private static String type(JsonBody fields) {
    String name = fields.text("actionName").orElse("");
    String operation = fields.text("operation").orElse("");
    if (name.isEmpty() && operation.isEmpty()) {
      throw KubeErrors.invalid(
          "actionName", "one of actionName and operation must name what to do");
    }
    if (!name.isEmpty() && !operation.isEmpty() && !name.equalsIgnoreCase(operation)) {
      throw KubeErrors.invalid(
          "operation",
          "actionName and operation must say the same, were " + SafeText.quoted(name) + " and "
              + SafeText.quoted(operation));
    }
    String given = name.isEmpty() ? operation : name;
    return Action.builtIn().stream()
        .filter(known -> known.equalsIgnoreCase(given))
        .findFirst()
        .orElseGet(() -> given.substring(0, 1).toUpperCase(Locale.ROOT) + given.substring(1));
  }

  private static Set<String> known(JsonBody fields) {
    Set<String> known = new TreeSet<>(TOP);
    Action.builtIn().forEach(builtIn -> known.add(ActionResource.block(builtIn, BLOCK)));
    known.add(ActionResource.block(type(fields), BLOCK));
    return known;
  }

  private static ActionRequest request(
      MachineId machine, String type, String block, Optional<JsonBody> given) {
    Map<String, String> parameters = new LinkedHashMap<>();
    int delay = 0;
    if (given.isPresent()) {
      JsonBody fields = given.get();
      delay = fields
          .number("delayInSeconds", 0, ActionRequest.LONGEST_DELAY.toSeconds())
          .orElse(0);
      for (String name : fields.names()) {
        if (!name.equals("delayInSeconds")) {
          put(parameters, type, name, fields.text(name).orElseThrow(), block);
        }
      }
    }
    try {
      return ActionRequest.of(machine, Action.of(type, parameters))
          .after(Duration.ofSeconds(delay));
    } catch (IllegalArgumentException wrong) {
      throw KubeErrors.invalid(block, block + ": " + wrong.getMessage());
    }
  }

  private static void put(
      Map<String, String> parameters, String type, String name, String value, String block) {
    String ours = switch (type + "." + name) {
      case "Snapshot.snapshotLocation", "Snapshot.snapshotName" -> "name";
      case "Restore.snapshotID" -> "snapshot";
      case "Reboot.mode" -> "mode";
      default -> {
        if (Action.builtIn().contains(type)) {
          throw HttpError.badRequest("unknown field " + SafeText.quoted(block + "." + name), "");
        }
        yield name;
      }
    };
    String before = parameters.get(ours);
    if (before == null || before.isEmpty()) {
      parameters.put(ours, value);
    } else if (!value.isEmpty() && !before.equals(value)) {
      throw KubeErrors.invalid(
          block + "." + name,
          "snapshotLocation and snapshotName must be the same, were " + SafeText.quoted(before)
              + " and " + SafeText.quoted(value));
    }
  }

  /** What the metadata say of the machine must be true of it. */
  private static ActionRequest about(ActionRequest request, JsonBody metadata, String pool) {
    metadata.only(METADATA);
    same(metadata, "name", request.machine().value());
    same(metadata, "namespace", pool);
    try {
      ActionRequest labelled = request.labels(metadata.texts("labels"));
      return metadata
          .text("uid")
          .filter(uid -> !uid.isEmpty())
          .map(uid -> labelled.onlyFor(uid(uid)))
          .orElse(labelled);
    } catch (IllegalArgumentException wrong) {
      throw KubeErrors.invalid("metadata", "metadata: " + wrong.getMessage());
    }
  }

  private static UUID uid(String text) {
    try {
      UUID uid = UUID.fromString(text);
      if (uid.toString().equalsIgnoreCase(text)) {
        return uid;
      }
    } catch (IllegalArgumentException none) {
      // Said below, as for others of another form.
    }
    throw KubeErrors.invalid(
        "metadata.uid",
        "metadata.uid must be a UUID, as an earlier action shows it as podID, was "
            + SafeText.quoted(text));
  }

  private static void same(JsonBody metadata, String name, String value) {
    metadata
        .text(name)
        .filter(given -> !given.isEmpty() && !given.equals(value))
        .ifPresent(given -> {
          throw KubeErrors.invalid(
              "metadata." + name,
              "metadata." + name + " must be that of the path, " + value + ", was "
                  + SafeText.quoted(given));
        });
  }
}

package io.cloudadapter.server.kube;

import java.util.Optional;

/**
 * Explains requests of Kubernetes clients that the server does not support, and names the command or request that
 * does the same.
 */
final class UnsupportedRequests {
  private static final String POOLS_ARE_CONFIGURED =
      "a namespace is a pool, which is added, changed and removed in the configuration of the server";

  /** What to do instead of a request; empty if there is nothing to say beyond that it is not there. */
  Optional<String> instead(String method, String path) {
    if (path.startsWith("/openapi/")) {
      return Optional.of(
          "schemas are at /openapi/v2; GET /openapi.yaml has all operations as YAML");
    }
    return ResourcePath.of(path).flatMap(parts -> instead(method, parts));
  }

  private Optional<String> instead(String method, ResourcePath path) {
    return switch (path.resource()) {
      case "actions", "customactions" -> Optional.of(action(method, path));
      case "pods" -> Optional.of(pod(path));
      case "namespaces", "tenants" -> Optional.of(POOLS_ARE_CONFIGURED);
      default -> Optional.empty();
    };
  }

  private String action(String method, ResourcePath path) {
    boolean all = path.name().isEmpty();
    if (path.resource().equals("customactions")) {
      return asked(path);
    }
    if (path.subresource().equals("scale")) {
      return "actions have no size; the size of " + pool(path) + " is set by: adapter resize SIZE"
          + option(path) + ", or POST " + rest(path) + "/size";
    }
    if (path.subresource().equals("status")) {
      return "the status of an action is written as a whole: PUT " + path.base() + "/namespaces/"
          + namespace(path) + "/actions/" + path.name() + "/status";
    }
    if (!path.subresource().isEmpty()) {
      return "action " + path.name() + " has the subresource status and no other";
    }
    return switch (method) {
      case "POST" -> asked(path);
      case "DELETE" ->
        all
            ? "actions cannot be deleted; the server removes each one some time after its end. "
                + "To cancel an open action: adapter action cancel NAME" + option(path)
            : "action " + path.name()
                + " cannot be deleted; the server removes it some time after its end. To cancel it "
                + "while it is open: adapter action cancel " + path.name() + option(path)
                + ", or POST " + rest(path) + "/actions/" + uid(path) + "/cancel";
      default ->
        "action " + (all ? "NAME" : path.name())
            + " cannot be changed after it is accepted, and neither can its labels and "
            + "annotations. To cancel it: adapter action cancel " + (all ? "NAME" : path.name())
            + option(path) + ", then request another one by POST of a CustomAction to "
            + post(path);
    };
  }

  private static String asked(ResourcePath path) {
    return "request an action at its machine, by POST of a CustomAction to " + post(path)
        + "; with kubectl: kubectl create --raw " + post(path)
        + " -f FILE, where FILE has its JSON";
  }

  private String pod(ResourcePath path) {
    return path.subresource().equals("action")
        ? "request an action by POST of a CustomAction to " + post(path)
        : "machines are not shown as pods; they are shown by: adapter pool" + option(path)
            + ", or GET " + rest(path);
  }

  private static String post(ResourcePath path) {
    String machine = path.resource().equals("pods") ? path.name() : "";
    return path.base() + "/namespaces/" + namespace(path) + "/pods/"
        + (machine.isEmpty() ? "MACHINE" : machine) + "/action";
  }

  private static String namespace(ResourcePath path) {
    return path.namespace().isEmpty() ? "POOL" : path.namespace();
  }

  /** The namespace of clients that name none stands for the default pool, whose name is not for every caller. */
  private static boolean isDefault(ResourcePath path) {
    return namespace(path).equals(KubeRoutes.DEFAULT_NAMESPACE);
  }

  private static String pool(ResourcePath path) {
    return isDefault(path) ? "the default pool" : "pool " + namespace(path);
  }

  private static String option(ResourcePath path) {
    return isDefault(path) ? "" : " --pool " + namespace(path);
  }

  private static String rest(ResourcePath path) {
    return isDefault(path) ? "/pool" : "/pools/" + namespace(path) + "/pool";
  }

  private static String uid(ResourcePath path) {
    return ActionResource.uid(path.name()).map(Object::toString).orElse("UID");
  }
}

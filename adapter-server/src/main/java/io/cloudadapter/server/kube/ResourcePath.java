package io.cloudadapter.server.kube;

import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.http.PathDecoder;
import io.cloudadapter.server.http.SafeText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A path of the core group, {@code /api/v1[/tenants/T][/namespaces/N]/RESOURCE[/NAME[/SUBRESOURCE]]}, taken apart.
 *
 * @param base what comes before the resource or the namespace: {@code /api/v1}, with the tenant if there is one
 * @param namespace the namespace; empty for all of them
 * @param resource the resource, such as actions
 * @param name the object's name; empty for all of them
 * @param subresource what follows the name; possibly empty
 */
record ResourcePath(
    String base, String namespace, String resource, String name, String subresource) {
  private static final int LONGEST = 256;
  private static final String NAMESPACES = "namespaces";

  /** Takes a path apart; empty if it is of no such form. */
  static Optional<ResourcePath> of(String path) {
    List<String> left = new ArrayList<>();
    for (String segment : path.split("/", -1)) {
      left.add(shown(segment));
    }
    if (left.size() < 4 || !left.subList(0, 3).equals(Arrays.asList("", "api", "v1"))) {
      return Optional.empty();
    }
    String base = "/api/v1";
    left = left.subList(3, left.size());
    if (left.get(left.size() - 1).isEmpty()) {
      left = left.subList(0, left.size() - 1);
    }
    if (left.size() > 2 && left.get(0).equals("tenants")) {
      base = base + "/tenants/" + left.get(1);
      left = left.subList(2, left.size());
    }
    String namespace = "";
    if (left.size() > 2 && left.get(0).equals(NAMESPACES)) {
      namespace = left.get(1);
      left = left.subList(2, left.size());
    }
    if (left.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(new ResourcePath(
        base,
        namespace,
        left.get(0),
        left.size() > 1 ? left.get(1) : "",
        left.size() > 2 ? String.join("/", left.subList(2, left.size())) : ""));
  }

  /** Whether some method is supported here, so that "not found" is about what the path names. */
  boolean served() {
    return switch (resource) {
      case "actions" -> !namespace.isEmpty() && List.of("", "status").contains(subresource);
      case "pods" -> !namespace.isEmpty() && subresource.equals("action");
      default -> false;
    };
  }

  /** A segment as it was meant, fit for messages. */
  private static String shown(String segment) {
    try {
      return SafeText.bare(PathDecoder.decode(segment), LONGEST);
    } catch (HttpError undecodable) {
      return SafeText.bare(segment, LONGEST);
    }
  }
}

package io.cloudadapter.server.http;

import io.cloudadapter.server.options.Role;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One line of the route table.
 *
 * @param method GET, POST, PUT, PATCH or DELETE; or OPTIONS, where the answer is more than the list of methods
 * @param template the path; a segment in braces stands for any one segment, and the last one, with three dots
 *     before the closing brace, for all that are left, at least one
 * @param role the least role that may ask; empty for anybody
 * @param lane where the handler runs
 * @param handler answers
 * @param writeQuery what the query of a write may have; that of a read may have anything
 * @param bodyTypes the media types of a body beside JSON
 */
public record HttpRoute(
    String method,
    String template,
    Optional<Role> role,
    ExecutionLane lane,
    Handler handler,
    Set<String> writeQuery,
    Set<String> bodyTypes) {
  /** Their bodies may have user data, and the secrets of hooks. */
  private static final Set<String> CONFIGURATIONS =
      Set.of("/pools/{pool}", "/cloudpools/{pool}/config");

  /** Copies the names. */
  public HttpRoute {
    writeQuery = Set.copyOf(writeQuery);
    bodyTypes = Set.copyOf(bodyTypes);
  }

  /**
   * A line whose writes take no query, and JSON alone.
   *
   * @param method the method
   * @param template the path
   * @param role the least role that may ask; empty for anybody
   * @param lane where the handler runs
   * @param handler answers
   */
  public HttpRoute(
      String method, String template, Optional<Role> role, ExecutionLane lane, Handler handler) {
    this(method, template, role, lane, handler, Set.of(), Set.of());
  }

  /**
   * Whether the route changes something.
   *
   * @return true for all but GET and OPTIONS
   */
  public boolean writes() {
    return !method.equals("GET") && !method.equals("OPTIONS");
  }

  /**
   * Whether its body may hold a credential, which is never logged.
   *
   * @return true if anybody may send one, and where keys are sent
   */
  boolean secret() {
    return writes()
        && (role.isEmpty() || template.contains("/sshKey") || CONFIGURATIONS.contains(template));
  }

  List<String> segments() {
    return Arrays.asList(template.substring(1).split("/", -1));
  }
}

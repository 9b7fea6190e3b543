package io.cloudadapter.server.http;

import io.cloudadapter.server.Role;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * One line of the route table.
 *
 * @param method GET, POST, PUT or DELETE
 * @param template the path; a segment in braces stands for any one segment
 * @param role the least role that may ask; empty for anybody
 * @param lane where the handler runs
 * @param handler answers
 */
public record Route(
    String method, String template, Optional<Role> role, Lane lane, Handler handler) {

  /**
   * Whether the route changes something.
   *
   * @return true for all but GET
   */
  public boolean writes() {
    return !method.equals("GET");
  }

  /**
   * Whether its body may hold a credential, which is never logged.
   *
   * @return true if anybody may send one
   */
  boolean secret() {
    return role.isEmpty() && writes();
  }

  List<String> segments() {
    return Arrays.asList(template.substring(1).split("/", -1));
  }
}

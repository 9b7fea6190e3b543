package io.cloudadapter.server.http;

import io.cloudadapter.server.Role;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * One line of the route table.
 *
 * @param method GET or POST
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
   * @return true for POST
   */
  public boolean writes() {
    return method.equals("POST");
  }

  List<String> segments() {
    return Arrays.asList(template.substring(1).split("/", -1));
  }
}

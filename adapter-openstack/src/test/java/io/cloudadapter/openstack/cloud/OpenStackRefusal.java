package io.cloudadapter.openstack.cloud;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;

/** An error, in the words of the service that refuses. */
final class OpenStackRefusal extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final Map<Integer, String> NOVA = Map.of(
      400, "badRequest",
      403, "forbidden",
      404, "itemNotFound",
      409, "conflictingRequest",
      500, "computeFault");
  private static final Map<Integer, String> TITLES = Map.of(
      400, "Bad Request",
      401, "Unauthorized",
      403, "Forbidden",
      404, "Not Found",
      413, "Request Entity Too Large",
      500, "Internal Server Error");

  final int status;
  final transient ObjectNode body;

  private OpenStackRefusal(int status, ObjectNode body) {
    super(status + " " + body);
    this.status = status;
    this.body = body;
  }

  static OpenStackRefusal nova(int status, String message) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.putObject(NOVA.getOrDefault(status, "computeFault"))
        .put("code", status)
        .put("message", message);
    return new OpenStackRefusal(status, body);
  }

  /** What Keystone says itself, and what stands before each service to look at tokens. */
  static OpenStackRefusal keystone(int status, String message) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.putObject("error")
        .put("code", status)
        .put("title", TITLES.getOrDefault(status, "Error"))
        .put("message", message);
    return new OpenStackRefusal(status, body);
  }

  static OpenStackRefusal neutron(int status, String type, String message) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.putObject("NeutronError").put("type", type).put("message", message).put("detail", "");
    return new OpenStackRefusal(status, body);
  }

  static OpenStackRefusal octavia(int status, String message) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.put("faultcode", status < 500 ? "Client" : "Server").put("faultstring", message);
    return new OpenStackRefusal(status, body.putNull("debuginfo"));
  }

  static OpenStackRefusal zaqar(int status, String title, String description) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    return new OpenStackRefusal(status, body.put("title", title).put("description", description));
  }

  /** Glance, and every middleware before Nova that checks paths. */
  static OpenStackRefusal webob(int status, String message) {
    String title = TITLES.getOrDefault(status, "Error");
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.put("message", message + "<br /><br />\n\n\n");
    body.put("code", status + " " + title).put("title", title);
    return new OpenStackRefusal(status, body);
  }
}

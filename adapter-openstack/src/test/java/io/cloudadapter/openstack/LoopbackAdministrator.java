package io.cloudadapter.openstack;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** What only the administrator of real services may do: each deed logs in, so none is too late. */
final class LoopbackAdministrator {
  /** Where an image's name waits while the name means another one. */
  private static final String ASIDE = "-of-before";

  private final UnaryOperator<String> variables;
  private Optional<String> moved = Optional.empty();
  private Optional<Integer> quota = Optional.empty();
  private boolean full;
  private boolean switched;

  /** @param variables by their names */
  LoopbackAdministrator(UnaryOperator<String> variables) {
    this.variables = variables;
  }

  private String url(String service) {
    return variables.apply("LOOPBACK_" + service + "_URL");
  }

  private String token() {
    String project = "\"name\": \"%s\", \"domain\": {\"id\": \"default\"}"
        .formatted(variables.apply("LOOPBACK_ADMIN_PROJECT"));
    return LoopbackCloud.login(
        variables.apply("OS_AUTH_URL"),
        variables.apply("LOOPBACK_ADMIN_USERNAME"),
        variables.apply("LOOPBACK_ADMIN_PASSWORD"),
        project);
  }

  /** Nova shows user data to administrators only. */
  String userDataOf(String server) {
    String text = LoopbackCloud.ask("GET", url("NOVA") + "/servers/" + server, "", token())
        .path("server")
        .path("OS-EXT-SRV-ATTR:user_data")
        .asText();
    return new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8);
  }

  /** Where all memory is spoken for the scheduler finds no host for a server that Nova has accepted. */
  void fill() {
    full = true;
    reserve(true);
  }

  private void reserve(boolean all) {
    String token = token();
    String providers = url("PLACEMENT") + "/resource_providers";
    for (JsonNode provider :
        LoopbackCloud.ask("GET", providers, "", token).path("resource_providers")) {
      String memory = providers + "/" + provider.path("uuid").asText() + "/inventories/MEMORY_MB";
      ObjectNode inventory = (ObjectNode) LoopbackCloud.ask("GET", memory, "", token);
      inventory.put("reserved", all ? inventory.path("total").asInt() : 0);
      JsonNode unused = LoopbackCloud.ask("PUT", memory, inventory.toString(), token);
    }
  }

  /** How many servers the project may have. */
  void allow(int servers) {
    String token = token();
    String path = url("NOVA") + "/os-quota-sets/" + variables.apply("OS_PROJECT_ID");
    if (quota.isEmpty()) {
      quota = Optional.of(LoopbackCloud.ask("GET", path, "", token)
          .path("quota_set")
          .path("instances")
          .asInt());
    }
    JsonNode unused = LoopbackCloud.ask(
        "PUT",
        path,
        "{\"quota_set\": {\"instances\": %d, \"force\": true}}".formatted(servers),
        token);
  }

  /** Has the name of the one image mean the other one. */
  void moveImage(String name) {
    moved = Optional.of(name);
    rename(variables.apply("LOOPBACK_IMAGE_ID"), name + ASIDE);
    rename(variables.apply("LOOPBACK_IMAGE2_ID"), name);
  }

  private void rename(String image, String name) {
    LoopbackCloud.glance(
        "PATCH",
        url("GLANCE") + "/v2/images/" + image,
        "openstack-images-v2.1-json-patch",
        "[{\"op\": \"replace\", \"path\": \"/name\", \"value\": \"%s\"}]".formatted(name),
        token());
  }

  /** Has the project's name mean the other project, in which its user may work as well by then. */
  void switchProject() {
    switched = true;
    String keystone = variables.apply("OS_AUTH_URL");
    String other = otherProject(variables.apply("LOOPBACK_OTHER_PROJECT"));
    nameProject(variables.apply("OS_PROJECT_ID"), variables.apply("OS_PROJECT_NAME") + ASIDE);
    nameProject(other, variables.apply("OS_PROJECT_NAME"));
    role("PUT", keystone, other);
  }

  private void switchBack() {
    String name = variables.apply("OS_PROJECT_NAME");
    String other = otherProject(name);
    role("DELETE", variables.apply("OS_AUTH_URL"), other);
    nameProject(other, variables.apply("LOOPBACK_OTHER_PROJECT"));
    nameProject(variables.apply("OS_PROJECT_ID"), name);
  }

  private String otherProject(String name) {
    String found = variables.apply("OS_AUTH_URL") + "/projects?name=" + name;
    return LoopbackCloud.ask("GET", found, "", token()).at("/projects/0/id").asText();
  }

  private void nameProject(String project, String name) {
    JsonNode unused = LoopbackCloud.ask(
        "PATCH",
        variables.apply("OS_AUTH_URL") + "/projects/" + project,
        "{\"project\": {\"name\": \"%s\"}}".formatted(name),
        token());
  }

  private void role(String method, String keystone, String project) {
    String token = token();
    String role = LoopbackCloud.ask("GET", keystone + "/roles?name=member", "", token)
        .at("/roles/0/id")
        .asText();
    LoopbackCloud.change(
        method,
        keystone + "/projects/" + project + "/users/" + variables.apply("OS_USER_ID") + "/roles/"
            + role,
        token);
  }

  /** A password that changes takes all tokens with it that it gave; it is the same again afterwards. */
  void revokeTokens() {
    for (String password : new String[] {"another one", variables.apply("OS_PASSWORD")}) {
      JsonNode unused = LoopbackCloud.ask(
          "PATCH",
          variables.apply("OS_AUTH_URL") + "/users/" + variables.apply("OS_USER_ID"),
          "{\"user\": {\"password\": \"%s\"}}".formatted(password),
          token());
    }
  }

  /** Takes back what lasts. */
  void heal() {
    if (full) {
      reserve(false);
      full = false;
    }
    quota.ifPresent(this::allow);
    quota = Optional.empty();
    moved.ifPresent(name -> {
      rename(variables.apply("LOOPBACK_IMAGE2_ID"), name + "-2");
      rename(variables.apply("LOOPBACK_IMAGE_ID"), name);
    });
    moved = Optional.empty();
    if (switched) {
      switchBack();
      switched = false;
    }
  }

  /** What was stopped in the midst may have left it without room, or with names moved. */
  void healAnyway(String image) {
    full = true;
    moved = Optional.of(image);
    String own = variables.apply("OS_AUTH_URL") + "/projects/" + variables.apply("OS_PROJECT_ID");
    switched =
        LoopbackCloud.ask("GET", own, "", token()).at("/project/name").asText().endsWith(ASIDE);
    heal();
  }
}

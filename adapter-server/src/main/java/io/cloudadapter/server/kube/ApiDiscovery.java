package io.cloudadapter.server.kube;

import com.fasterxml.jackson.core.JsonGenerator;
import io.cloudadapter.server.http.HttpReply;
import java.io.IOException;
import java.util.List;

/** The discovery documents of Kubernetes: the versions and the resources of the server. */
final class ApiDiscovery {
  private static final String VERSION = "v1.20.0+cloudadapter";

  private ApiDiscovery() {}

  /** The version of Kubernetes whose ways are followed. */
  static HttpReply version() {
    return HttpReply.json(200, json -> {
      json.writeStartObject();
      json.writeStringField("major", "1");
      json.writeStringField("minor", "20");
      json.writeStringField("gitVersion", VERSION);
      // Clients in Python refuse a version without these.
      for (String field :
          List.of("gitCommit", "gitTreeState", "buildDate", "goVersion", "compiler", "platform")) {
        json.writeStringField(field, "");
      }
      json.writeEndObject();
    });
  }

  static HttpReply core() {
    return HttpReply.json(200, json -> {
      json.writeStartObject();
      json.writeStringField("kind", "APIVersions");
      json.writeArrayFieldStart("versions");
      json.writeString("v1");
      json.writeEndArray();
      json.writeArrayFieldStart("serverAddressByClientCIDRs");
      json.writeEndArray();
      json.writeEndObject();
    });
  }

  static HttpReply groups() {
    return HttpReply.json(200, json -> {
      json.writeStartObject();
      json.writeStringField("kind", "APIGroupList");
      json.writeStringField("apiVersion", "v1");
      json.writeArrayFieldStart("groups");
      for (Group group : List.of(Group.AUTHORIZATION, Group.AUTHENTICATION)) {
        json.writeStartObject();
        group.write(json);
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    });
  }

  /** The group of reviews of access. */
  static HttpReply authorization() {
    return Group.AUTHORIZATION.reply();
  }

  /** The group of the review of who the caller is. */
  static HttpReply authentication() {
    return Group.AUTHENTICATION.reply();
  }

  /**
   * A group of resources.
   *
   * @param name its name
   * @param versions its versions, the preferred one first
   */
  private record Group(String name, List<String> versions) {
    static final Group AUTHORIZATION = new Group(AccessRule.AUTHORIZATION, List.of("v1"));
    static final Group AUTHENTICATION = new Group(AccessRule.AUTHENTICATION, CallerReview.VERSIONS);

    HttpReply reply() {
      return HttpReply.json(200, json -> {
        json.writeStartObject();
        json.writeStringField("kind", "APIGroup");
        json.writeStringField("apiVersion", "v1");
        write(json);
        json.writeEndObject();
      });
    }

    void write(JsonGenerator json) throws IOException {
      json.writeStringField("name", name);
      json.writeArrayFieldStart("versions");
      for (String version : versions) {
        writeVersion(json, version);
      }
      json.writeEndArray();
      json.writeFieldName("preferredVersion");
      writeVersion(json, versions.get(0));
    }

    private void writeVersion(JsonGenerator json, String version) throws IOException {
      json.writeStartObject();
      json.writeStringField("groupVersion", name + "/" + version);
      json.writeStringField("version", version);
      json.writeEndObject();
    }
  }

  static HttpReply resources() {
    return resources(
        "v1",
        List.of(
            new Resource("actions", "action", "Action", true, "ac"),
            new Resource("actions/status", "", "Action", true, ""),
            // Without verbs, so that it is not shown: kubectl create finds where to send it, and
            // what is answered there.
            new Resource("customactions", "customaction", "CustomAction", true, ""),
            new Resource("namespaces", "namespace", "Namespace", false, "ns"),
            new Resource("pods/action", "", "CustomAction", true, "")));
  }

  static HttpReply reviews() {
    return resources(
        AccessRule.AUTHORIZATION + "/v1",
        List.of(
            new Resource(
                "selfsubjectaccessreviews",
                "selfsubjectaccessreview",
                "SelfSubjectAccessReview",
                false,
                ""),
            new Resource(
                "selfsubjectrulesreviews",
                "selfsubjectrulesreview",
                "SelfSubjectRulesReview",
                false,
                "")));
  }

  static HttpReply callers(String version) {
    return resources(
        AccessRule.AUTHENTICATION + "/" + version,
        List.of(new Resource(
            "selfsubjectreviews", "selfsubjectreview", "SelfSubjectReview", false, "")));
  }

  /**
   * A resource.
   *
   * @param name its name, with the subresource
   * @param singular its name in the singular; empty for a subresource
   * @param kind the kind of its objects
   * @param namespaced whether its objects are in namespaces
   * @param shortName a shorter name for it; empty if there is none
   */
  private record Resource(
      String name, String singular, String kind, boolean namespaced, String shortName) {

    List<String> verbs(String group) {
      return AccessRule.ALL.stream()
          .filter(rule -> rule.group().equals(group) && rule.resource().equals(name))
          .flatMap(rule -> rule.verbs().stream())
          .toList();
    }
  }

  private static HttpReply resources(String groupVersion, List<Resource> resources) {
    // The core group has no name.
    String group = groupVersion.substring(0, Math.max(0, groupVersion.indexOf('/')));
    return HttpReply.json(200, json -> {
      json.writeStartObject();
      json.writeStringField("kind", "APIResourceList");
      json.writeStringField("groupVersion", groupVersion);
      json.writeArrayFieldStart("resources");
      for (Resource resource : resources) {
        json.writeStartObject();
        json.writeStringField("name", resource.name());
        json.writeStringField("singularName", resource.singular());
        json.writeBooleanField("namespaced", resource.namespaced());
        json.writeStringField("kind", resource.kind());
        write(json, "verbs", resource.verbs(group));
        if (!resource.shortName().isEmpty()) {
          write(json, "shortNames", List.of(resource.shortName()));
        }
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    });
  }

  private static void write(JsonGenerator json, String name, List<String> texts)
      throws IOException {
    json.writeArrayFieldStart(name);
    for (String text : texts) {
      json.writeString(text);
    }
    json.writeEndArray();
  }

  /** A pool that there is, under the name by which it was asked for. */
  static HttpReply namespace(String name) {
    return HttpReply.json(200, json -> writeNamespace(json, name));
  }

  /** The pools. */
  static HttpReply namespaces(List<String> names) {
    return HttpReply.json(200, json -> {
      json.writeStartObject();
      json.writeStringField("kind", "NamespaceList");
      json.writeStringField("apiVersion", "v1");
      json.writeObjectFieldStart("metadata");
      json.writeEndObject();
      json.writeArrayFieldStart("items");
      for (String name : names) {
        writeNamespace(json, name);
      }
      json.writeEndArray();
      json.writeEndObject();
    });
  }

  private static void writeNamespace(JsonGenerator json, String name) throws IOException {
    json.writeStartObject();
    json.writeStringField("kind", "Namespace");
    json.writeStringField("apiVersion", "v1");
    json.writeObjectFieldStart("metadata");
    json.writeStringField("name", name);
    json.writeEndObject();
    json.writeObjectFieldStart("status");
    json.writeStringField("phase", "Active");
    json.writeEndObject();
    json.writeEndObject();
  }
}

package io.cloudadapter.server.kube;

import com.fasterxml.jackson.core.JsonGenerator;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.server.http.HttpReply;
import java.io.IOException;
import java.util.List;

/** What clients of Kubernetes ask first: which versions there are, and which resources. */
final class Discovery {
  private static final String VERSION = "v1.20.0+cloudadapter";

  private Discovery() {}

  /** The version of Kubernetes whose ways are followed. */
  static HttpReply version() {
    return HttpReply.json(200, json -> {
      json.writeStartObject();
      json.writeStringField("major", "1");
      json.writeStringField("minor", "20");
      json.writeStringField("gitVersion", VERSION);
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
      json.writeEndArray();
      json.writeEndObject();
    });
  }

  static HttpReply resources() {
    return HttpReply.json(200, json -> {
      json.writeStartObject();
      json.writeStringField("kind", "APIResourceList");
      json.writeStringField("groupVersion", "v1");
      json.writeArrayFieldStart("resources");
      resource(json, "actions", "action", "Action", List.of("get", "list", "watch"));
      resource(json, "actions/status", "", "Action", List.of("update"));
      resource(json, "pods/action", "", "CustomAction", List.of("create"));
      json.writeEndArray();
      json.writeEndObject();
    });
  }

  /** A pool that there is. */
  static HttpReply namespace(PoolName pool) {
    return HttpReply.json(200, json -> {
      json.writeStartObject();
      json.writeStringField("kind", "Namespace");
      json.writeStringField("apiVersion", "v1");
      json.writeObjectFieldStart("metadata");
      json.writeStringField("name", pool.value());
      json.writeEndObject();
      json.writeObjectFieldStart("status");
      json.writeStringField("phase", "Active");
      json.writeEndObject();
      json.writeEndObject();
    });
  }

  private static void resource(
      JsonGenerator json, String name, String singular, String kind, List<String> verbs)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("name", name);
    json.writeStringField("singularName", singular);
    json.writeBooleanField("namespaced", true);
    json.writeStringField("kind", kind);
    json.writeArrayFieldStart("verbs");
    for (String verb : verbs) {
      json.writeString(verb);
    }
    json.writeEndArray();
    if (!singular.isEmpty()) {
      json.writeArrayFieldStart("shortNames");
      json.writeString("ac");
      json.writeEndArray();
    }
    json.writeEndObject();
  }
}

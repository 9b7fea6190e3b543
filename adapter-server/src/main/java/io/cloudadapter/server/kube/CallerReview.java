package io.cloudadapter.server.kube;

import io.cloudadapter.server.http.Caller;
import io.cloudadapter.server.http.HttpReply;
import io.cloudadapter.server.http.HttpRequest;
import java.util.List;
import java.util.Locale;

/** Answers who a caller is, as {@code kubectl auth whoami} asks: a SelfSubjectReview, alike in each of its versions. */
final class CallerReview {
  /** The versions, the preferred one first; clients before 1.28 ask for the others. */
  static final List<String> VERSIONS = List.of("v1", "v1beta1", "v1alpha1");

  private static final String KIND = "SelfSubjectReview";

  private CallerReview() {}

  /** The caller's name, and its role as a group. */
  static HttpReply answer(HttpRequest request, String version) {
    String apiVersion = AccessRule.AUTHENTICATION + "/" + version;
    AccessReviews.review(request.body(), KIND, apiVersion);
    Caller caller = request.caller();
    return HttpReply.json(201, json -> {
      json.writeStartObject();
      json.writeStringField("kind", KIND);
      json.writeStringField("apiVersion", apiVersion);
      json.writeObjectFieldStart("metadata");
      json.writeEndObject();
      json.writeObjectFieldStart("status");
      json.writeObjectFieldStart("userInfo");
      json.writeStringField("username", caller.principal());
      json.writeArrayFieldStart("groups");
      json.writeString("cloudadapter:" + caller.role().name().toLowerCase(Locale.ROOT));
      json.writeString("system:authenticated");
      json.writeEndArray();
      json.writeEndObject();
      json.writeEndObject();
      json.writeEndObject();
    });
  }
}

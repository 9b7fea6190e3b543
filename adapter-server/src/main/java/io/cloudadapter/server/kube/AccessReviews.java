package io.cloudadapter.server.kube;

import com.fasterxml.jackson.core.JsonGenerator;
import io.cloudadapter.api.Pools;
import io.cloudadapter.server.http.Caller;
import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.http.HttpReply;
import io.cloudadapter.server.http.HttpRequest;
import io.cloudadapter.server.http.JsonBody;
import io.cloudadapter.server.http.SafeText;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Answers which requests a caller may make, as {@code kubectl auth can-i} asks. */
final class AccessReviews {
  private static final String VERSION = AccessRule.AUTHORIZATION + "/v1";

  private AccessReviews() {}

  /** Whether the caller may do one thing: a SelfSubjectAccessReview. */
  static HttpReply access(HttpRequest request, Pools seen) {
    JsonBody spec = spec(request.body(), "SelfSubjectAccessReview");
    Optional<JsonBody> resource = spec.object("resourceAttributes");
    Optional<JsonBody> path = spec.object("nonResourceAttributes");
    if (resource.isPresent() == path.isPresent()) {
      throw KubeErrors.invalid(
          "spec",
          "exactly one of spec.resourceAttributes and spec.nonResourceAttributes must be there");
    }
    Verdict verdict = resource.isPresent()
        ? resource(resource.get(), request.caller(), seen)
        : path(path.orElseThrow());
    return reply("SelfSubjectAccessReview", spec, json -> {
      json.writeBooleanField("allowed", verdict.allowed());
      json.writeStringField("reason", verdict.reason());
    });
  }

  /** All that the caller may do: a SelfSubjectRulesReview. */
  static HttpReply rules(HttpRequest request) {
    JsonBody spec = spec(request.body(), "SelfSubjectRulesReview");
    List<AccessRule> allowed =
        AccessRule.ALL.stream().filter(rule -> rule.allows(request.caller())).toList();
    return reply("SelfSubjectRulesReview", spec, json -> {
      json.writeArrayFieldStart("resourceRules");
      for (AccessRule rule : allowed) {
        json.writeStartObject();
        write(json, "verbs", rule.verbs());
        write(json, "apiGroups", List.of(rule.group()));
        write(json, "resources", List.of(rule.resource()));
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeArrayFieldStart("nonResourceRules");
      json.writeStartObject();
      write(json, "verbs", List.of("get"));
      write(json, "nonResourceURLs", AccessRule.PATHS);
      json.writeEndObject();
      json.writeEndArray();
      json.writeBooleanField("incomplete", false);
    });
  }

  private record Verdict(boolean allowed, String reason) {}

  /** Fields that are not known pass: newer clients send more, which only narrows what they ask about. */
  private static JsonBody spec(byte[] body, String kind) {
    return review(body, kind, VERSION).required().object("spec").orElseThrow();
  }

  /** A review of a kind and a version, in JSON or in Protocol Buffers. */
  static JsonBody review(byte[] body, String kind, String version) {
    JsonBody review = ReviewProtobuf.is(body)
        ? JsonBody.of(ReviewProtobuf.read(body), KubeErrors.INSTANCE)
        : JsonBody.read(body, KubeErrors.INSTANCE);
    expect(review, "kind", kind);
    expect(review, "apiVersion", version);
    return review;
  }

  private static void expect(JsonBody review, String name, String value) {
    String given = text(review, name);
    if (!given.isEmpty() && !given.equals(value)) {
      throw HttpError.badRequest(
          name + " must be " + value + ", was " + SafeText.quoted(given), "");
    }
  }

  private static String text(JsonBody object, String name) {
    return object.text(name).orElse("");
  }

  private static Verdict resource(JsonBody asked, Caller caller, Pools seen) {
    String sub = text(asked, "subresource");
    String resource = text(asked, "resource") + (sub.isEmpty() ? "" : "/" + sub);
    String group = text(asked, "group");
    String verb = text(asked, "verb");
    String what = SafeText.bare(verb) + " of "
        + SafeText.bare(group.isEmpty() ? resource : resource + "." + group);
    Optional<AccessRule> rule = AccessRule.ALL.stream()
        .filter(known -> known.group().equals(group)
            && known.resource().equals(resource)
            && known.verbs().contains(verb))
        .findFirst();
    if (rule.isEmpty()) {
      return new Verdict(false, what + " is not supported for any role");
    }
    String needed = rule.get().role().name().toLowerCase(Locale.ROOT);
    String namespace = text(asked, "namespace");
    if (!isSeen(namespace, caller, seen)) {
      return new Verdict(
          false, what + " is not allowed, since there is no pool " + SafeText.quoted(namespace));
    }
    return new Verdict(
        rule.get().allows(caller),
        what + " takes role " + needed
            + rule.get().change().map(change -> " and verb " + change.word()).orElse("")
            + ", the caller has role " + caller.role().name().toLowerCase(Locale.ROOT)
            + (caller.scope().isLimited() ? " in a limited scope" : ""));
  }

  /** A caller that sees all pools hears of a pool that does not exist when it asks for it. */
  private static boolean isSeen(String namespace, Caller caller, Pools seen) {
    return namespace.isEmpty()
        || caller.scope().pools().isEmpty()
        || seen.find(namespace).isPresent();
  }

  private static Verdict path(JsonBody asked) {
    String path = text(asked, "path");
    boolean allowed = text(asked, "verb").equals("get") && AccessRule.readable(path);
    return new Verdict(
        allowed, allowed ? "each role may read " + SafeText.bare(path) : "only get of known paths");
  }

  private static void write(JsonGenerator json, String name, List<String> texts)
      throws IOException {
    json.writeArrayFieldStart(name);
    for (String text : texts) {
      json.writeString(text);
    }
    json.writeEndArray();
  }

  private static HttpReply reply(String kind, JsonBody spec, HttpReply.JsonWriter status) {
    return HttpReply.json(201, json -> {
      json.writeStartObject();
      json.writeStringField("kind", kind);
      json.writeStringField("apiVersion", VERSION);
      json.writeObjectFieldStart("metadata");
      json.writeEndObject();
      json.writeFieldName("spec");
      json.writeRawValue(spec.json());
      json.writeObjectFieldStart("status");
      status.write(json);
      json.writeEndObject();
      json.writeEndObject();
    });
  }
}

package io.cloudadapter.kubernetes;

import java.util.Set;

/**
 * Tells replies of an API server from those of a proxy or a login page on the way, by the kind of the object in them.
 */
final class ReplyKind {
  /** The kind of errors, and of the replies to some writes. */
  static final String STATUS = "Status";

  private ReplyKind() {}

  /** Whether a reply is an object of one of these kinds. */
  static boolean isOneOf(ApiServer.Reply reply, Set<String> kinds) {
    return kinds.contains(kind(reply));
  }

  /** Whether a reply is the API server's own error, with a reason. */
  static boolean isError(ApiServer.Reply reply, String reason) {
    return kind(reply).equals(STATUS) && reply.json().path("reason").asText("").equals(reason);
  }

  private static String kind(ApiServer.Reply reply) {
    return reply.json().path("kind").asText("");
  }

  /** What has arrived, for people: nothing of a body but the kind, since it may hold a secret. */
  static String shown(ApiServer.Reply reply) {
    if (!reply.json().isObject()) {
      String type = shortened(reply.http().header("Content-Type").orElse(""));
      return reply.http().body().length + " bytes" + (type.isEmpty() ? "" : " of " + type)
          + " that are no JSON object";
    }
    String kind = shortened(kind(reply));
    return kind.isEmpty() ? "a JSON object without a kind" : "a JSON object of kind " + kind;
  }

  private static String shortened(String text) {
    String plain = text.replaceAll("[^A-Za-z0-9/.+;= -]", "?");
    return plain.length() > 60 ? plain.substring(0, 60) + "…" : plain;
  }
}

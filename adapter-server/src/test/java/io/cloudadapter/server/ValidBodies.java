package io.cloudadapter.server;

/** Right bodies. */
final class ValidBodies {
  private ValidBodies() {}

  /** A right body for the operation whose path ends in a verb; empty if it takes none. */
  static String right(String verb) {
    return switch (verb) {
      case "size" -> "{\"desiredSize\":5}";
      case "terminate", "detach" -> "{\"decrementDesiredSize\":true}";
      case "serviceState" -> "{\"serviceState\":\"IN_SERVICE\"}";
      case "health" -> "{\"verdict\":\"BAD\",\"reason\":\"disk full\"}";
      case "scale" -> "{\"event\":\"out\",\"count\":1}";
      case "load" -> "{\"value\":71.5}";
      case "resize" -> "{\"adjustment_type\":\"EXACT_CAPACITY\",\"number\":4}";
      case "actions" -> "{\"type\":\"Reboot\",\"parameters\":{\"mode\":\"soft\"},\"delay\":10}";
      case "refresh" ->
        "{\"minHealthyPercent\":75,\"checkpoints\":[{\"percent\":20,\"delay\":60}]}";
      case "levels" -> "{\"logger\":\"io.cloudadapter\",\"level\":\"DEBUG\",\"seconds\":60}";
      case "claim" -> "{\"holder\":\"agent-7\",\"lease\":60}";
      case "report" -> "{\"epoch\":3,\"outcome\":\"DONE\"}";
      case "membershipStatus" -> "{\"membershipStatus\":{\"active\":false,\"evictable\":true}}";
      case "protection" -> "{\"protected\":true}";
      case "action" -> "{\"actionName\":\"Reboot\"}";
      case "status" -> "{\"status\":{\"lease\":{\"epoch\":3},\"complete\":true}}";
      case "selfsubjectaccessreviews" ->
        "{\"spec\":{\"resourceAttributes\":{\"verb\":\"get\",\"resource\":\"actions\"}}}";
      case "selfsubjectrulesreviews" -> "{\"spec\":{\"namespace\":\"web\"}}";
      case "selfsubjectreviews" -> "{\"kind\":\"SelfSubjectReview\"}";
      default -> "";
    };
  }
}

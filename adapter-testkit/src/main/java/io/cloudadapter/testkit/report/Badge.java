package io.cloudadapter.testkit.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A certificate in a line.
 *
 * @param label what it is about
 * @param message rules' version, how many of the rules that apply hold, at which tier and where
 * @param color by the result, as shields.io names it
 * @param fill the same for our own picture
 */
public record Badge(String label, String message, String color, String fill) {
  /** Of the letters of a badge, on the average; the picture is stretched to fit anyway. */
  private static final double LETTER = 6.6;

  public static Badge of(Certificate certificate) {
    String message = "MP " + certificate.rules() + " · " + certificate.count(Verdict.PASS) + "/"
        + applying(certificate) + " · " + PageTemplates.words(certificate.tier()) + " · "
        + certificate.mode();
    String label = certificate.isOfChannel() ? "hook channel" : "adapter";
    return switch (certificate.result()) {
      case CERTIFIED ->
        certificate.count(Verdict.PASS) == applying(certificate)
            ? new Badge(label, message, "brightgreen", "#2e7d32")
            : new Badge(label, message, "green", "#4d7a1f");
      case CERTIFIED_WITH_WAIVERS -> new Badge(label, message, "yellowgreen", "#6a7d12");
      case SMOKE_ONLY -> new Badge(label, message, "lightgrey", "#5c6166");
      case INCOMPLETE -> new Badge(label, message, "yellow", "#946200");
      case NOT_CERTIFIED -> new Badge(label, message, "red", "#b3261e");
    };
  }

  /** The rules that could be broken: neither of a feature that is not claimed, nor without any test. */
  static long applying(Certificate certificate) {
    return certificate.rulings().stream()
        .filter(ruling -> ruling.verdict() != Verdict.NOT_CLAIMED)
        .filter(ruling -> ruling.rule().untested().isEmpty())
        .count();
  }

  /** As shields.io reads it from an endpoint. */
  String json() {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("schemaVersion", 1);
    root.put("label", label);
    root.put("message", message);
    root.put("color", color);
    return root.toPrettyString() + "\n";
  }

  /** Returns a picture that depends on no other file. */
  public String svg() {
    int left = width(label);
    int right = width(message);
    int all = left + right;
    String words = HtmlEscaper.text(message);
    return """
        <svg xmlns="http://www.w3.org/2000/svg" width="%1$d" height="20" role="img" aria-label="%6$s: %5$s">
          <title>%6$s: %5$s</title>
          <clipPath id="round"><rect width="%1$d" height="20" rx="3"/></clipPath>
          <g clip-path="url(#round)">
            <rect width="%2$d" height="20" fill="#444"/>
            <rect x="%2$d" width="%3$d" height="20" fill="%4$s"/>
          </g>
          <g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
            <text x="6" y="14" textLength="%7$d">%6$s</text>
            <text x="%8$d" y="14" textLength="%9$d">%5$s</text>
          </g>
        </svg>
        """.formatted(all, left, right, fill, words, label, left - 12, left + 6, right - 12);
  }

  private static int width(String text) {
    return (int) Math.ceil(text.length() * LETTER) + 12;
  }
}

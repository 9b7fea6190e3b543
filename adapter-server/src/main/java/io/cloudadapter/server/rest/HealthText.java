package io.cloudadapter.server.rest;

import io.cloudadapter.server.http.HttpReply;
import io.cloudadapter.server.http.RequestHead;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The health of the server as text, in the form of the API server of Kubernetes: {@code ok}, or with the query
 * {@code verbose} a line for each check, which a failure has in any case.
 */
final class HealthText {
  private static final String TYPE = "text/plain; charset=utf-8";

  private HealthText() {}

  /** Whether a query has the word verbose, with any value or none. */
  static boolean verbose(RequestHead head) {
    return asks(head, "verbose");
  }

  /** Whether a query has a word, with any value or none. */
  static boolean asks(RequestHead head, String word) {
    return Arrays.stream(head.query().orElse("").split("&", -1))
        .anyMatch(pair -> pair.split("=", 2)[0].equals(word));
  }

  /**
   * A check's answer as text. Of a failure it gives no reason, which the answer without {@code verbose} has.
   *
   * @param name the last segment of the path, such as livez
   * @param checked the answer in JSON
   * @param verbose whether a success has its lines, too
   */
  static HttpReply of(String name, HttpReply checked, boolean verbose) {
    boolean fine = checked.status() == 200;
    String check = name.equals("readyz") ? "pools" : "ledger";
    String text;
    if (fine && !verbose) {
      text = "ok";
    } else if (fine) {
      text = "[+]ping ok\n[+]" + check + " ok\n" + name + " check passed\n";
    } else {
      text = "[+]ping ok\n[-]" + check + " failed: reason withheld\n" + name + " check failed\n";
    }
    HttpReply reply = HttpReply.text(TYPE, text);
    String wait = checked.headers().get("Retry-After");
    HttpReply said =
        new HttpReply(checked.status(), reply.headers(), text.getBytes(StandardCharsets.UTF_8));
    return wait == null ? said : said.with("Retry-After", wait);
  }
}

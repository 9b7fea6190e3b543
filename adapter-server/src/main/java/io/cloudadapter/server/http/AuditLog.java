package io.cloudadapter.server.http;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One line per write in the log {@code io.cloudadapter.audit}: who, what, on which pool and machine, with which
 * result. Values from outside are escaped, so that a line stays a line. It never contains credentials, malformed
 * bodies, or more than the beginning of a hook's token in a path.
 */
public final class AuditLog {
  /** The field by which Senlin's clients complete a hook. */
  private static final Pattern TOKEN =
      Pattern.compile("(\"lifecycle_action_token\"\\s*:\\s*\")([^\"]*)");

  private static final Logger LOG = LoggerFactory.getLogger("io.cloudadapter.audit");

  /** An audit log. */
  public AuditLog() {}

  void answered(RequestAdmission admission, byte[] body, HttpReply reply) {
    Optional<HttpRoute> route = admission.route();
    if (route.isEmpty() || !route.get().writes()) {
      return;
    }
    StringBuilder line = new StringBuilder(160);
    line.append("who=").append(admission.caller().map(c -> quoted(c.name())).orElse("unknown"));
    admission.caller().ifPresent(c -> line.append(" role=").append(c.role()));
    line.append(" what=").append(quoted(route.get().method() + " " + route.get().template()));
    new TreeMap<>(admission.parameters())
        .forEach(
            (name, value) -> line.append(' ').append(name).append('=').append(quoted(name, value)));
    if (understood(reply.status()) && body.length > 0 && !route.get().secret()) {
      line.append(" body=").append(quoted(shown(body)));
    }
    if (admission instanceof RequestAdmission.Admitted admitted) {
      admitted.idempotencyKey().ifPresent(key -> line.append(" key=").append(quoted(key)));
    }
    line.append(" status=").append(reply.status());
    line.append(" request=").append(admission.head().id());
    LOG.info("{}", line);
  }

  /** Whether a body passed the checks: then it holds known fields with plain values only. */
  private static boolean understood(int status) {
    return status < 300 || status == 404 || status == 409 || status >= 500;
  }

  /** What was sent, but for hooks' tokens, of which there is the beginning. */
  private static String shown(byte[] body) {
    return TOKEN
        .matcher(new String(body, StandardCharsets.UTF_8))
        .replaceAll(
            found -> Matcher.quoteReplacement(found.group(1) + SafeText.token(found.group(2))));
  }

  private static String quoted(String name, String value) {
    return name.equals("token") ? '"' + SafeText.token(value) + '"' : quoted(value);
  }

  private static String quoted(String text) {
    return '"' + SafeText.bare(text, 128) + '"';
  }
}

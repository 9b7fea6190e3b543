package io.cloudadapter.testkit.wire;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The values in the reply to a login that could be credentials: of any header and any field of the body, as long as
 * they are not plainly something else, such as a date, an address or a word.
 */
final class GrantedCredentials {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  /** What is shorter stands in many texts by chance. */
  private static final int SHORTEST = 8;

  /** A text of letters alone that is shorter is a word or a name. */
  private static final int LONGEST_WORD = 20;

  private static final Pattern NAMES = Pattern.compile("[A-Za-z]+([ ._-][A-Za-z]+)*");
  private static final Pattern NUMBERS = Pattern.compile("[-+0-9.:/ ]+");
  private static final Pattern TIME = Pattern.compile("\\d{4}-\\d\\d-\\d\\d[T ].*");
  private static final Pattern DAY = Pattern.compile("[A-Z][a-z]{2}, \\d\\d .* GMT");
  private static final Pattern ADDRESS = Pattern.compile("[a-z][a-z0-9+.-]*://.*");
  private static final Pattern IN_MARKUP = Pattern.compile(">([^<>]+)<|=\"([^\"]+)\"");
  private static final Pattern NAMED = Pattern.compile("=[^=]");
  private static final Pattern SEPARATORS = Pattern.compile("[\\s;,&?]+");

  private final Set<String> all = new LinkedHashSet<>();
  private final String asked;

  private GrantedCredentials(RecordedExchange login) {
    this.asked = login.target() + " " + login.text();
  }

  /** Those in the reply; none without one. */
  static Set<String> of(RecordedExchange login) {
    GrantedCredentials found = new GrantedCredentials(login);
    login.reply().ifPresent(found::read);
    return found.all;
  }

  private void read(ProxyReply reply) {
    reply.headers().forEach((name, values) -> {
      if (!Headers.isPublic(name)) {
        // Of a new cookie, what follows its value is how to keep it.
        boolean cookie = name.equalsIgnoreCase("set-cookie");
        values.forEach(value -> add(name, cookie ? value.split(";", 2)[0] : value));
      }
    });
    readBody(reply.text());
  }

  private void readBody(String body) {
    try {
      readJson("", JSON.readTree(body.getBytes(StandardCharsets.UTF_8)));
    } catch (IOException noJson) {
      Matcher values = IN_MARKUP.matcher(body);
      boolean markup = body.stripLeading().startsWith("<");
      while (markup && values.find()) {
        add("", values.group(1) == null ? values.group(2) : values.group(1));
      }
      if (!markup) {
        add("", body);
      }
    }
  }

  private void readJson(String name, JsonNode node) {
    if (node.isObject()) {
      for (Map.Entry<String, JsonNode> field : node.properties()) {
        readJson(field.getKey(), field.getValue());
      }
    } else if (node.isArray()) {
      node.forEach(one -> readJson(name, one));
    } else if (node.isTextual()) {
      add(name, node.textValue());
    }
  }

  /** A value as a whole, and each part of it that has a name of its own, as in a cookie. */
  private void add(String name, String value) {
    String text = value.strip();
    if (ADDRESS.matcher(text).matches()) {
      int query = Math.max(text.indexOf('?'), text.indexOf('#'));
      text = query < 0 ? "" : text.substring(query + 1);
    }
    boolean one = !SEPARATORS.matcher(text).find() && !NAMED.matcher(text).find();
    if (one && could(name, text)) {
      all.add(text);
    }
    for (String part : SEPARATORS.split(text, -1)) {
      int equals = NAMED.matcher(part).find() ? part.indexOf('=') : -1;
      String inner = part.substring(equals + 1).replace("\"", "");
      String innerName = equals < 0 ? name : part.substring(0, equals);
      if (could(innerName, inner)) {
        all.add(inner);
      }
    }
  }

  /** What the login has sent itself is no news, unless it has the name of a credential. */
  private boolean could(String name, String text) {
    if (text.length() < SHORTEST) {
      return false;
    }
    boolean plain = NUMBERS.matcher(text).matches()
        || TIME.matcher(text).matches()
        || DAY.matcher(text).matches()
        || ADDRESS.matcher(text).matches()
        || (NAMES.matcher(text).matches() && text.length() < LONGEST_WORD);
    return SeenCredentials.namedBy(name)
        ? !TIME.matcher(text).matches()
        : !plain && !asked.contains(text);
  }
}

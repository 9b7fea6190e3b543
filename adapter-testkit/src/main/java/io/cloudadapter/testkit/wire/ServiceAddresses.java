package io.cloudadapter.testkit.wire;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which address of the fault proxy stands for which service of the cloud, in one kind of listener. Replies are
 * rewritten by it, so that a catalogue leads back through the fault proxy.
 *
 * @param entries what to look for, and what to put in its place
 */
record ServiceAddresses(List<Entry> entries) {
  private static final Predicate<String> TEXTUAL =
      Pattern.compile("(?i)text/.*|.*(json|xml|yaml).*").asMatchPredicate();

  record Entry(Pattern cloud, String wire) {}

  static ServiceAddresses none() {
    return new ServiceAddresses(List.of());
  }

  ServiceAddresses with(URI origin, URI wire) {
    List<Entry> more = new ArrayList<>(entries);
    boolean usual = origin.getPort() == (origin.getScheme().equals("https") ? 443 : 80);
    String address = origin.toString();
    String host = address.substring(0, address.lastIndexOf(':'));
    String port = address.substring(address.lastIndexOf(':'));
    for (String slash : List.of("/", "\\/")) {
      String start = Pattern.quote(host.replace("/", slash));
      Pattern cloud = Pattern.compile(
          start + (usual ? "(?:" + port + ")?" : port) + "(?!:?[a-z0-9-]|\\.[a-z0-9])",
          Pattern.CASE_INSENSITIVE);
      more.add(new Entry(cloud, Matcher.quoteReplacement(wire.toString().replace("/", slash))));
    }
    return new ServiceAddresses(List.copyOf(more));
  }

  ScriptedReply rewritten(ScriptedReply answer) {
    ProxyReply reply = answer.reply();
    Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    reply
        .headers()
        .forEach((name, values) ->
            headers.put(name, values.stream().map(this::rewritten).toList()));
    byte[] body = textual(reply) ? rewritten(reply.body()) : reply.body();
    return new ScriptedReply(new ProxyReply(reply.status(), headers, body), answer.chunked());
  }

  private static boolean textual(ProxyReply reply) {
    return reply.header("Content-Encoding").isEmpty()
        && reply.header("Content-Type").map(TEXTUAL::test).orElse(true);
  }

  /** Latin-1 keeps every byte as it is, and addresses are ASCII. */
  private byte[] rewritten(byte[] body) {
    return rewritten(new String(body, StandardCharsets.ISO_8859_1))
        .getBytes(StandardCharsets.ISO_8859_1);
  }

  private String rewritten(String text) {
    String rewritten = text;
    for (Entry entry : entries) {
      rewritten = entry.cloud().matcher(rewritten).replaceAll(entry.wire());
    }
    return rewritten;
  }
}

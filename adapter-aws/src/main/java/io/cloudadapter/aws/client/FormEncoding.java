package io.cloudadapter.aws.client;

import com.google.common.collect.ListMultimap;
import com.google.common.collect.MultimapBuilder;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Names with values, some with several, as a line of text: {@code v=1&zone=eu-north-1a}. Always in one order, so that
 * what is the same is written the same.
 */
public final class FormEncoding {
  private final ListMultimap<String, String> values =
      MultimapBuilder.treeKeys().arrayListValues().build();

  public FormEncoding put(String name, String value) {
    values.put(name, value);
    return this;
  }

  public FormEncoding put(String name, Optional<String> value) {
    value.ifPresent(text -> put(name, text));
    return this;
  }

  /** Each as {@code prefix.name}. */
  public FormEncoding putAll(String prefix, Map<String, String> items) {
    items.forEach((name, value) -> put(prefix + "." + name, value));
    return this;
  }

  public Optional<String> get(String name) {
    return all(name).stream().findFirst();
  }

  public List<String> all(String name) {
    return List.copyOf(values.get(name));
  }

  /** What was put by {@link #putAll}. */
  public Map<String, String> under(String prefix) {
    Map<String, String> items = new TreeMap<>();
    values.asMap().keySet().forEach(name -> {
      if (name.startsWith(prefix + ".")) {
        items.put(name.substring(prefix.length() + 1), values.get(name).get(0));
      }
    });
    return items;
  }

  public String text() {
    return values.entries().stream()
        .map(item -> pair(item.getKey(), item.getValue()))
        .collect(Collectors.joining("&"));
  }

  private static String pair(String name, String value) {
    return URLEncoder.encode(name, StandardCharsets.UTF_8) + "="
        + URLEncoder.encode(value, StandardCharsets.UTF_8);
  }

  /**
   * Reads what {@link #text} has written.
   *
   * @throws IllegalArgumentException if it has not
   */
  public static FormEncoding of(String text) {
    FormEncoding form = new FormEncoding();
    for (String pair : text.split("&", -1)) {
      int equals = pair.indexOf('=');
      if (equals < 0) {
        throw new IllegalArgumentException("a name without a value");
      }
      form.put(
          URLDecoder.decode(pair.substring(0, equals), StandardCharsets.UTF_8),
          URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
    }
    return form;
  }
}

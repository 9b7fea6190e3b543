package io.cloudadapter.aws.cloud;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Writes a document, element by element. */
final class Xml {
  private final StringBuilder text = new StringBuilder();

  Xml open(String name) {
    text.append('<').append(name).append('>');
    return this;
  }

  Xml close(String name) {
    text.append("</").append(name).append('>');
    return this;
  }

  Xml put(String name, @Nullable Object value) {
    return value == null ? this : open(name).write(value.toString()).close(name);
  }

  Xml put(String name, Optional<?> value) {
    value.ifPresent(each -> put(name, each));
    return this;
  }

  private Xml write(String value) {
    text.append(value
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\r", "&#13;"));
    return this;
  }

  Xml tags(Map<String, String> tags) {
    open("tagSet");
    tags.forEach(
        (name, value) -> open("item").put("key", name).put("value", value).close("item"));
    return close("tagSet");
  }

  @Override
  public String toString() {
    return text.toString();
  }
}

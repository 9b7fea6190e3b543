package io.cloudadapter.aws.cloud;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Writes a document, element by element. */
final class XmlWriter {
  private final StringBuilder text = new StringBuilder();

  XmlWriter open(String name) {
    text.append('<').append(name).append('>');
    return this;
  }

  XmlWriter close(String name) {
    text.append("</").append(name).append('>');
    return this;
  }

  XmlWriter put(String name, @Nullable Object value) {
    return value == null ? this : open(name).write(value.toString()).close(name);
  }

  XmlWriter put(String name, Optional<?> value) {
    value.ifPresent(each -> put(name, each));
    return this;
  }

  private XmlWriter write(String value) {
    text.append(value
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\r", "&#13;"));
    return this;
  }

  XmlWriter tags(Map<String, String> tags) {
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

package io.cloudadapter.client.message;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;

/** Makes the fields of a message: texts, numbers, flags, lists and maps in the form that goes over the wire. */
public final class MessageFields {
  private MessageFields() {}

  /**
   * Fields in the order given.
   *
   * @param namesAndValues name, value, name, value, …; an empty optional leaves its field out
   */
  public static Map<String, Object> of(Object... namesAndValues) {
    Map<String, Object> fields = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      String name = (String) namesAndValues[i];
      plain(namesAndValues[i + 1]).ifPresent(value -> fields.put(name, value));
    }
    return fields;
  }

  private static Optional<Object> plain(Object value) {
    if (value instanceof Optional<?> optional) {
      return optional.flatMap(MessageFields::plain);
    }
    if (value instanceof OptionalInt number) {
      return number.isPresent() ? Optional.of(number.getAsInt()) : Optional.empty();
    }
    if (value instanceof OptionalLong number) {
      return number.isPresent() ? Optional.of(number.getAsLong()) : Optional.empty();
    }
    if (value instanceof Instant instant) {
      return Optional.of(Timestamps.format(instant));
    }
    boolean json = value instanceof Number
        || value instanceof Boolean
        || value instanceof Iterable
        || value instanceof Map;
    return Optional.of(json ? value : value.toString());
  }

  /** A list of messages, each made when it is written. */
  static <T> Iterable<Object> each(List<T> all, Function<? super T, ?> message) {
    return () -> all.stream().<Object>map(message).iterator();
  }
}

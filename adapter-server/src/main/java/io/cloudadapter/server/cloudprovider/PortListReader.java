package io.cloudadapter.server.cloudprovider;

import io.cloudadapter.api.cloud.Listener;
import io.cloudadapter.api.cloud.Listener.Protocol;
import io.cloudadapter.server.http.JsonBody;
import io.cloudadapter.server.http.JsonValue;
import io.cloudadapter.server.http.SafeText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads the list of ports in a body, as listeners. Traffic goes to the node port of each host; without one to the
 * target port, and without that to the port itself.
 *
 * <p>Equal entries count once unless strict: the client's own test sends such. Several ports need different names;
 * different ports with one name are always refused, ports without names only if strict.
 */
final class PortListReader {
  private static final int MOST = 65535;
  private static final String OPTIONAL_PORT =
      "a whole number from 1 to " + MOST + ", or 0 if there is none";

  private final CloudproviderFaults faults;
  private final Set<Protocol> spoken;
  private final boolean strict;

  PortListReader(CloudproviderFaults faults, Set<Protocol> spoken, boolean strict) {
    this.faults = faults;
    this.spoken = spoken;
    this.strict = strict;
  }

  List<Listener> of(JsonBody body) {
    List<JsonBody> items = body.objects("ports");
    List<Listener> listeners = new ArrayList<>();
    Map<String, Listener> names = new HashMap<>();
    Map<String, Listener> places = new HashMap<>();
    for (JsonBody item : items) {
      Optional<Listener> read = listener(item);
      if (read.isEmpty()) {
        continue;
      }
      Listener listener = read.get();
      if (listeners.contains(listener) && !strict) {
        continue;
      }
      boolean unnamed = listener.name().isEmpty() && !faults.has(item.at("name"));
      if (unnamed && items.size() > 1 && strict) {
        faults.missing(item.at("name"), "a text");
      }
      if (!listener.name().isEmpty() && names.put(listener.name(), listener) != null) {
        faults.duplicate(item.at("name"), "is the name of another port: " + listener.name());
      }
      String place = listener.protocol() + " " + listener.port();
      if (places.put(place, listener) != null) {
        faults.duplicate(item.at("port"), "is taken by another port: " + place);
      }
      listeners.add(listener);
    }
    return listeners;
  }

  private Optional<Listener> listener(JsonBody item) {
    String name = item.text("name").orElse("");
    if (name.length() > 256 || name.chars().anyMatch(Character::isISOControl)) {
      faults.invalid(
          item.at("name"),
          "must be at most 256 printable characters, was " + SafeText.quoted(name));
      return Optional.empty();
    }
    Optional<Protocol> protocol = protocol(item);
    int port = item.required().number("port", 1, MOST).orElse(0);
    int nodePort = item.number("nodePort", 0, MOST, OPTIONAL_PORT).orElse(0);
    int target = nodePort != 0 ? nodePort : target(item, port);
    return protocol.isEmpty() || port == 0 || target == 0
        ? Optional.empty()
        : Optional.of(new Listener(name, protocol.get(), port, target));
  }

  /** A name is resolved inside a pod, where no load balancer can look. */
  private int target(JsonBody item, int port) {
    Optional<String> text = item.value("targetPort").flatMap(JsonValue::string);
    if (text.isEmpty()) {
      int target = item.number("targetPort", 0, MOST, OPTIONAL_PORT).orElse(0);
      return target == 0 ? port : target;
    }
    if (text.get().isEmpty()) {
      return port;
    }
    int number = text.get().matches("[0-9]{1,5}") ? Integer.parseInt(text.get()) : 0;
    if (number < 1 || number > MOST) {
      faults.invalid(
          item.at("targetPort"),
          "must be a whole number from 1 to " + MOST + " unless there is a nodePort, was "
              + SafeText.quoted(text.get()));
      return 0;
    }
    return number;
  }

  private Optional<Protocol> protocol(JsonBody item) {
    String text = item.text("protocol").orElse("");
    Optional<Protocol> protocol = switch (text) {
      case "", "TCP" -> Optional.of(Protocol.TCP);
      case "UDP" -> Optional.of(Protocol.UDP);
      default -> Optional.empty();
    };
    if (protocol.isEmpty()) {
      faults.unsupported(item.at("protocol"), "must be TCP or UDP, was " + SafeText.quoted(text));
    } else if (!spoken.contains(protocol.get())) {
      faults.unsupported(item.at("protocol"), "is not spoken by this cloud: " + protocol.get());
      return Optional.empty();
    }
    return protocol;
  }
}

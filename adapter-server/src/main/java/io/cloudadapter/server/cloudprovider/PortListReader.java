package io.cloudadapter.server.cloudprovider;

import io.cloudadapter.api.cloud.Listener;
import io.cloudadapter.api.cloud.Listener.Protocol;
import io.cloudadapter.server.http.SafeText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The list of ports in a body, as listeners. Traffic goes to the node port of each host; without one to the
 * target port, without that to the port itself.
 *
 * <p>Entries that are equal count once unless strict: the client's own test sends such. Several ports want
 * different names; different ports under one name are refused always, ports without names if strict.
 */
final class PortListReader {
  private static final int MOST = 65535;

  private final Set<Protocol> spoken;
  private final boolean strict;

  PortListReader(Set<Protocol> spoken, boolean strict) {
    this.spoken = spoken;
    this.strict = strict;
  }

  List<Listener> of(CloudproviderJsonReader body) {
    List<CloudproviderJsonReader> items = body.list("ports");
    List<Listener> listeners = new ArrayList<>();
    Map<String, Listener> names = new HashMap<>();
    Map<String, Listener> places = new HashMap<>();
    for (CloudproviderJsonReader item : items) {
      Optional<Listener> read = listener(item);
      if (read.isEmpty()) {
        continue;
      }
      Listener listener = read.get();
      if (listeners.contains(listener) && !strict) {
        continue;
      }
      if (listener.name().isEmpty() && items.size() > 1 && strict) {
        item.required("name");
      }
      if (!listener.name().isEmpty() && names.put(listener.name(), listener) != null) {
        item.duplicate("name", "is the name of another port: " + listener.name());
      }
      String place = listener.protocol() + " " + listener.port();
      if (places.put(place, listener) != null) {
        item.duplicate("port", "is taken by another port: " + place);
      }
      listeners.add(listener);
    }
    return listeners;
  }

  private Optional<Listener> listener(CloudproviderJsonReader item) {
    String name = item.text("name");
    if (name.length() > 256 || name.chars().anyMatch(Character::isISOControl)) {
      item.invalid(
          "name", "must be at most 256 printable characters, was " + SafeText.quoted(name));
      return Optional.empty();
    }
    Optional<Protocol> protocol = protocol(item);
    int port = item.number("port", MOST);
    int nodePort = item.number("nodePort", MOST);
    int target = nodePort != 0 ? nodePort : target(item, port);
    if (port == 0 && !item.isWrong("port")) {
      item.invalid("port", "must be 1 to " + MOST + ", was 0");
    }
    return protocol.isEmpty() || port == 0 || target == 0
        ? Optional.empty()
        : Optional.of(new Listener(name, protocol.get(), port, target));
  }

  /** A name is resolved inside a pod, where no load balancer can look. */
  private static int target(CloudproviderJsonReader item, int port) {
    if (!item.isText("targetPort")) {
      int target = item.number("targetPort", MOST);
      return target == 0 ? port : target;
    }
    String text = item.text("targetPort");
    if (text.isEmpty()) {
      return port;
    }
    int number = text.matches("[0-9]{1,5}") ? Integer.parseInt(text) : 0;
    if (number < 1 || number > MOST) {
      item.invalid(
          "targetPort",
          "must be a number, 1 to " + MOST + ", unless there is a nodePort, was "
              + SafeText.quoted(text));
      return 0;
    }
    return number;
  }

  private Optional<Protocol> protocol(CloudproviderJsonReader item) {
    String text = item.text("protocol");
    Optional<Protocol> protocol = switch (text) {
      case "", "TCP" -> Optional.of(Protocol.TCP);
      case "UDP" -> Optional.of(Protocol.UDP);
      default -> Optional.empty();
    };
    if (protocol.isEmpty()) {
      item.unsupported("protocol", "must be TCP or UDP, was " + SafeText.quoted(text));
    } else if (!spoken.contains(protocol.get())) {
      item.unsupported("protocol", "is not spoken by this cloud: " + protocol.get());
      return Optional.empty();
    }
    return protocol;
  }
}

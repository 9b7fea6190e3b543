package io.cloudadapter.server.cloudprovider;

import io.cloudadapter.server.http.JsonBody;
import io.cloudadapter.server.http.SafeText;
import java.util.ArrayList;
import java.util.List;

/** Reads the list of hosts in a body. */
final class HostListReader {
  private HostListReader() {}

  /** Reads the names of hosts. Null is an empty list; a body without hosts must not remove all of them. */
  static List<String> of(JsonBody body, CloudproviderFaults faults) {
    if (!body.has("hosts")) {
      faults.invalid("hosts", "is required; null or [] for none");
    }
    List<String> hosts = new ArrayList<>();
    for (JsonBody host : body.objects("hosts")) {
      String name = faults.required(host, "hostname");
      if (name.length() > 256 || name.chars().anyMatch(Character::isISOControl)) {
        faults.invalid(
            host.at("hostname"),
            "must be 1 to 256 printable characters, was " + SafeText.quoted(name));
      }
      hosts.add(name);
    }
    return hosts;
  }
}

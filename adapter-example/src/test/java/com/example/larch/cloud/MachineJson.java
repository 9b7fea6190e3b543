package com.example.larch.cloud;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.TreeMap;

/** Machines as Larch writes them. */
final class MachineJson {
  private MachineJson() {}

  /** A machine and the version of its tags. */
  record Tagged(ObjectNode row, String version) {}

  static Tagged tagged(FakeMachine vm, FakeMachine.Phase phase) {
    return new Tagged(of(vm, phase), "\"" + phase.version() + '"');
  }

  static ObjectNode of(FakeMachine vm, FakeMachine.Phase phase) {
    ObjectNode row = JsonNodeFactory.instance.objectNode();
    row.put("id", vm.id);
    row.put("state", phase.state());
    row.put("zone", vm.zone);
    row.put("size", vm.size);
    row.put("image", vm.image);
    row.put("spot", vm.spot);
    ObjectNode tags = row.putObject("tags");
    new TreeMap<>(phase.tags()).forEach(tags::put);
    row.put("createdAt", vm.created.toString());
    publicIps(row.putArray("publicIps"), vm, phase);
    row.putArray("privateIps").add("10.0." + vm.number / 250 % 250 + "." + vm.number % 250);
    phase
        .failure()
        .ifPresent(code -> row.putObject("failure")
            .put("code", code)
            .put("message", "the machine could not be made"));
    return row;
  }

  /** A stop gives the IPv4 address back, and the next start brings another one. */
  private static void publicIps(ArrayNode ips, FakeMachine vm, FakeMachine.Phase phase) {
    if (!phase.state().equals("STOPPED")) {
      String net = phase.starts() % 2 == 0 ? "203.0.113." : "198.51.100.";
      ips.add(net + vm.number % 250);
    }
    ips.add("2001:db8::" + Integer.toHexString(vm.number));
  }
}

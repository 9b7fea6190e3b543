package io.cloudadapter.cli.client;

import io.cloudadapter.api.cloud.Instance;
import io.cloudadapter.api.cloud.NodeAddress;
import io.cloudadapter.api.cloud.Zone;
import io.cloudadapter.cli.terminal.Terminal;
import io.cloudadapter.cli.terminal.TextTable;
import io.cloudadapter.client.RemoteCloud;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command that shows the machines of the account, also those that no pool owns. */
@Command(name = "instances", description = "Shows all machines of the account.")
public final class InstancesCommand extends ClientCommand.Read {
  @Parameters(
      paramLabel = "EXPRESSION",
      arity = "0..1",
      defaultValue = "",
      description = "A regular expression that matches a part of the name.")
  private String expression = "";

  public InstancesCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  void run() {
    RemoteCloud cloud = pools().cloud();
    List<Instance> all = new ArrayList<>();
    for (String name : cloud.instances(expression)) {
      // One may have ended since.
      cloud.instance(name).ifPresent(all::add);
    }
    if (structured()) {
      show(all.stream().map(InstancesCommand::fields).toList());
      return;
    }
    TextTable table = new TextTable("INSTANCE", "SIZE", "ZONE", "REGION", "STATE", "ADDRESSES");
    for (Instance instance : all) {
      table.row(
          instance.name(),
          instance.size().orElse("-"),
          instance.zone().map(Zone::name).orElse("-"),
          instance.zone().map(Zone::region).orElse("-"),
          instance.shutDown() ? "stopped" : "running",
          String.join(",", ips(instance)));
    }
    print(table);
  }

  private static List<String> ips(Instance instance) {
    return instance.addresses().stream()
        .filter(address -> switch (address.kind()) {
          case INTERNAL_IP, EXTERNAL_IP -> true;
          case HOST_NAME, INTERNAL_DNS, EXTERNAL_DNS -> false;
        })
        .map(NodeAddress::address)
        .toList();
  }

  private static Map<String, Object> fields(Instance instance) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("name", instance.name());
    fields.put("id", instance.id().value());
    fields.put("hostName", instance.hostName());
    fields.put("shutDown", instance.shutDown());
    instance.size().ifPresent(size -> fields.put("size", size));
    instance.zone().ifPresent(zone -> {
      fields.put("zone", zone.name());
      fields.put("region", zone.region());
    });
    fields.put("ips", ips(instance));
    return fields;
  }
}

package io.cloudadapter.cli;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.cloud.Instance;
import io.cloudadapter.api.cloud.LoadBalancer.Ingress;
import io.cloudadapter.api.cloud.NodeAddress;
import io.cloudadapter.api.cloud.Route;
import io.cloudadapter.api.cloud.Zone;
import io.cloudadapter.client.RemoteCloud;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows what the server's account has beside the machines of pools. */
final class CloudCommands {
  private CloudCommands() {}

  /** Machines, whoever made them. */
  @Command(name = "instances", description = "Shows machines of the account, whoever made them.")
  static final class Instances extends ClientCommand {
    @Parameters(
        paramLabel = "EXPRESSION",
        arity = "0..1",
        defaultValue = "",
        description = "A regular expression to be found in the name.")
    private String expression = "";

    Instances(Terminal terminal) {
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
      if (json()) {
        terminal.out().println(Json.text(all.stream().map(Instances::fields).toList()));
        return;
      }
      Table table = new Table("INSTANCE", "SIZE", "ZONE", "REGION", "STATE", "ADDRESSES");
      for (Instance instance : all) {
        table.row(
            instance.name(),
            instance.size().orElse("-"),
            instance.zone().map(Zone::name).orElse("-"),
            instance.zone().map(Zone::region).orElse("-"),
            instance.shutDown() ? "stopped" : "running",
            String.join(",", ips(instance)));
      }
      table.lines().forEach(terminal.out()::println);
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

  /** A load balancer. */
  @Command(name = "lb", description = "Shows where a load balancer is reached.")
  static final class LoadBalancer extends ClientCommand {
    @Parameters(paramLabel = "NAME", index = "0", description = "The load balancer's name.")
    private String name = "";

    @Option(
        names = "--region",
        paramLabel = "REGION",
        description = "Its region; the server's unless given.")
    private @Nullable String region;

    LoadBalancer(Terminal terminal) {
      super(terminal);
    }

    @Override
    void run() {
      RemoteCloud cloud = pools().cloud();
      String where = region == null ? cloud.zone().region() : region;
      List<String> ingress = cloud
          .loadBalancer(where, name)
          .orElseThrow(() -> new PoolException(
              PoolException.Reason.NOT_FOUND,
              "there is no load balancer " + name + " in region " + where,
              ""))
          .stream()
          .map(Ingress::value)
          .toList();
      print(
          "load balancer " + name + " in " + where + ": "
              + (ingress.isEmpty() ? "being prepared" : String.join(", ", ingress)),
          Map.of("name", name, "region", where, "ingress", ingress));
    }
  }

  /** The routes of a cluster. */
  @Command(name = "routes", description = "Shows the routes of a cluster.")
  static final class Routes extends ClientCommand {
    @Parameters(paramLabel = "CLUSTER", index = "0", description = "The cluster's name.")
    private String cluster = "";

    Routes(Terminal terminal) {
      super(terminal);
    }

    @Override
    void run() {
      List<Route> all = pools().cloud().routes(cluster);
      if (json()) {
        terminal
            .out()
            .println(Json.text(all.stream()
                .map(route -> Map.of(
                    "name", route.name(),
                    "destination", route.destination().text(),
                    "target", route.target(),
                    "blackhole", route.blackhole()))
                .toList()));
        return;
      }
      Table table = new Table("ROUTE", "DESTINATION", "TARGET", "");
      all.forEach(route -> table.row(
          route.name(),
          route.destination().text(),
          route.target(),
          route.blackhole() ? "leads nowhere" : ""));
      table.lines().forEach(terminal.out()::println);
    }
  }
}

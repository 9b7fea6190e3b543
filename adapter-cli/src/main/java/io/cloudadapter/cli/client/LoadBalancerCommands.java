package io.cloudadapter.cli.client;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.cloud.Listener;
import io.cloudadapter.api.cloud.Listener.Protocol;
import io.cloudadapter.api.cloud.LoadBalancer.Ingress;
import io.cloudadapter.api.cloud.LoadBalancer.Target;
import io.cloudadapter.api.cloud.LoadBalancerSpec;
import io.cloudadapter.api.cloud.LoadBalancerSpec.Affinity;
import io.cloudadapter.cli.terminal.PrintableText;
import io.cloudadapter.cli.terminal.Terminal;
import io.cloudadapter.client.RemoteCloud;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The commands that show and change load balancers of the account. */
public final class LoadBalancerCommands {
  private LoadBalancerCommands() {}

  /** The common part of the load balancer commands: a region. */
  private abstract static class OfRegion extends ClientCommand {
    @Option(
        names = "--region",
        paramLabel = "REGION",
        description = "The region. Default: the server's region.")
    private @Nullable String region;

    OfRegion(Terminal terminal) {
      super(terminal);
    }

    final String region(RemoteCloud cloud) {
      return region == null ? cloud.zone().region() : region;
    }
  }

  /** A load balancer. */
  @Command(
      name = "lb",
      synopsisSubcommandLabel = "[NAME | COMMAND]",
      description = "Shows the addresses of a load balancer, or changes it.")
  public static final class LoadBalancer extends OfRegion {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(
        paramLabel = "NAME",
        index = "0",
        arity = "0..1",
        description = "The load balancer's name.")
    private @Nullable String name;

    private LoadBalancer(Terminal terminal) {
      super(terminal);
    }

    public static CommandLine of(Terminal terminal) {
      return new CommandLine(new LoadBalancer(terminal))
          .addSubcommand(new Ensure(terminal))
          .addSubcommand(new Hosts(terminal))
          .addSubcommand(new DeleteBalancer(terminal));
    }

    @Override
    void run() {
      if (name == null) {
        throw new ParameterException(
            spec.commandLine(), "a name is missing, or a command: ensure, hosts or delete");
      }
      RemoteCloud cloud = pools().cloud();
      String where = region(cloud);
      List<Ingress> ingress = cloud
          .loadBalancer(where, name)
          .orElseThrow(() -> new PoolException(
              PoolException.Reason.NOT_FOUND,
              "there is no load balancer " + name + " in region " + where,
              ""));
      List<Target> targets = cloud.targets(where, name).orElse(List.of());
      shown(this, name, where, ingress, Optional.of(targets));
      if (!structured()) {
        targets.forEach(target ->
            terminal.out().println(PrintableText.line(target.host() + "  " + target.health())));
      }
    }
  }

  private static void shown(
      ClientCommand command,
      String name,
      String region,
      List<Ingress> ingress,
      Optional<List<Target>> hosts) {
    List<String> points = ingress.stream().map(Ingress::value).toList();
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("name", name);
    shown.put("region", region);
    shown.put("ingress", points);
    hosts.ifPresent(targets -> shown.put(
        "hosts",
        targets.stream()
            .map(target ->
                Map.of("name", target.host(), "health", target.health().name()))
            .toList()));
    command.print(line(name, region, points), shown);
  }

  private static String line(String name, String region, List<String> points) {
    return "load balancer " + name + " in " + region + ": "
        + (points.isEmpty() ? "being prepared" : String.join(", ", points));
  }

  /** Makes a load balancer so. */
  @Command(
      name = "ensure",
      description =
          "Creates or updates a load balancer, so that it has exactly these ports and " + "hosts.")
  static final class Ensure extends OfRegion {
    /** {@code https=443:30443/tcp}, of which only the port is needed. */
    private static final Pattern PORT =
        Pattern.compile("(?:([^=]{1,256})=)?([0-9]{1,5})(?::([0-9]{1,5}))?(?:/(tcp|udp))?");

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "NAME", index = "0", description = "The load balancer's name.")
    private String name = "";

    @Option(
        names = "--port",
        paramLabel = "PORT",
        required = true,
        description =
            "A port, as [NAME=]PORT[:TARGET][/udp]: traffic goes to the target port of the "
                + "hosts, by default the same port; repeatable.")
    private List<String> ports = List.of();

    @Option(
        names = "--host",
        paramLabel = "MACHINE",
        description = "A machine behind it, by name or host name; repeatable.")
    private List<String> hosts = List.of();

    @Option(
        names = "--address",
        paramLabel = "IP",
        description = "The address. Default: the cloud chooses.")
    private @Nullable String address;

    @Option(names = "--sticky", description = "Send all connections from one address to one host.")
    private boolean sticky;

    Ensure(Terminal terminal) {
      super(terminal);
    }

    @Override
    void run() {
      RemoteCloud cloud = pools().cloud();
      LoadBalancerSpec wanted = spec(region(cloud));
      shown(this, name, wanted.region(), cloud.ensure(wanted), Optional.empty());
    }

    private LoadBalancerSpec spec(String region) {
      try {
        return new LoadBalancerSpec(
            region,
            name,
            Optional.ofNullable(address),
            ports.stream().map(Ensure::listener).toList(),
            hosts,
            sticky ? Affinity.CLIENT_IP : Affinity.NONE);
      } catch (IllegalArgumentException wrong) {
        throw new ParameterException(spec.commandLine(), String.valueOf(wrong.getMessage()));
      }
    }

    private static Listener listener(String text) {
      Matcher port = PORT.matcher(text);
      if (!port.matches()) {
        throw new IllegalArgumentException(
            "--port must be [NAME=]PORT[:TARGET][/udp], such as http=80:30080, was " + text);
      }
      String target = port.group(3) == null ? port.group(2) : port.group(3);
      return new Listener(
          // Several ports need names.
          port.group(1) == null ? "port-" + port.group(2) : port.group(1),
          "udp".equals(port.group(4)) ? Protocol.UDP : Protocol.TCP,
          Integer.parseInt(port.group(2)),
          Integer.parseInt(target));
    }
  }

  /** Replaces the hosts of a load balancer. */
  @Command(name = "hosts", description = "Replaces the hosts of a load balancer.")
  static final class Hosts extends OfRegion {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "NAME", index = "0", description = "The load balancer's name.")
    private String name = "";

    @Parameters(
        paramLabel = "MACHINE",
        index = "1..*",
        description = "The machines behind it, by name or host name.")
    private List<String> hosts = List.of();

    @Option(names = "--none", description = "Remove all machines.")
    private boolean none;

    Hosts(Terminal terminal) {
      super(terminal);
    }

    @Override
    void run() {
      if (hosts.isEmpty() != none) {
        throw new ParameterException(
            spec.commandLine(), "give the machines behind it, or --none for none");
      }
      RemoteCloud cloud = pools().cloud();
      String where = region(cloud);
      cloud.setHosts(where, name, hosts);
      done(
          "load balancer " + name + " in " + where + ": "
              + (none ? "no hosts" : String.join(", ", hosts)),
          Map.of("name", name, "region", where, "hosts", hosts));
    }
  }

  /** Deletes a load balancer. */
  @Command(
      name = "delete",
      description = "Deletes a load balancer. A missing load balancer is not an error.")
  static final class DeleteBalancer extends OfRegion {
    @Parameters(paramLabel = "NAME", index = "0", description = "The load balancer's name.")
    private String name = "";

    DeleteBalancer(Terminal terminal) {
      super(terminal);
    }

    @Override
    void run() {
      RemoteCloud cloud = pools().cloud();
      String where = region(cloud);
      cloud.deleteLoadBalancer(where, name);
      done(
          "load balancer " + name + " in " + where + ": deleted",
          Map.of("name", name, "region", where));
    }
  }
}

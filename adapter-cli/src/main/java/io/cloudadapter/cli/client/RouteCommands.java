package io.cloudadapter.cli.client;

import io.cloudadapter.api.cloud.Cidr;
import io.cloudadapter.api.cloud.Route;
import io.cloudadapter.cli.terminal.Terminal;
import io.cloudadapter.cli.terminal.TextTable;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The commands that show and change the routes of a cluster. */
public final class RouteCommands {
  private RouteCommands() {}

  /** The routes of a cluster. */
  @Command(
      name = "routes",
      synopsisSubcommandLabel = "[CLUSTER | COMMAND]",
      description = "Shows the routes of a cluster, or changes them.")
  public static final class Routes extends ClientCommand {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(
        paramLabel = "CLUSTER",
        index = "0",
        arity = "0..1",
        description = "The cluster's name.")
    private @Nullable String cluster;

    private Routes(Terminal terminal) {
      super(terminal);
    }

    public static CommandLine of(Terminal terminal) {
      return new CommandLine(new Routes(terminal))
          .addSubcommand(new CreateRoute(terminal))
          .addSubcommand(new DeleteRoute(terminal));
    }

    @Override
    void run() {
      if (cluster == null) {
        throw new ParameterException(
            spec.commandLine(), "a cluster is missing, or a command: create or delete");
      }
      List<Route> all = pools().cloud().routes(cluster);
      if (structured()) {
        show(all.stream()
            .map(route -> Map.of(
                "name", route.name(),
                "destination", route.destination().text(),
                "target", route.target(),
                "blackhole", route.blackhole()))
            .toList());
        return;
      }
      TextTable table = new TextTable("ROUTE", "DESTINATION", "TARGET", "");
      all.forEach(route -> table.row(
          route.name(),
          route.destination().text(),
          route.target(),
          route.blackhole() ? "leads nowhere" : ""));
      print(table);
    }
  }

  /** Makes a route. */
  @Command(
      name = "create",
      description = "Creates a route to a machine. An equal route that exists is kept.")
  static final class CreateRoute extends ClientCommand {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "CLUSTER", index = "0", description = "The cluster's name.")
    private String cluster = "";

    @Parameters(paramLabel = "MACHINE", index = "1", description = "The machine's name.")
    private String target = "";

    @Parameters(
        paramLabel = "BLOCK",
        index = "2",
        description = "The addresses, such as 10.244.1.0/24.")
    private String block = "";

    @Option(
        names = "--name",
        paramLabel = "NAME",
        description = "The name of the route. Default: the server chooses.")
    private String name = "";

    CreateRoute(Terminal terminal) {
      super(terminal);
    }

    @Override
    void run() {
      pools().cloud().createRoute(cluster, name, target, destination());
      done(
          "cluster " + cluster + ": " + block + " leads to " + target,
          Map.of("cluster", cluster, "destination", block, "target", target));
    }

    private Cidr destination() {
      try {
        return new Cidr(block);
      } catch (IllegalArgumentException wrong) {
        throw new ParameterException(spec.commandLine(), String.valueOf(wrong.getMessage()));
      }
    }
  }

  /** Deletes a route. */
  @Command(name = "delete", description = "Deletes a route. A missing route is not an error.")
  static final class DeleteRoute extends ClientCommand {
    @Parameters(paramLabel = "CLUSTER", index = "0", description = "The cluster's name.")
    private String cluster = "";

    @Parameters(paramLabel = "ROUTE", index = "1", description = "The route's name.")
    private String route = "";

    DeleteRoute(Terminal terminal) {
      super(terminal);
    }

    @Override
    void run() {
      pools().cloud().deleteRoute(cluster, route);
      done(
          "route " + route + " of cluster " + cluster + ": deleted",
          Map.of("cluster", cluster, "name", route));
    }
  }
}

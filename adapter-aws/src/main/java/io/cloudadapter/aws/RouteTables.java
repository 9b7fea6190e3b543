package io.cloudadapter.aws;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.cloud.Cidr;
import io.cloudadapter.api.cloud.Route;
import io.cloudadapter.aws.client.ApiCall;
import io.cloudadapter.aws.client.AwsClient;
import io.cloudadapter.aws.client.AwsErrorClassifier;
import io.cloudadapter.aws.client.AwsPages;
import io.cloudadapter.aws.client.AwsService;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Conflict;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.feature.Routes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.ec2.model.DescribeRouteTablesResponse;
import software.amazon.awssdk.services.ec2.model.RouteState;
import software.amazon.awssdk.services.ec2.model.RouteTable;
import software.amazon.awssdk.services.ec2.model.Tag;

/**
 * Routes of EC2's route tables. The table of a cluster is the one that bears the tag {@code
 * kubernetes.io/cluster/NAME}. EC2's routes have no names: these are in tags of the table, one for each destination,
 * and a route is there as long as the table has both. The tag comes first and goes last, so no route of ours is ever
 * without.
 */
final class RouteTables implements Routes {
  private static final String CLUSTER = "kubernetes.io/cluster/";
  private static final String TAG = OwnershipMarks.RESERVED + "route/";
  private static final int LONGEST_KEY = 128;
  private static final int PAGE = 100;
  private static final int MOST_PAGES = 100;
  private static final ApiCall ASKED =
      ApiCall.read(AwsService.EC2, "DescribeRouteTables", "routeTableSet");

  private final AwsClient api;
  private final RecentLaunches newborns;

  RouteTables(AwsClient api, RecentLaunches newborns) {
    this.api = api;
    this.newborns = newborns;
  }

  /** What a tag says. */
  private record Noted(String name, String target, Cidr destination) {

    static Optional<Noted> of(Tag tag) {
      String[] parts = String.valueOf(tag.value()).split(" ", -1);
      if (!String.valueOf(tag.key()).startsWith(TAG) || parts.length != 2) {
        return Optional.empty();
      }
      return cidr(tag.key().substring(TAG.length()))
          .map(destination -> new Noted(parts[0], parts[1], destination));
    }

    Tag tag() {
      return Tag.builder()
          .key(TAG + destination.text())
          .value(name + " " + target)
          .build();
    }
  }

  /** A row of a table: the target of some packets, set by any client. */
  private record Row(Cidr destination, String target, boolean blackhole) {

    /** A machine that is gone takes its name out of the route. */
    boolean is(Noted noted) {
      return destination.same(noted.destination())
          && (target.equals(noted.target()) || (blackhole && target.isEmpty()));
    }
  }

  /** The table of a cluster, and which of its routes are noted as ours. */
  private record Table(String cluster, String id, List<Noted> noted, List<Row> rows) {

    Optional<Row> row(Noted noted) {
      return rows.stream().filter(row -> row.is(noted)).findFirst();
    }

    /** Whether it leads elsewhere what is noted to lead to a machine. */
    boolean isTaken(Noted noted) {
      return rows.stream()
          .anyMatch(row -> row.destination().same(noted.destination()) && !row.is(noted));
    }

    Optional<Route> route(Noted noted) {
      return row(noted)
          .map(row -> new Route(
              cluster, noted.name(), noted.target(), noted.destination(), row.blackhole()));
    }

    /** Those that it has in fact. */
    List<Route> routes() {
      return noted.stream()
          .flatMap(each -> route(each).stream())
          .sorted(Comparator.comparing(Route::name)
              .thenComparing(route -> route.destination().text()))
          .toList();
    }
  }

  private static Optional<Cidr> cidr(@Nullable String text) {
    try {
      return Optional.ofNullable(text).map(Cidr::new);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private Optional<Table> table(String cluster, CallContext call) {
    String key = CLUSTER + cluster;
    if (key.length() > LONGEST_KEY) {
      return Optional.empty();
    }
    List<RouteTable> found = new ArrayList<>();
    AwsPages.read(ASKED, MOST_PAGES, token -> {
      DescribeRouteTablesResponse page = page(key, token, call);
      found.addAll(page.routeTables());
      return page.nextToken();
    });
    found.removeIf(table -> table.tags().stream().noneMatch(tag -> key.equals(tag.key())));
    if (found.size() > 1) {
      throw AwsErrorClassifier.invalid(
          "one route table may bear the tag " + key + ", and these do: "
              + found.stream().map(RouteTable::routeTableId).sorted().toList());
    }
    return found.stream().findFirst().map(table -> told(cluster, table));
  }

  private DescribeRouteTablesResponse page(String key, @Nullable String token, CallContext call) {
    return api.ec2(
        ASKED,
        call,
        (ec2, with) -> ec2.describeRouteTables(ask -> ask.overrideConfiguration(with)
            .filters(AwsResourceResolver.filter("tag-key", List.of(key)))
            .maxResults(PAGE)
            .nextToken(token)));
  }

  private static Table told(String cluster, RouteTable table) {
    String id = table.routeTableId();
    if (id == null) {
      throw AwsErrorClassifier.notUnderstood(ASKED, "routeTableId");
    }
    List<Row> rows = new ArrayList<>();
    for (software.amazon.awssdk.services.ec2.model.Route row : table.routes()) {
      String target = row.instanceId() == null ? "" : row.instanceId();
      boolean blackhole = row.state() == RouteState.BLACKHOLE;
      cidr(row.destinationCidrBlock())
          .or(() -> cidr(row.destinationIpv6CidrBlock()))
          .ifPresent(destination -> rows.add(new Row(destination, target, blackhole)));
    }
    List<Noted> noted =
        table.tags().stream().flatMap(tag -> Noted.of(tag).stream()).toList();
    return new Table(cluster, id, noted, List.copyOf(rows));
  }

  @Override
  public List<Route> routes(String cluster, CallContext call) {
    api.checkOpen();
    return table(cluster, call).map(Table::routes).orElse(List.of());
  }

  @Override
  public Route create(
      String cluster, String name, String target, Cidr destination, CallContext call) {
    api.checkOpen();
    Table table = table(cluster, call)
        .orElseThrow(() -> AwsErrorClassifier.invalid("cluster " + cluster
            + " has no route table: none bears the tag " + CLUSTER + cluster
            + ", which may have 128 letters"));
    List<Route> all = table.routes();
    Optional<Route> same = all.stream()
        .filter(each -> each.target().equals(target) && each.destination().same(destination))
        .findFirst();
    if (same.isPresent()) {
      return same.get();
    }
    checkThere(target, call);
    Noted noted = new Noted(name, target, destination);
    checkFree(table, all, noted);
    MultiStepWrite deeds = new MultiStepWrite();
    deeds.done(() -> forward(target, call));
    if (!table.noted().contains(noted)) {
      deeds.done(() -> tag(table, noted, call));
    }
    if (table.row(noted).isEmpty()) {
      deeds.done(() -> lead(table, noted, call));
    }
    // Another client may have changed its target meanwhile.
    Table after = deeds.look(() -> table(cluster, call)).orElse(table);
    if (after.isTaken(noted)) {
      throw AwsErrorClassifier.halfDone(
          taken("the block " + destination + " was led elsewhere meanwhile"));
    }
    return new Route(cluster, name, target, destination, false);
  }

  @Override
  public void delete(String cluster, String name, CallContext call) {
    api.checkOpen();
    Optional<Table> table = table(cluster, call);
    if (table.isEmpty()) {
      return;
    }
    MultiStepWrite deeds = new MultiStepWrite();
    for (Noted each : table.get().noted()) {
      if (each.name().equals(name)) {
        if (table.get().row(each).isPresent()) {
          deeds.done(() -> leadNowhere(table.get(), each, call));
        }
        deeds.done(() -> untag(table.get(), each, call));
      }
    }
  }

  private void checkThere(String target, CallContext call) {
    MachineId machine = new MachineId(target);
    if (InstanceLister.instance(api, machine, call)
        .filter(row -> !InstanceParser.isEnded(row))
        .isEmpty()) {
      throw newborns.judged(machine, AwsErrorClassifier.noMachine(target));
    }
  }

  private static void checkFree(Table table, List<Route> ours, Noted wanted) {
    for (Route other : ours) {
      if (other.name().equals(wanted.name())) {
        throw CloudException.of(
                Kind.CONFLICT,
                Effect.NONE,
                "route " + other.name() + " leads from " + other.destination() + " to "
                    + other.target())
            .conflict(Conflict.NAME_TAKEN)
            .build();
      }
      if (other.destination().overlaps(wanted.destination())) {
        throw taken("the block " + wanted.destination() + " overlaps " + other.destination()
            + ", which route " + other.name() + " leads to " + other.target());
      }
    }
    if (table.isTaken(wanted)) {
      throw taken("route table " + table.id() + " has a route for " + wanted.destination()
          + " that was not made here");
    }
  }

  private static CloudException taken(String message) {
    return CloudException.of(Kind.CONFLICT, Effect.NONE, message).build();
  }

  /** EC2 drops what an instance gets and did not ask for, unless told that it forwards packets. */
  private void forward(String target, CallContext call) {
    try {
      api.ec2(
          ApiCall.write(RequestKind.ACT, "ModifyInstanceAttribute", target),
          call,
          (ec2, with) -> ec2.modifyInstanceAttribute(ask -> ask.overrideConfiguration(with)
              .instanceId(target)
              .sourceDestCheck(check -> check.value(false))));
    } catch (CloudException e) {
      throw newborns.judged(new MachineId(target), e);
    }
  }

  private void tag(Table table, Noted noted, CallContext call) {
    api.ec2(
        ApiCall.write(RequestKind.ACT, "CreateTags", table.id()),
        call,
        (ec2, with) -> ec2.createTags(
            ask -> ask.overrideConfiguration(with).resources(table.id()).tags(noted.tag())));
  }

  /** Takes the tag off if it still says the same. */
  private void untag(Table table, Noted noted, CallContext call) {
    api.ec2(
        ApiCall.write(RequestKind.ACT, "DeleteTags", table.id()),
        call,
        (ec2, with) -> ec2.deleteTags(
            ask -> ask.overrideConfiguration(with).resources(table.id()).tags(noted.tag())));
  }

  private void lead(Table table, Noted noted, CallContext call) {
    api.ec2(
        ApiCall.write(RequestKind.ACT, "CreateRoute", table.id()),
        call,
        (ec2, with) -> ec2.createRoute(ask -> ask.overrideConfiguration(with)
            .routeTableId(table.id())
            .destinationCidrBlock(isSix(noted) ? null : noted.destination().text())
            .destinationIpv6CidrBlock(isSix(noted) ? noted.destination().text() : null)
            .instanceId(noted.target())));
  }

  /** One that is not there any more leads nowhere. */
  private void leadNowhere(Table table, Noted noted, CallContext call) {
    try {
      api.ec2(
          ApiCall.write(RequestKind.ACT, "DeleteRoute", table.id()),
          call,
          (ec2, with) -> ec2.deleteRoute(ask -> ask.overrideConfiguration(with)
              .routeTableId(table.id())
              .destinationCidrBlock(isSix(noted) ? null : noted.destination().text())
              .destinationIpv6CidrBlock(isSix(noted) ? noted.destination().text() : null)));
    } catch (CloudException e) {
      if (e.code().filter("InvalidRoute.NotFound"::equals).isEmpty()) {
        throw e;
      }
    }
  }

  private static boolean isSix(Noted noted) {
    return noted.destination().text().indexOf(':') >= 0;
  }
}

package io.cloudadapter.aws.cloud;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Route tables, each with tags, and one instance for each destination. Guarded by Ec2. */
final class FakeRouteTables {
  private static final String CLUSTER = "kubernetes.io/cluster/";
  private static final Pattern QUOTED = Pattern.compile("\\\\Q(.)\\\\E");
  private static final int MOST_TAGS = 50;

  private record Table(String id, Map<String, String> tags, Map<String, String> rows) {}

  private final Map<String, Table> all = new LinkedHashMap<>();

  /** Whether a table appears for each cluster that is asked for. */
  private boolean onDemand;

  private final Predicate<String> there;

  /** @param there whether an instance exists */
  FakeRouteTables(Predicate<String> there) {
    this.there = there;
    String unused = make(Map.of("Name", "main"));
  }

  void onDemand() {
    onDemand = true;
  }

  String make(Map<String, String> tags) {
    String id = "rtb-0a%015d".formatted(all.size() + 1);
    Table table = new Table(id, new TreeMap<>(tags), new TreeMap<>());
    table.rows().put("10.0.0.0/16", "local");
    all.put(id, table);
    return id;
  }

  private Table table(String id) {
    return Optional.ofNullable(all.get(id))
        .orElseThrow(() -> AwsRefusal.wrong(
            "InvalidRouteTableID.NotFound", "The routeTable ID '" + id + "' does not exist"));
  }

  String describe(QueryParams params) {
    List<Pattern> keys = params.filters().getOrDefault("tag-key", List.of());
    if (onDemand) {
      keys.forEach(this::makeIfNone);
    }
    XmlWriter xml = new XmlWriter().open("routeTableSet");
    for (Table table : all.values()) {
      if (keys.isEmpty()
          || table.tags().keySet().stream().anyMatch(key -> QueryParams.fits(keys, key))) {
        show(xml, table);
      }
    }
    return xml.close("routeTableSet").toString();
  }

  private void makeIfNone(Pattern wanted) {
    Matcher letters = QUOTED.matcher(wanted.pattern());
    StringBuilder key = new StringBuilder();
    while (letters.find()) {
      key.append(letters.group(1));
    }
    boolean has = all.values().stream().anyMatch(table -> table.tags().containsKey(key.toString()));
    if (!has && key.toString().startsWith(CLUSTER)) {
      String unused = make(Map.of(key.toString(), "shared"));
    }
  }

  private void show(XmlWriter xml, Table table) {
    xml.open("item")
        .put("routeTableId", table.id())
        .put("vpcId", FakeCatalog.VPC)
        .open("routeSet");
    table.rows().forEach((destination, target) -> {
      boolean six = destination.indexOf(':') >= 0;
      xml.open("item").put(six ? "destinationIpv6CidrBlock" : "destinationCidrBlock", destination);
      if (target.equals("local")) {
        xml.put("gatewayId", "local").put("origin", "CreateRouteTable");
      } else {
        boolean live = there.test(target);
        // Of an instance that is gone nothing is left but its interface.
        xml.put("instanceId", live ? Optional.of(target) : Optional.empty());
        xml.put("networkInterfaceId", "eni-" + target.substring(2)).put("origin", "CreateRoute");
      }
      boolean leads = target.equals("local") || there.test(target);
      xml.put("state", leads ? "active" : "blackhole").close("item");
    });
    xml.close("routeSet").tags(table.tags()).close("item");
  }

  String create(QueryParams params) {
    Table table = table(params.must("RouteTableId"));
    String target = params.must("InstanceId");
    String destination = destination(params);
    if (!there.test(target)) {
      throw AwsRefusal.noInstance(target);
    }
    if (table.rows().containsKey(destination)) {
      throw AwsRefusal.wrong(
          "RouteAlreadyExists",
          "The route identified by " + destination + " already exists in " + table.id());
    }
    table.rows().put(destination, target);
    return new XmlWriter().put("return", "true").toString();
  }

  String delete(QueryParams params) {
    Table table = table(params.must("RouteTableId"));
    if (table.rows().remove(destination(params)) == null) {
      throw AwsRefusal.wrong(
          "InvalidRoute.NotFound", "no route with destination-cidr-block " + destination(params));
    }
    return new XmlWriter().put("return", "true").toString();
  }

  private static String destination(QueryParams params) {
    return params
        .get("DestinationCidrBlock")
        .or(() -> params.get("DestinationIpv6CidrBlock"))
        .orElseThrow(() -> AwsRefusal.wrong("MissingParameter", "There is no destination"));
  }

  static boolean isMeant(QueryParams params) {
    List<String> ids = params.list("ResourceId");
    return !ids.isEmpty() && ids.stream().allMatch(id -> id.startsWith("rtb-"));
  }

  String tag(QueryParams params) {
    for (String id : params.list("ResourceId")) {
      Map<String, String> tags = new TreeMap<>(table(id).tags());
      tags.putAll(params.tags("Tag"));
      if (tags.size() > MOST_TAGS) {
        throw AwsRefusal.wrong("TagLimitExceeded", "The maximum number of tags is 50");
      }
      table(id).tags().putAll(tags);
    }
    return new XmlWriter().put("return", "true").toString();
  }

  /** A tag with a value goes only if it has that value. */
  String untag(QueryParams params) {
    for (String id : params.list("ResourceId")) {
      params.tags("Tag").forEach((key, value) -> table(id).tags().remove(key, value));
    }
    return new XmlWriter().put("return", "true").toString();
  }

  /** Another user leads packets somewhere. */
  void lead(String id, String destination, String target) {
    table(id).rows().put(destination, target);
  }

  List<FakeAws.RouteTable> truth() {
    return all.values().stream()
        .map(table ->
            new FakeAws.RouteTable(table.id(), Map.copyOf(table.tags()), Map.copyOf(table.rows())))
        .toList();
  }
}

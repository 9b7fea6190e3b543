package io.cloudadapter.aws.cloud;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** The status checks of instances, and the events that are planned for them. Guarded by Ec2. */
final class FakeStatus {
  /** The first checks of an instance take this long. */
  static final Duration FIRST_CHECKS = Duration.ofMinutes(2);

  private static final int MOST_IDS = 100;

  private final Map<String, String> systems = new HashMap<>();
  private final Map<String, String> instances = new HashMap<>();
  private final Map<String, String> events = new HashMap<>();
  private final FakePages pages;

  FakeStatus(FakePages pages) {
    this.pages = pages;
  }

  void set(String id, String system, String instance) {
    systems.put(id, system);
    instances.put(id, instance);
  }

  void plan(String id, String event) {
    events.put(id, event);
  }

  /**
   * Answers DescribeInstanceStatus: instances that run, all of them or those that are named.
   *
   * @param known the instances that EC2 knows by now
   */
  String describe(QueryParams params, Map<String, FakeInstance> known, Instant now) {
    List<String> ids = params.list("InstanceId");
    AwsRefusal.require(
        ids.isEmpty() || params.get("MaxResults").isEmpty(),
        "InvalidParameterCombination",
        "The parameter instancesSet cannot be used with the parameter maxResults");
    AwsRefusal.require(
        ids.size() <= MOST_IDS,
        "InvalidParameterValue",
        "The maximum number of instance IDs is " + MOST_IDS);
    for (String id : ids) {
      AwsRefusal.require(
          id.matches("i-[0-9a-f]{8,17}"),
          "InvalidInstanceID.Malformed",
          "Invalid id: \"" + id + "\"");
    }
    TreeSet<String> missing = new TreeSet<>(ids);
    missing.removeAll(known.keySet());
    if (!missing.isEmpty()) {
      throw AwsRefusal.noInstance(String.join(", ", missing));
    }
    List<String> items = new ArrayList<>();
    for (FakeInstance vm : known.values()) {
      Optional<InstancePhase> phase = vm.at(now);
      if ((ids.isEmpty() || ids.contains(vm.id))
          && phase.filter(each -> each.state().equals("running")).isPresent()) {
        items.add(item(vm, now));
      }
    }
    return pages.of(items, "instanceStatusSet", params);
  }

  private String item(FakeInstance vm, Instant now) {
    boolean first = vm.created.plus(FakeEc2.BOOT).plus(FIRST_CHECKS).isAfter(now);
    String usual = first ? "initializing" : "ok";
    XmlWriter xml = new XmlWriter()
        .put("instanceId", vm.id)
        .put("availabilityZone", vm.zone)
        .open("instanceState")
        .put("code", 16)
        .put("name", "running")
        .close("instanceState");
    status(xml, "systemStatus", systems.getOrDefault(vm.id, usual));
    status(xml, "instanceStatus", instances.getOrDefault(vm.id, usual));
    String event = events.get(vm.id);
    if (event != null) {
      xml.open("eventsSet").open("item").put("code", event);
      xml.put("description", "The instance is scheduled for maintenance");
      xml.put("notBefore", now.plus(Duration.ofDays(7)));
      xml.close("item").close("eventsSet");
    }
    return xml.toString();
  }

  private static void status(XmlWriter xml, String name, String status) {
    String passed = switch (status) {
      case "ok" -> "passed";
      case "impaired" -> "failed";
      default -> status;
    };
    xml.open(name).put("status", status).open("details").open("item");
    xml.put("name", "reachability").put("status", passed);
    xml.close("item").close("details").close(name);
  }
}

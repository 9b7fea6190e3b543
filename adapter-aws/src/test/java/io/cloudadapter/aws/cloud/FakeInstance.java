package io.cloudadapter.aws.cloud;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** One instance, as it was, is and will be. Guarded by Ec2. */
final class FakeInstance {
  final String id;
  final String reservation;
  final String zone;
  final String subnet;
  final String size;
  final String image;
  final String token;
  final boolean spot;
  final QueryParams order;
  final Instant created;
  final int number;
  boolean guarded;

  /** Whether every write to it is refused. */
  boolean forbidden;

  /** Whether it may get what is meant for others, which is what a route to it needs. */
  boolean forwards;

  private final TreeMap<Instant, InstancePhase> phases = new TreeMap<>();
  private final List<Instant> reboots = new ArrayList<>();
  private final TreeMap<Instant, String> restores = new TreeMap<>();

  FakeInstance(
      String id,
      String reservation,
      FakeCatalog.Subnet subnet,
      String size,
      String image,
      QueryParams order,
      Instant created,
      int number,
      InstancePhase first) {
    this.id = id;
    this.reservation = reservation;
    this.zone = subnet.zone();
    this.subnet = subnet.id();
    this.size = size;
    this.image = image;
    this.token = order.get("ClientToken").orElse("");
    this.spot = order.get("InstanceMarketOptions.MarketType").isPresent();
    this.order = order;
    this.created = created;
    this.number = number;
    phases.put(created, first);
  }

  /** Returns what a reader sees at that moment: nothing before its birth, and after it is forgotten. */
  Optional<InstancePhase> at(Instant moment) {
    return Optional.ofNullable(phases.floorEntry(moment))
        .map(Map.Entry::getValue)
        .filter(InstancePhase::shown);
  }

  /** Changes its course from now on, and drops every change that was to come. */
  void becomes(Instant when, UnaryOperator<InstancePhase> change) {
    InstancePhase before = phases.floorEntry(when).getValue();
    phases.tailMap(when, false).clear();
    phases.put(when, change.apply(before));
  }

  /** What it will be, unless something comes between. */
  void willBe(Instant when, UnaryOperator<InstancePhase> change) {
    phases.put(when, change.apply(phases.lastEntry().getValue()));
  }

  /** Changes what it is now, and all that is to come. */
  void always(Instant now, UnaryOperator<InstancePhase> change) {
    InstancePhase before = phases.floorEntry(now).getValue();
    phases.tailMap(now, false).replaceAll((when, phase) -> change.apply(phase));
    phases.put(now, change.apply(before));
  }

  String address() {
    return "10.0." + number / 250 + "." + (number % 250 + 4);
  }

  String dnsName() {
    return "ip-" + address().replace('.', '-') + ".eu-north-1.compute.internal";
  }

  void rebooted(Instant when) {
    reboots.add(when);
  }

  int reboots(Instant now) {
    return (int) reboots.stream().filter(when -> !when.isAfter(now)).count();
  }

  void restored(Instant when, String image) {
    restores.put(when, image);
  }

  List<String> restores(Instant now) {
    return List.copyOf(restores.headMap(now, true).values());
  }
}

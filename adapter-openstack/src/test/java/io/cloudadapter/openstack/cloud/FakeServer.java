package io.cloudadapter.openstack.cloud;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** One server, as it was, is and will be. Guarded by Nova. */
final class FakeServer {
  final String id;
  String name;
  final String zone;
  final JsonNode order;
  final Instant created;
  final int number;
  private final TreeMap<Instant, ServerPhase> phases = new TreeMap<>();
  private final List<Instant> reboots = new ArrayList<>();
  private final TreeMap<Instant, String> rebuilds = new TreeMap<>();

  FakeServer(
      String id,
      String name,
      String zone,
      JsonNode order,
      Instant created,
      int number,
      ServerPhase first) {
    this.id = id;
    this.name = name;
    this.zone = zone;
    this.order = order;
    this.created = created;
    this.number = number;
    phases.put(created, first);
  }

  /** Returns what a reader sees at that moment: nothing before its birth and after its end. */
  Optional<ServerPhase> at(Instant moment) {
    return Optional.ofNullable(phases.floorEntry(moment))
        .map(Map.Entry::getValue)
        .filter(phase -> !phase.gone());
  }

  /** Whether it has been ACTIVE by then. */
  boolean ran(Instant moment) {
    return phases.headMap(moment, true).values().stream()
        .anyMatch(phase -> phase.status().equals("ACTIVE"));
  }

  /** Changes its course from now on, and drops every change that was to come. */
  void becomes(Instant when, UnaryOperator<ServerPhase> change) {
    ServerPhase before = phases.floorEntry(when).getValue();
    phases.tailMap(when, false).clear();
    phases.put(when, change.apply(before));
  }

  /** What it will be, unless something comes between. */
  void willBe(Instant when, UnaryOperator<ServerPhase> change) {
    phases.put(when, change.apply(phases.lastEntry().getValue()));
  }

  /** Changes what it is now, and all that is to come. */
  void always(Instant now, UnaryOperator<ServerPhase> change) {
    ServerPhase before = phases.floorEntry(now).getValue();
    phases.tailMap(now, false).replaceAll((when, phase) -> change.apply(phase));
    phases.put(now, change.apply(before));
  }

  void rebooted(Instant when) {
    reboots.add(when);
  }

  int reboots(Instant now) {
    return (int) reboots.stream().filter(when -> !when.isAfter(now)).count();
  }

  void rebuilt(Instant when, String image) {
    rebuilds.put(when, image);
  }

  List<String> rebuilds(Instant now) {
    return List.copyOf(rebuilds.headMap(now, true).values());
  }
}

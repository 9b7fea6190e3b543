package io.cloudadapter.simulated;

import io.cloudadapter.simulated.limit.CloudErrors;
import io.cloudadapter.simulated.request.SimulatedLaunch;
import java.util.Comparator;
import java.util.Optional;

/** Where in the cloud there is room for machines. */
final class PlacementRoom {
  private final CloudState world;

  PlacementRoom(CloudState world) {
    this.world = world;
  }

  /** The zone asked for, or the one with room that has the fewest machines. */
  String zone(SimulatedLaunch order) {
    if (order.zone().isPresent()) {
      String zone = order.zone().get();
      if (!world.settings.zones().contains(zone)) {
        throw CloudErrors.notFound("zone", zone);
      }
      if (world.trouble.zonesDown.contains(zone)) {
        throw CloudErrors.zoneDown(zone);
      }
      return zone;
    }
    return world.settings.zones().stream()
        .filter(zone -> !world.trouble.zonesDown.contains(zone) && room(zone, order.size()) > 0)
        .min(Comparator.comparingInt(world.machines::in))
        .orElseThrow(() -> CloudErrors.capacity(order.size(), Optional.empty()));
  }

  /** How many more machines of a size fit into a zone. */
  int room(String zone, String size) {
    return world.capacity.of(zone, size) - world.machines.in(zone, size);
  }

  /** How many more machines the account may own. */
  int quota() {
    return world.capacity.quota() - world.machines.owned();
  }
}

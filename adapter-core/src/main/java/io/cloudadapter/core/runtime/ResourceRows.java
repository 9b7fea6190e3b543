package io.cloudadapter.core.runtime;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.core.protocol.Moment;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.ListResult;
import io.cloudadapter.spi.ResourceSighting;
import io.cloudadapter.spi.feature.MachineResources;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Collects the rows of one list of resources as they arrive. */
final class ResourceRows {
  private final Moment started;
  private final List<ResourceSighting> seen = new ArrayList<>();

  ResourceRows(Moment started) {
    this.started = started;
  }

  ListResult read(MachineResources feature, PoolName pool, CallContext call) {
    return feature.resources(pool, this::add, call);
  }

  private synchronized void add(ResourceSighting resource) {
    seen.add(Objects.requireNonNull(resource, "a resource"));
  }

  private synchronized List<ResourceSighting> all() {
    return List.copyOf(seen);
  }

  Event listed(Optional<ListResult> result, Optional<CloudException> error) {
    boolean complete = result.filter(ListResult::complete).isPresent();
    return new Event.ResourcesListed(started, all(), complete, error);
  }
}

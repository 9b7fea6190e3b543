package io.cloudadapter.core.runtime;

import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.core.protocol.Moment;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.ListResult;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.MachineSighting;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Collects the rows of one list as they arrive. */
final class ListRows {
  private final MachineProvider provider;
  private final Moment started;
  private final List<MachineSighting> seen = new ArrayList<>();

  ListRows(MachineProvider provider, Moment started) {
    this.provider = provider;
    this.started = started;
  }

  ListResult read(ListQuery query, CallContext call) {
    return provider.list(query, this::add, call);
  }

  private synchronized void add(MachineSighting sighting) {
    seen.add(java.util.Objects.requireNonNull(sighting, "a sighting"));
  }

  private synchronized List<MachineSighting> all() {
    return List.copyOf(seen);
  }

  Event listed(Optional<ListResult> result, Optional<CloudException> error) {
    return new Event.Listed(started, all(), result.filter(ListResult::complete).isPresent(), error);
  }

  Event described(
      Effect.Describe asked, Optional<ListResult> result, Optional<CloudException> error) {
    return new Event.Described(
        started, asked.ids(), all(), result.filter(ListResult::complete).isPresent(), error);
  }
}

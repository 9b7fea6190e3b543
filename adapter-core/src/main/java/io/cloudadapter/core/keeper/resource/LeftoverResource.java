package io.cloudadapter.core.keeper.resource;

import io.cloudadapter.core.keeper.state.RetryBackoff;
import io.cloudadapter.spi.ResourceSighting;

/** A resource without an owner, and how far its release has come. */
final class LeftoverResource {
  ResourceSighting resource;
  final long since;

  /** Whether a look-up by id has shown that its machine is gone. */
  boolean machineIsGone;

  boolean calling;
  int refusals;
  final RetryBackoff next = new RetryBackoff();

  LeftoverResource(ResourceSighting resource, long since) {
    this.resource = resource;
    this.since = since;
  }
}

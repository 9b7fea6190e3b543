package io.cloudadapter.testkit.run;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.ListResult;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.ResourceSighting;
import io.cloudadapter.spi.feature.MachineResources;
import java.util.function.Consumer;

/** The resources beside machines of an adapter under test, each call watched like all others. */
public record ObservedResources(ObservedProvider adapter) implements MachineResources {

  private MachineResources right() {
    return adapter
        .feature(MachineResources.class)
        .orElseThrow(
            () -> new RuleViolation("MachineResources is claimed, and the adapter lacks it"));
  }

  @Override
  public ListResult resources(
      PoolName pool, Consumer<? super ResourceSighting> sink, CallContext call) {
    return adapter.reads("list of resources", call, () -> right().resources(pool, sink, call));
  }

  @Override
  public boolean complete(MachineId machine, OwnershipMarks marks, CallContext call) {
    return adapter.changes("complete", call, () -> right().complete(machine, marks, call));
  }

  @Override
  public void release(ResourceSighting resource, CallContext call) {
    boolean done = adapter.changes("release", call, () -> {
      right().release(resource, call);
      return true;
    });
    assert done;
  }
}

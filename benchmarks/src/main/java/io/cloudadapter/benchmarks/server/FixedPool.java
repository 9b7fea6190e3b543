package io.cloudadapter.benchmarks.server;

import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.PoolStatus;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.WriteOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** A pool that is only read, and whose machines change when a benchmark says so. */
final class FixedPool implements MachinePool {
  private static final Instant LISTED = Instant.parse("2013-11-07T13:50:00Z");
  private volatile PoolView view = view(0, List.of());

  void fill(int count) {
    List<Machine> machines = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      machines.add(machine(i, ServiceState.IN_SERVICE));
    }
    view = view(1, machines);
  }

  void changeOne(int index) {
    List<Machine> machines = new ArrayList<>(view.machines());
    boolean in = machines.get(index).serviceState() == ServiceState.IN_SERVICE;
    machines.set(index, machine(index, in ? ServiceState.UNHEALTHY : ServiceState.IN_SERVICE));
    view = view(view.revision() + 1, machines);
  }

  private static Machine machine(int i, ServiceState state) {
    return new Machine(
        new MachineId(String.format("i-%017x", i)),
        MachineState.RUNNING,
        state,
        Optional.of(LISTED.minusSeconds(i)),
        List.of("198.51.100." + i % 256),
        List.of("10.0." + i / 256 + "." + i % 256),
        Optional.of("zone-" + i % 3),
        Optional.of("small"),
        false,
        Map.of("image", "base-7"));
  }

  private static PoolView view(long revision, List<Machine> machines) {
    return new PoolView(
        new PoolName("web"),
        LISTED,
        revision,
        machines.size(),
        PoolStatus.ACTIVE,
        machines,
        List.of());
  }

  @Override
  public PoolName name() {
    return view.pool();
  }

  @Override
  public PoolView view() {
    return view;
  }

  @Override
  public PoolView await(Predicate<? super PoolView> wish, Duration atMost) {
    throw onlyRead();
  }

  @Override
  public PoolPlan plan() {
    throw onlyRead();
  }

  @Override
  public void setDesiredSize(int desiredSize, WriteOptions options) {
    throw onlyRead();
  }

  @Override
  public void terminate(MachineId machine, boolean decrement, WriteOptions options) {
    throw onlyRead();
  }

  @Override
  public void setServiceState(MachineId machine, ServiceState state, WriteOptions options) {
    throw onlyRead();
  }

  @Override
  public void detach(MachineId machine, boolean decrement, WriteOptions options) {
    throw onlyRead();
  }

  @Override
  public void attach(MachineId machine, WriteOptions options) {
    throw onlyRead();
  }

  @Override
  public void protect(MachineId machine, boolean isProtected, WriteOptions options) {
    throw onlyRead();
  }

  @Override
  public void adopt(WriteOptions options) {
    throw onlyRead();
  }

  @Override
  public void disown(WriteOptions options) {
    throw onlyRead();
  }

  @Override
  public void thaw(WriteOptions options) {
    throw onlyRead();
  }

  private static UnsupportedOperationException onlyRead() {
    return new UnsupportedOperationException("this pool is only read");
  }
}

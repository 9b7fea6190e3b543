package io.cloudadapter.clusterautoscaler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.ListStatus;
import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.MembershipStatus;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.PoolStatus;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.cloud.ProviderIdFormat;
import io.cloudadapter.api.scaling.PoolScaling;
import io.cloudadapter.api.warm.WarmState;
import io.cloudadapter.clusterautoscaler.proto.ExternalGrpc.Instance;
import io.cloudadapter.clusterautoscaler.proto.ExternalGrpc.InstanceStatus.InstanceState;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The instances of a pool that wants three machines, by what holds its launches back. */
class InstanceListTest {
  private static final Instant SINCE = Instant.parse("2030-01-01T00:00:00Z");

  private static Machine machine(String id, MachineState state) {
    return new Machine(
        new MachineId(id),
        state,
        ServiceState.UNKNOWN,
        Optional.empty(),
        List.of(),
        List.of(),
        Optional.of("a"),
        Optional.empty(),
        false,
        Map.of());
  }

  private static Machine warm(String id, MachineState state, WarmState warm) {
    return new Machine(
        new MachineId(id),
        state,
        ServiceState.UNKNOWN,
        Optional.empty(),
        List.of(),
        List.of(),
        Optional.of("a"),
        Optional.empty(),
        false,
        Map.of(),
        Optional.empty(),
        List.of(),
        MembershipStatus.DEFAULT,
        Optional.empty(),
        Optional.of(warm));
  }

  @Test
  void machinesOfAWarmPoolAreNoInstancesUntilThePoolTakesThemIntoService() {
    assertThat(instances(
            PoolStatus.ACTIVE,
            List.of(
                warm("i-runs", MachineState.RUNNING, WarmState.WARM),
                warm("i-stopped", MachineState.TERMINATED, WarmState.WARM),
                warm("i-wakes", MachineState.PENDING, WarmState.WAKING))))
        .extracting(Instance::getId)
        .containsExactly("x:///a/i-wakes");
  }

  private static List<Instance> instances(
      PoolStatus status, List<Machine> machines, Alarm.Code... holds) {
    return instances(0, List.of(), status, machines, holds);
  }

  /** The instances of a pool of desired size 3, of which some places had a machine before. */
  private static List<Instance> instances(
      int filled,
      List<PoolPlan.Launch> launches,
      PoolStatus status,
      List<Machine> machines,
      Alarm.Code... holds) {
    PoolView view = new PoolView(
        new PoolName("pool"),
        SINCE,
        1,
        3,
        status,
        machines,
        List.of(new Alarm(Alarm.Code.CLOUD, "a load balancer does not answer", SINCE)),
        ListStatus.RECENT);
    PoolPlan plan = new PoolPlan(
        3,
        0,
        0,
        launches,
        List.of(),
        Arrays.stream(holds)
            .map(code -> new PoolPlan.Hold(code, "held for " + code, Optional.empty()))
            .toList());
    MachinePool pool = (MachinePool) Proxy.newProxyInstance(
        MachinePool.class.getClassLoader(),
        new Class<?>[] {MachinePool.class},
        (proxy, method, arguments) -> {
          assertThat(method.getName()).isEqualTo("name");
          return view.pool();
        });
    return InstanceList.of(
            NodeGroupView.of(
                pool,
                view,
                new ProviderIdFormat("x:///{zone}/{id}", "demo", "pool"),
                PoolScaling.unknown(),
                filled,
                () -> plan),
            new MissingMachines("t"))
        .getInstancesList();
  }

  @Test
  void machinesThatAreAboutToBeLaunchedAreNoFailures() {
    assertThat(instances(PoolStatus.ACTIVE, List.of())).isEmpty();
    assertThat(instances(
            PoolStatus.ACTIVE, List.of(), Alarm.Code.RATE_LIMITED, Alarm.Code.LAUNCH_BUDGET))
        .isEmpty();
  }

  @Test
  void aLaunchThatIsHeldBackIsAFailureByTheReasonThatMattersMost() {
    assertThat(
            instances(PoolStatus.ACTIVE, List.of(), Alarm.Code.LAUNCHES_FAIL, Alarm.Code.CAPACITY))
        .hasSize(3)
        .allSatisfy(instance -> {
          assertThat(instance.getId()).startsWith("x:////missing-t-1-").endsWith("-pool");
          var error = instance.getStatus().getErrorInfo();
          assertThat(error.getErrorCode()).isEqualTo("CAPACITY");
          assertThat(error.getErrorMessage()).isEqualTo("held for CAPACITY");
          assertThat(error.getInstanceErrorClass()).isEqualTo(1);
        });
    assertThat(instances(PoolStatus.ACTIVE, List.of(), Alarm.Code.BAD_LAUNCH))
        .hasSize(3)
        .allSatisfy(
            instance -> assertThat(instance.getStatus().getErrorInfo().getInstanceErrorClass())
                .isEqualTo(99));
  }

  @Test
  void waitsThatPassByThemselvesAreNoFailures() {
    assertThat(instances(PoolStatus.ACTIVE, List.of(), Alarm.Code.CLOUD, Alarm.Code.AT_MAX_SIZE))
        .isEmpty();
    assertThat(instances(
            0,
            List.of(new PoolPlan.Launch(1, Optional.of("b"), "desired 3")),
            PoolStatus.ACTIVE,
            List.of(),
            Alarm.Code.CAPACITY))
        .isEmpty();
  }

  @Test
  void aPoolThatIsHeldByAPersonHasNoFailures() {
    for (PoolStatus status : PoolStatus.values()) {
      assertThat(instances(status, List.of(), Alarm.Code.QUOTA))
          .as(status.name())
          .hasSize(status == PoolStatus.ACTIVE ? 3 : 0);
    }
  }

  @Test
  void aPlaceThatHadAMachineIsNoFailure() {
    assertThat(instances(2, List.of(), PoolStatus.ACTIVE, List.of(), Alarm.Code.QUOTA))
        .hasSize(1);
    assertThat(instances(3, List.of(), PoolStatus.ACTIVE, List.of(), Alarm.Code.QUOTA))
        .isEmpty();
  }

  @Test
  void eachStateHasItsOwnAndEndedMachinesShowNoMore() {
    List<Instance> instances = instances(
        PoolStatus.ACTIVE,
        List.of(
            machine("i-1", MachineState.RUNNING),
            machine("i-2", MachineState.PENDING),
            machine("i-3", MachineState.TERMINATED),
            machine("i-4", MachineState.TERMINATING),
            machine("i-5", MachineState.REJECTED),
            machine("req-x-0", MachineState.REQUESTED)),
        Alarm.Code.QUOTA);

    assertThat(instances)
        .extracting(Instance::getId, instance -> instance.getStatus().getInstanceState())
        .containsExactly(
            tuple("x:///a/i-1", InstanceState.instanceRunning),
            tuple("x:///a/i-2", InstanceState.instanceCreating),
            tuple("x:///a/i-4", InstanceState.instanceDeleting),
            tuple("x:///a/req-x-0", InstanceState.instanceCreating));
  }
}

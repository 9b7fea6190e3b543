package com.example.cedar;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.core.config.LaunchConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.simulation.ManualPool;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.OwnershipMarks;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A pool that the library keeps on Cedar. */
class CedarPoolTest {
  private static final int WISHED = 3;
  private static final Duration A_WHILE = Duration.ofMinutes(10);

  private final CedarFixture cedar = new CedarFixture();
  private ManualPool web = new ManualPool(
      open(),
      PoolConfig.named("web", "prod", 10)
          .launch(LaunchConfig.builder()
              .zones(List.of("east-1", "east-2", "west-1"))
              .size("small")
              .image("img-1")
              .build())
          .build(),
      CedarFixture.FACTORY.template().parse(Map.of()),
      cedar.clock,
      7);

  private MachineProvider open() {
    return CedarFixture.open(cedar.cloud.url(), cedar.clock);
  }

  @AfterEach
  void close() {
    web.close();
    cedar.close();
  }

  @Test
  void a_pool_launches_one_machine_for_each_operation() {
    grow();

    isAtRest();
    assertThat(cedar.cloud.operationsBegun()).isEqualTo(WISHED);
  }

  @Test
  void a_machine_is_counted_while_its_operation_runs() {
    begin();
    web.pass(Duration.ofSeconds(10));

    assertThat(cedar.cloud.machines()).isEmpty();
    assertThat(cedar.cloud.operationsBegun()).isEqualTo(WISHED);
    assertThat(pool().view().settled()).isFalse();
  }

  @Test
  void a_launch_whose_operation_fails_is_replaced_by_another() {
    cedar.cloud.failNextMaking("NO_CAPACITY");

    grow();

    isAtRest();
    assertThat(cedar.cloud.operationsBegun()).isEqualTo(WISHED + 1);
  }

  @Test
  void another_process_follows_the_operations_of_one_that_died() {
    begin();
    web.pass(Duration.ofSeconds(10));

    web = web.dies(open(), 8);
    web.pass(A_WHILE);

    isAtRest();
    assertThat(cedar.cloud.operationsBegun()).isEqualTo(WISHED);
  }

  @Test
  void machines_of_forgotten_operations_are_found_in_the_list() {
    begin();
    web.pass(Duration.ofSeconds(10));

    cedar.pass(Duration.ofHours(2));
    web = web.dies(open(), 8);
    web.pass(A_WHILE);

    isAtRest();
    assertThat(cedar.cloud.operationsBegun()).isEqualTo(WISHED);
  }

  @Test
  void a_launch_that_failed_and_was_forgotten_is_made_up_for() {
    cedar.cloud.failNextMaking("NO_CAPACITY");
    begin();
    web.pass(Duration.ofSeconds(10));

    cedar.pass(Duration.ofHours(2));
    web = web.dies(open(), 8);
    web.pass(A_WHILE);

    isAtRest();
    assertThat(cedar.cloud.operationsBegun()).isEqualTo(WISHED + 1);
  }

  @Test
  void a_machine_whose_end_fails_is_ended_again() {
    grow();
    String machine = cedar.cloud.machines().keySet().iterator().next();
    cedar.cloud.failNextEnding();

    pool().terminate(new MachineId(machine), true);
    web.pass(A_WHILE);

    assertThat(cedar.cloud.machines()).hasSize(WISHED - 1).doesNotContainKey(machine);
    assertThat(pool().view().settled()).isTrue();
  }

  @Test
  void each_machine_has_an_address_which_goes_with_it() {
    grow();
    assertThat(addresses())
        .containsExactlyInAnyOrderElementsOf(cedar.cloud.machines().keySet());

    pool().setDesiredSize(1);
    web.pass(A_WHILE);

    assertThat(addresses()).containsExactlyElementsOf(cedar.cloud.machines().keySet());
  }

  /** The machine of each address. */
  private List<String> addresses() {
    return cedar.cloud.addresses().values().stream()
        .map(tags -> tags.get(OwnershipMarks.MACHINE_TAG))
        .toList();
  }

  private MachinePool pool() {
    return web.pool();
  }

  /** The pool has seen its empty cloud, and wishes for machines. */
  private void begin() {
    web.pass(Duration.ofMinutes(1));
    pool().setDesiredSize(WISHED);
  }

  private void grow() {
    begin();
    web.pass(A_WHILE);
  }

  /** Pool and cloud agree on the machines, and there are as many as wished. */
  private void isAtRest() {
    Set<String> counted = pool().view().machines().stream()
        .filter(Machine::allocated)
        .map(machine -> machine.id().value())
        .collect(Collectors.toSet());
    assertThat(pool().view().settled()).as("settled: %s", pool().view()).isTrue();
    assertThat(cedar.cloud.machines().keySet()).hasSize(WISHED).isEqualTo(counted);
  }
}

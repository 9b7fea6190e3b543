package io.cloudadapter.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ApiTypesTest {
  private static Machine machine(String id, MachineState state, ServiceState service) {
    return new Machine(
        new MachineId(id),
        state,
        service,
        Optional.empty(),
        List.of(),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        false,
        Map.of());
  }

  private static PoolView view(int desired, Machine... machines) {
    return new PoolView(
        new PoolName("web"),
        Instant.EPOCH,
        1,
        desired,
        PoolStatus.ACTIVE,
        List.of(machines),
        List.of());
  }

  @Test
  void countsWhatTheSpecificationCounts() {
    PoolView view = view(
        3,
        machine("a", MachineState.REQUESTED, ServiceState.UNKNOWN),
        machine("b", MachineState.PENDING, ServiceState.BOOTING),
        machine("c", MachineState.RUNNING, ServiceState.UNHEALTHY),
        machine("d", MachineState.RUNNING, ServiceState.OUT_OF_SERVICE),
        machine("e", MachineState.REJECTED, ServiceState.UNKNOWN),
        machine("f", MachineState.TERMINATING, ServiceState.IN_SERVICE),
        machine("g", MachineState.TERMINATED, ServiceState.OUT_OF_SERVICE));

    assertThat(view.size()).isEqualTo(new PoolSize(3, 4, 1));
    assertThat(view.size().effective()).isEqualTo(3);
    assertThat(view.settled()).isFalse();
  }

  @Test
  void isSettledWhenAsManyRunAsAreWanted() {
    Machine running = machine("a", MachineState.RUNNING, ServiceState.UNKNOWN);

    assertThat(view(1, running).settled()).isTrue();
    assertThat(view(2, running).settled()).isFalse();
    assertThat(view(0).settled()).isTrue();
    assertThat(
            view(0, machine("a", MachineState.TERMINATED, ServiceState.UNKNOWN)).settled())
        .isTrue();
    assertThat(view(0, machine("a", MachineState.TERMINATING, ServiceState.UNKNOWN))
            .settled())
        .isFalse();
  }

  @Test
  void isNotSettledWithoutARecentListOrWhileItIsNotActive() {
    Machine running = machine("a", MachineState.RUNNING, ServiceState.UNKNOWN);

    for (ListStatus listed : ListStatus.values()) {
      for (PoolStatus status : PoolStatus.values()) {
        PoolView view = new PoolView(
            new PoolName("web"), Instant.EPOCH, 1, 1, status, List.of(running), List.of(), listed);

        assertThat(view.settled())
            .as("%s, %s", status, listed)
            .isEqualTo(status == PoolStatus.ACTIVE && listed == ListStatus.RECENT);
      }
    }
  }

  @Test
  void anExceptionShowsItsReasonAndDetail() {
    PoolException plain = new PoolException(PoolException.Reason.CONFLICT, "it is frozen", "");
    PoolException told = new PoolException(
        PoolException.Reason.INVALID, "must be 0 to 20, was 21", "Raise maxSize.");

    assertThat(plain).hasToString("io.cloudadapter.api.PoolException: CONFLICT: it is frozen");
    assertThat(told)
        .hasToString(
            "io.cloudadapter.api.PoolException: INVALID: must be 0 to 20, was 21 (Raise maxSize.)");
    assertThat(told.retryAfter(Duration.ofSeconds(3)))
        .hasToString(
            "io.cloudadapter.api.PoolException: INVALID: must be 0 to 20, was 21 (Raise maxSize.)");
  }

  @Test
  void refusesIdsThatCouldMeanSomethingElse() {
    for (String wrong : List.of("", ".", "..", "a/b", "a b", "ä", "a\n", "x".repeat(129))) {
      assertThatThrownBy(() -> new MachineId(wrong)).isInstanceOf(IllegalArgumentException.class);
    }
    assertThat(new MachineId("name@2026-01-01_x~1.0")).hasToString("name@2026-01-01_x~1.0");
  }

  @Test
  void showsOddIdsWithoutTheirControlCharacters() {
    assertThatThrownBy(() -> new MachineId("a\u001b[31m\u202e" + "x".repeat(500)))
        .hasMessageContaining("\\u001b[31m\\u202e")
        .hasMessageEndingWith("…\"");
  }

  @Test
  void namesPoolsSoThatEveryCloudTakesThem() {
    assertThat(new PoolName("web-1")).hasToString("web-1");
    for (String wrong : List.of("", "1web", "Web", "web_1", "w".repeat(31))) {
      assertThatThrownBy(() -> new PoolName(wrong)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void aSizeThatCannotBeIsNone() {
    assertThatThrownBy(() -> new PoolSize(1, 1, 2)).hasMessageContaining("outOfService 2");
    assertThatThrownBy(() -> new PoolSize(-1, 0, 0)).hasMessageContaining("desiredSize -1");
  }

  @Test
  void anIdempotencyKeyIsPrintableAndShort() {
    assertThat(WriteOptions.none().idempotencyKey("order-4711").idempotencyKey())
        .contains("order-4711");
    for (String wrong : List.of("", "a b", "ä", "k".repeat(129))) {
      assertThatThrownBy(() -> WriteOptions.none().idempotencyKey(wrong))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}

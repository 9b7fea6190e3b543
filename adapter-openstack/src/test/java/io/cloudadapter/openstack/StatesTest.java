package io.cloudadapter.openstack;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.spi.MachineSighting;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatesTest {

  @ParameterizedTest(name = "{0} {1} is {2}, {3}")
  @CsvSource({
    "ACTIVE, '', RUNNING, NOT_ENDED",
    "ACTIVE, deleting, TERMINATING, NOT_ENDED",
    "BUILD, scheduling, REQUESTED, NOT_ENDED",
    "BUILD, networking, PENDING, NOT_ENDED",
    "BUILD, '', PENDING, NOT_ENDED",
    "BUILD, deleting, TERMINATING, NOT_ENDED",
    "ERROR, '', REJECTED, NOT_ENDED",
    "ERROR, deleting, TERMINATING, NOT_ENDED",
    "REBOOT, rebooting, RUNNING, NOT_ENDED",
    "HARD_REBOOT, rebooting_hard, RUNNING, NOT_ENDED",
    "PASSWORD, updating_password, RUNNING, NOT_ENDED",
    "REBUILD, rebuilding, RUNNING, NOT_ENDED",
    "MIGRATING, migrating, RUNNING, NOT_ENDED",
    "RESIZE, resize_prep, RUNNING, NOT_ENDED",
    "VERIFY_RESIZE, '', RUNNING, NOT_ENDED",
    "REVERT_RESIZE, resize_reverting, RUNNING, NOT_ENDED",
    "RESCUE, '', RUNNING, NOT_ENDED",
    "SHUTOFF, '', TERMINATED, STOPPED",
    "SHUTOFF, deleting, TERMINATING, NOT_ENDED",
    "PAUSED, '', TERMINATED, STOPPED",
    "SUSPENDED, '', TERMINATED, STOPPED",
    "SHELVED, '', TERMINATED, STOPPED",
    "SHELVED_OFFLOADED, '', TERMINATED, STOPPED",
    "SOFT_DELETED, '', TERMINATED, FINAL",
    "DELETED, '', TERMINATED, FINAL",
  })
  void everyStatusOfNovaHasItsState(
      String status, String task, MachineState state, MachineSighting.End end) {
    MachineSighting seen = sighting(status, task);

    assertThat(seen.state()).isEqualTo(state);
    assertThat(seen.end()).isEqualTo(end);
    assertThat(seen.stateKnown()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"UNKNOWN", "HIBERNATED", "active", "''"})
  void anyOtherIsPresentAndUnknown(String status) {
    MachineSighting seen = sighting(status, "");

    assertThat(seen.end()).isEqualTo(MachineSighting.End.NOT_ENDED);
    assertThat(seen.stateKnown()).isFalse();
  }

  private static MachineSighting sighting(String status, String task) {
    ObjectNode row = JsonNodeFactory.instance.objectNode();
    row.put("id", "14da512b-fb30-48aa-b021-378b91b852cc").put("status", status);
    row.put("OS-EXT-STS:task_state", task);
    row.putArray("tags");
    return ServerParser.sighting(row).orElseThrow();
  }
}

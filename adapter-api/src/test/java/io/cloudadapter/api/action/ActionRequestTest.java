package io.cloudadapter.api.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.MachineId;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ActionRequestTest {
  private static final MachineId MACHINE = new MachineId("i-1");
  private static final ActionRequest REBOOT =
      ActionRequest.of(MACHINE, new Action.Reboot(Action.Mode.SOFT));

  @Test
  void everyBuiltInTypeIsReadAsItIsWritten() {
    for (Action action : new Action[] {
      new Action.Reboot(Action.Mode.HARD),
      new Action.Snapshot("before the upgrade"),
      new Action.Snapshot(""),
      new Action.Restore("snap-1"),
      new Action.Start(),
      new Action.Stop(),
      new Action.Custom("Defragment", Map.of("disk", "sda"))
    }) {
      assertThat(Action.of(action.type(), action.parameters())).isEqualTo(action);
    }
  }

  @Test
  void builtInTypesAreKnownInAnyCaseAndModesToo() {
    assertThat(Action.of("REBOOT", Map.of("mode", "Hard")))
        .isEqualTo(new Action.Reboot(Action.Mode.HARD));
    assertThat(Action.of("reboot", Map.of())).isEqualTo(new Action.Reboot(Action.Mode.SOFT));
  }

  @Test
  void whatDoesNotBelongToTheTypeIsRefused() {
    assertThatThrownBy(() -> Action.of("Reboot", Map.of("name", "x")))
        .hasMessage("the parameters of Reboot may be mode, there was 'name'");
    assertThatThrownBy(() -> Action.of("Start", Map.of("mode", "soft")))
        .hasMessage("the parameters of Start may be none, there was 'mode'");
    assertThatThrownBy(() -> Action.of("Reboot", Map.of("mode", "gentle")))
        .hasMessage("mode must be soft or hard, was 'gentle'");
    assertThatThrownBy(() -> Action.of("Restore", Map.of()))
        .hasMessage("snapshot must be 1 to 255 printable characters, was ''");
    assertThatThrownBy(() -> Action.of("Snapshot", Map.of("name", "a\u001b[31m")))
        .hasMessage("name must be 0 to 255 printable characters, was 'a?[31m'");
  }

  @Test
  void typesHaveTheFormOfATypesName() {
    for (String wrong : new String[] {"", "defragment", "De fragment", "D".repeat(41), "Ä"}) {
      assertThatThrownBy(() -> Action.of(wrong, Map.of()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("type must be 1 to 40 letters and digits");
    }
    assertThatThrownBy(() -> new Action.Custom("Reboot", Map.of()))
        .hasMessage("type must not be one that is built in, was Reboot");
  }

  @Test
  void rangesAreChecked() {
    assertThatThrownBy(() -> REBOOT.after(Duration.ofHours(25)))
        .hasMessage("delay must be 0s to 1d, was 25h");
    assertThatThrownBy(() -> REBOOT.after(Duration.ofSeconds(-1))).hasMessageContaining("delay");
    assertThatThrownBy(() -> REBOOT.within(Duration.ZERO)).hasMessageContaining("within");
    assertThatThrownBy(() -> REBOOT.attempts(0)).hasMessage("attempts must be 1 to 10, was 0");
    assertThatThrownBy(() -> REBOOT.attempts(11)).hasMessage("attempts must be 1 to 10, was 11");
  }

  @Test
  void labelsAreThoseOfKubernetes() {
    Map<String, String> right = Map.of("app", "web", "example.com/team", "a_b.c", "empty", "");
    assertThat(REBOOT.labels(right).labels()).isEqualTo(right);
    assertThatThrownBy(() -> REBOOT.labels(Map.of("a b", "x"))).hasMessageContaining("'a b'");
    assertThatThrownBy(() -> REBOOT.labels(Map.of("a", "x/y"))).hasMessageContaining("label a");
    Map<String, String> many = new TreeMap<>();
    for (int i = 0; i < 17; i++) {
      many.put("l" + i, "");
    }
    assertThatThrownBy(() -> REBOOT.labels(many)).hasMessage("labels must be at most 16, were 17");
  }

  @Test
  void onlyThreePhasesAreNotTheEnd() {
    assertThat(ActionPhase.values())
        .filteredOn(phase -> !phase.ended())
        .containsExactly(ActionPhase.PENDING, ActionPhase.RUNNING, ActionPhase.PROBING);
  }
}

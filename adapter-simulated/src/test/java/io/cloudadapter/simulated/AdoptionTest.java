package io.cloudadapter.simulated;

import static io.cloudadapter.simulated.SimulatedCloudFixture.errorOf;
import static io.cloudadapter.simulated.SimulatedCloudFixture.marks;
import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.spi.CloudException.Conflict;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.feature.Adoption;
import io.cloudadapter.spi.feature.Labeling;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AdoptionTest {
  private static final OwnershipMarks OURS =
      new OwnershipMarks(SimulatedCloudFixture.WEB, SimulatedCloudFixture.LIFE, Optional.empty());
  private static final OwnershipMarks THEIRS =
      new OwnershipMarks(new PoolName("theirs"), SimulatedCloudFixture.LIFE, Optional.empty());

  private final SimulatedCloudFixture scene = new SimulatedCloudFixture();
  private final Adoption adoption = scene.provider.feature(Adoption.class).orElseThrow();
  private final Labeling relabel = scene.provider.feature(Labeling.class).orElseThrow();

  @Test
  void marksAFreeMachineAndMayRepeatIt() {
    MachineId id = scene.cloud.createMachine();

    adoption.mark(id, OURS, scene.call());
    adoption.mark(id, OURS, scene.call());

    assertThat(scene.truth(id).pool()).contains(SimulatedCloudFixture.WEB);
    assertThat(scene.truth(id).incarnation()).contains(SimulatedCloudFixture.LIFE);
  }

  @Test
  void leavesMachinesOfOthersAlone() {
    MachineId id = scene.cloud.createMachine("a", "small", Optional.of(THEIRS));

    assertThat(errorOf(() -> adoption.mark(id, OURS, scene.call())).conflict())
        .contains(Conflict.FOREIGN);
    assertThat(errorOf(() -> adoption.unmark(id, OURS, scene.call())).conflict())
        .contains(Conflict.FOREIGN);
    assertThat(scene.truth(id).pool()).contains(THEIRS.pool());
  }

  @Test
  void takesMarksOffUnderAnyKey() {
    MachineId id = scene.launch(1);

    adoption.unmark(id, OURS, scene.call());
    adoption.unmark(id, OURS, scene.call());

    assertThat(scene.truth(id).pool()).isEmpty();
    assertThat(scene.truth(id).key()).isEmpty();
  }

  @Test
  void findsNoMachineThatIsNotThere() {
    MachineId gone = scene.launch(1);
    scene.cloud.kill(gone);

    assertThat(errorOf(() -> adoption.mark(gone, marks(1), scene.call())).kind())
        .isEqualTo(Kind.NOT_FOUND);
    assertThat(
            errorOf(() -> relabel.label(gone, Map.of("a", "b"), scene.call())).kind())
        .isEqualTo(Kind.NOT_FOUND);
    adoption.unmark(gone, OURS, scene.call());
  }

  @Test
  void labelsBesideWhatIsThere() {
    MachineId id = scene.launch(1);

    relabel.label(id, Map.of("service", "UNHEALTHY"), scene.call());
    relabel.label(id, Map.of("service", "IN_SERVICE"), scene.call());

    assertThat(scene.truth(id).metadata())
        .containsEntry("service", "IN_SERVICE")
        .containsEntry("team", "blue");
  }
}

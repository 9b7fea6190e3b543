package io.cloudadapter.simulated;

import static io.cloudadapter.simulated.Scene.errorOf;
import static io.cloudadapter.simulated.Scene.marks;
import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.spi.Adoption;
import io.cloudadapter.spi.CloudException.Conflict;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.Marks;
import io.cloudadapter.spi.Relabel;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AdoptionTest {
  private static final Marks OURS = new Marks(Scene.WEB, Scene.LIFE, Optional.empty());
  private static final Marks THEIRS =
      new Marks(new PoolName("theirs"), Scene.LIFE, Optional.empty());

  private final Scene scene = new Scene();
  private final Adoption adoption = scene.provider.feature(Adoption.class).orElseThrow();
  private final Relabel relabel = scene.provider.feature(Relabel.class).orElseThrow();

  @Test
  void marksAFreeMachineAndMayRepeatIt() {
    MachineId id = scene.cloud.createMachine();

    adoption.mark(id, OURS, scene.call());
    adoption.mark(id, OURS, scene.call());

    assertThat(scene.truth(id).pool()).contains(Scene.WEB);
    assertThat(scene.truth(id).incarnation()).contains(Scene.LIFE);
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
  void takesMarksOffWhateverTheKey() {
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

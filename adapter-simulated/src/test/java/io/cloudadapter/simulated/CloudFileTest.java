package io.cloudadapter.simulated;

import static io.cloudadapter.simulated.SimulatedCloudFixture.errorOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Conflict;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.feature.Adoption;
import io.cloudadapter.spi.feature.Labeling;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CloudFileTest {
  @TempDir
  Path directory;

  private SimulatedCloudFixture at(Path file) {
    return new SimulatedCloudFixture(
        5, cloud -> cloud.file(file).maxPerKey(3).shownAfterEnd(Duration.ZERO));
  }

  /** All that must survive, as one comparable value. */
  private static List<Object> state(SimulatedCloudFixture scene) {
    return List.of(scene.cloud.machines(), scene.cloud.created(), scene.cloud.account());
  }

  @Test
  @Tag("proof")
  void aCutAtAnyByteReopensToWhatWasAnswered() throws Exception {
    Path file = directory.resolve("cloud");
    List<Long> sizes = new ArrayList<>();
    List<List<Object>> states = new ArrayList<>();
    SimulatedCloudFixture scene = at(file);
    scene.cloud.account();
    Runnable note = () -> {
      states.add(state(scene));
      sizes.add(file.toFile().length());
    };
    note.run();
    MachineId first = scene.launch(1);
    note.run();
    scene.launch(scene.frozen("b"), 2, 3);
    note.run();
    scene
        .provider
        .feature(Adoption.class)
        .orElseThrow()
        .unmark(first, SimulatedCloudFixture.marks(1), scene.call());
    note.run();
    scene.cloud.stop(first);
    note.run();
    scene.cloud.faults().next(RequestKind.LAUNCH, CloudFault.REJECT_LATER);
    scene.launch(3);
    note.run();
    scene.pass(Duration.ofSeconds(4));
    note.run();
    scene.cloud.close();
    byte[] whole = Files.readAllBytes(file);
    assertThat(sizes).isSorted().doesNotHaveDuplicates();

    for (int cut = 0; cut <= whole.length; cut++) {
      int frames = 0;
      while (frames < sizes.size() && sizes.get(frames) <= cut) {
        frames++;
      }
      Path copy = directory.resolve("cut");
      Files.write(copy, Arrays.copyOf(whole, cut));
      SimulatedCloudFixture reopened = at(copy);
      if (frames > 0) {
        assertThat(state(reopened)).as("cut at %s", cut).isEqualTo(states.get(frames - 1));
      } else {
        assertThat(reopened.cloud.created()).isEmpty();
      }
      if (cut % 100 == 0) {
        reopened.launch(9);
      }
      reopened.cloud.close();
    }
  }

  @Test
  void goesOnWhenAFullDiskHasRoomAgainAndForgetsNothing() throws Exception {
    Path disk = Files.createDirectory(directory.resolve("disk"));
    assumeTrue(does("mount", "-t", "tmpfs", "-o", "size=256k", "none", disk.toString()));
    try {
      Path file = disk.resolve("cloud");
      SimulatedCloudFixture scene = at(file);
      scene.launch(1);
      Path filler = disk.resolve("filler");
      assertThat(does("dd", "if=/dev/zero", "of=" + filler, "bs=4k")).isFalse();
      assertThatThrownBy(() -> {
            while (true) {
              scene.cloud.createMachine("a", "small", Optional.empty());
            }
          })
          .isInstanceOf(CloudException.class)
          .hasMessageContaining("No space left on device");
      Files.delete(filler);

      scene.launch(2);
      int there = scene.cloud.created().size();
      scene.cloud.close();
      assertThat(at(file).cloud.created()).hasSize(there);
    } finally {
      assertThat(does("umount", "-l", disk.toString())).isTrue();
    }
  }

  private static boolean does(String... command) throws IOException, InterruptedException {
    try {
      return new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false; // There is no such command here.
    }
  }

  @Test
  void anInterruptHarmsNoFile() {
    Path file = directory.resolve("cloud");
    SimulatedCloudFixture scene = at(file);
    scene.launch(1);
    Thread.currentThread().interrupt();
    try {
      scene.cloud.createMachine("a", "small", Optional.empty());
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
    scene.launch(2);
    scene.cloud.close();

    assertThat(at(file).cloud.created()).hasSize(3);
  }

  @Test
  void aTailOfZeroesIsDroppedAndDamageBeforeTheEndIsTold() throws Exception {
    Path file = directory.resolve("cloud");
    SimulatedCloudFixture scene = at(file);
    scene.launch(1);
    scene.launch(2);
    scene.cloud.close();
    byte[] whole = Files.readAllBytes(file);

    Files.write(file, Arrays.copyOf(whole, whole.length + 500));
    SimulatedCloudFixture padded = at(file);
    assertThat(padded.cloud.created()).hasSize(2);
    padded.cloud.close();

    byte[] damaged = whole.clone();
    damaged[60] ^= 1;
    Files.write(file, damaged);
    CloudException error = errorOf(() -> at(file).cloud.account());
    assertThat(error.kind()).isEqualTo(Kind.UNAVAILABLE);
    assertThat(error).hasMessageContaining("damaged at byte");
    assertThat(file).hasBinaryContent(damaged);
  }

  @Test
  void timeGoesOnWhileNoProcessHasItOpen() {
    Path file = directory.resolve("cloud");
    SimulatedCloudFixture before = at(file);
    PreparedLaunch request = before.frozen();
    MachineId id = before.launch(1);
    before.cloud.faults().next(RequestKind.LAUNCH, CloudFault.ACCEPT_LATE);
    errorOf(() -> before.launch(request, 2, 1));
    before.cloud.close();

    SimulatedCloudFixture after = at(file);
    after.pass(Duration.ofMinutes(1));

    assertThat(after.truth(id).state()).isEqualTo(MachineState.RUNNING);
    assertThat(after.cloud.created())
        .extracting(MachineCreation::key)
        .contains(Optional.of(SimulatedCloudFixture.key(2)));
    after.cloud.close();
  }

  @Test
  void keysIdsAndPlacesSurvive() {
    Path file = directory.resolve("cloud");
    SimulatedCloudFixture before = at(file);
    MachineId id = before.launch(1);
    MachineId dead = before.launch(2);
    before.cloud.kill(dead);
    before.cloud.close();

    SimulatedCloudFixture after = at(file);

    assertThat(after.launch(1)).isEqualTo(id);
    assertThat(errorOf(() -> after.launch(2)).conflict()).contains(Conflict.KEY_SPENT);
    assertThat(after.launch(3)).isNotIn(id, dead);
    assertThat(after.cloud.machines().stream().flatMap(m -> m.privateIps().stream()))
        .doesNotHaveDuplicates();
    after.cloud.close();
  }

  @Test
  void aFileHasOneCloudAtATime() {
    Path file = directory.resolve("cloud");
    SimulatedCloudFixture one = at(file);
    one.cloud.account();

    CloudException error = errorOf(() -> at(file).cloud.account());

    assertThat(error.kind()).isEqualTo(Kind.UNAVAILABLE);
    assertThat(error).hasMessageContaining("open already").hasMessageContaining("cloud");
    one.cloud.close();
    SimulatedCloudFixture two = at(file);
    assertThat(two.cloud.account()).isNotEmpty();
    two.cloud.close();
  }

  @Test
  void aFileThatGrewIsWrittenAnewWithNothingLost() throws Exception {
    Path file = directory.resolve("cloud");
    SimulatedCloudFixture scene = at(file);
    MachineId id = scene.launch(1);
    Labeling relabel = scene.provider.feature(Labeling.class).orElseThrow();
    for (int i = 0; i < 120; i++) {
      relabel.label(id, Map.of("note", i + "x".repeat(10_000)), scene.call());
    }
    List<Object> before = state(scene);
    assertThat(file.toFile().length()).isLessThan(1_000_000);
    scene.cloud.close();

    SimulatedCloudFixture after = at(file);
    assertThat(state(after)).isEqualTo(before);
    assertThat(after.launch(1)).isEqualTo(id);
    after.cloud.close();
  }

  @Test
  void onlyItsOwnerMayReadIt() throws Exception {
    Path file = directory.resolve("cloud");
    SimulatedCloudFixture scene = at(file);
    scene.launch(1);
    scene.cloud.close();

    if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-------");
    }
  }

  @Test
  void stoppedAndRejectedMachinesComeBackAsSuch() {
    Path file = directory.resolve("cloud");
    SimulatedCloudFixture before = at(file);
    MachineId stopped = before.launch(1);
    before.cloud.stop(stopped);
    List<MachineSighting> seen = before.cloud.machines();
    before.cloud.close();

    SimulatedCloudFixture after = at(file);
    assertThat(after.cloud.machines()).isEqualTo(seen);
    assertThat(after.truth(stopped).end()).isEqualTo(MachineSighting.End.STOPPED);
    after.cloud.close();
  }
}

package io.cloudadapter.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.Metric;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.PoolConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A library whose data directory is on a real file system that fills up, or becomes read-only. Only where this
 * process may mount one: elsewhere the tests over the simulated disk stand for them.
 */
class FullDiskTest {
  private static final Duration SOON = Duration.ofSeconds(60);

  @TempDir
  private Path scratch;

  private final ImmediateCloud cloud = new ImmediateCloud();
  private boolean mounted;

  private Path disk() {
    return scratch.resolve("disk");
  }

  private CloudAdapter.Builder pools() {
    return CloudAdapter.builder()
        .dataDirectory(disk().resolve("data"))
        .provider(cloud)
        .account(new AccountConfig("here", "plain", Map.of()))
        .pool(PoolConfig.named("web", "here", 20)
            .listInterval(Duration.ofMillis(20), Duration.ofMillis(50))
            .launchesPerHour(1000)
            .terminationsPerHour(1000)
            .missingListsUntilGone(2)
            .massDisappearanceShare(0.5)
            .build());
  }

  private void mount(String... arguments) throws IOException, InterruptedException {
    Files.createDirectories(disk());
    assumeTrue(does("mount", arguments), "this process may not mount a file system");
    mounted = true;
  }

  private static boolean does(String command, String... arguments)
      throws IOException, InterruptedException {
    java.util.List<String> line = new java.util.ArrayList<>(java.util.List.of(command));
    line.addAll(java.util.List.of(arguments));
    try {
      Process process = new ProcessBuilder(line)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start();
      return process.waitFor(60, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (IOException e) {
      return false; // There is no such command here.
    }
  }

  private boolean mountedAnew(Path image) {
    try {
      return does("umount", "-l", disk().toString())
          && does("mount", "-o", "loop", image.toString(), disk().toString())
          && does("touch", disk().resolve("probe").toString());
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @AfterEach
  void unmount() throws IOException, InterruptedException {
    if (mounted) {
      assertThat(does("umount", "-l", disk().toString())).isTrue();
    }
  }

  private static void await(String what, BooleanSupplier condition) {
    long until = System.nanoTime() + SOON.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime() - until).as("waiting until " + what).isNegative();
      LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
    }
  }

  /** Resizes until that is refused; the first refusal may be a commit in doubt. */
  private static PoolException resizeUntilRefused(MachinePool web) {
    while (true) {
      for (int size = 1; size <= 20; size++) {
        try {
          web.setDesiredSize(size);
        } catch (PoolException e) {
          return e;
        }
      }
    }
  }

  private static double metric(CloudAdapter adapter, String name) {
    return adapter.metrics().stream()
        .filter(metric -> metric.name().equals(name))
        .mapToDouble(Metric::value)
        .findFirst()
        .orElseThrow();
  }

  private void assertOut(CloudAdapter adapter, String cause) {
    MachinePool web = adapter.defaultPool();
    String named = disk().resolve("data/ledger") + " has failed: " + cause;
    await(
        "the alarm stands",
        () -> web.view().alarms().stream()
            .anyMatch(alarm -> alarm.code() == Alarm.Code.STORE_FAILED
                && alarm.message().contains(named)
                && alarm.message().contains(" bytes are free there")));
    assertThatThrownBy(() -> web.setDesiredSize(2))
        .isInstanceOfSatisfying(PoolException.class, refused -> {
          assertThat(refused.reason()).isEqualTo(Reason.UNAVAILABLE);
          assertThat(refused.getMessage()).contains(disk().toString(), cause);
        });
    assertThat(metric(adapter, "cloudadapter_store_up")).isZero();
    assertThat(adapter.unready()).hasValue("the ledger cannot be written");
    assertThat(adapter.beyondHelp()).isEmpty();
  }

  private static void assertServes(CloudAdapter adapter) throws InterruptedException {
    MachinePool web = adapter.defaultPool();
    try {
      await("the store serves again", () -> adapter.unready().isEmpty());
    } catch (AssertionError e) {
      throw new AssertionError("the alarms are " + web.view().alarms(), e);
    }
    web.setDesiredSize(3);
    PoolView view =
        web.await(v -> v.settled() && v.desiredSize() == 3 && v.alarms().isEmpty(), SOON);
    assertThat(view.size().allocated()).isEqualTo(3);
    assertThat(metric(adapter, "cloudadapter_store_up")).isEqualTo(1);
    assertThat(metric(adapter, "cloudadapter_store_reopenings_total")).isPositive();
  }

  @Test
  void goesOnByItselfWhenAFullDiskHasRoomAgain() throws Exception {
    mount("-t", "tmpfs", "-o", "size=1m", "none", disk().toString());
    try (CloudAdapter adapter = pools().open()) {
      adapter.defaultPool().setDesiredSize(1);
      adapter.defaultPool().await(PoolView::settled, SOON);
      Path filler = disk().resolve("filler");
      assertThat(does("dd", "if=/dev/zero", "of=" + filler, "bs=4k"))
          .as("dd has room")
          .isFalse();

      PoolException first = resizeUntilRefused(adapter.defaultPool());

      assertThat(first.getMessage() + first.detail()).contains("No space left on device");
      assertOut(adapter, "No space left on device");
      Files.delete(filler);
      assertServes(adapter);
    }
    try (CloudAdapter again = pools().open()) {
      assertThat(again.defaultPool().await(PoolView::settled, SOON).desiredSize())
          .isEqualTo(3);
    }
  }

  @Test
  void goesOnByItselfWhenAReadOnlyFileSystemIsMountedAnew() throws Exception {
    Path image = scratch.resolve("image");
    assumeTrue(
        does("dd", "if=/dev/zero", "of=" + image, "bs=1M", "count=8")
            && does("mkfs.ext4", "-q", "-F", image.toString()),
        "there is no mkfs.ext4 here");
    mount("-o", "loop", image.toString(), disk().toString());
    try (CloudAdapter adapter = pools().open()) {
      adapter.defaultPool().setDesiredSize(1);
      adapter.defaultPool().await(PoolView::settled, SOON);
      // What the kernel does when it finds such a file system in disorder.
      assumeTrue(does("mount", "-o", "remount,abort", disk().toString()), "no abort here");

      PoolException first = resizeUntilRefused(adapter.defaultPool());

      assertThat(first.getMessage() + first.detail()).contains("Read-only file system");
      assertOut(adapter, "Read-only file system");
      // The old mount ends only once the store has let go of its files.
      await("the image can be mounted to write", () -> mountedAnew(image));
      assertServes(adapter);
    }
  }
}

package io.cloudadapter.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The Debian package on a copy of this system. It takes root, dpkg and a mount namespace with an overlay; without one
 * of them, the test is skipped and gives the reason.
 */
class DebianPackageTest {
  private static final double MOST_EXPOSURE = 2.5;

  @TempDir
  private Path directory;

  private InstalledRelease.Result script(String... args) throws Exception {
    Path script = directory.resolve("test.sh");
    try (var in = DebianPackageTest.class.getResourceAsStream("/debian-package.sh")) {
      Files.write(script, in.readAllBytes());
    }
    return InstalledRelease.execute(
        Map.of(),
        directory,
        Stream.concat(
                Stream.of(
                    "unshare",
                    "--mount",
                    "sh",
                    script.toString(),
                    InstalledRelease.archive("_all.deb").toString()),
                Stream.of(args))
            .toList());
  }

  private void assumeACopyCanBeMade() throws Exception {
    InstalledRelease.Result tried;
    try {
      tried = script("prepare");
    } catch (IOException e) {
      tried = new InstalledRelease.Result(127, e.toString());
    }
    assumeThat(tried.code())
        .as("no copy of this system can be made here: " + tried.out())
        .isZero();
    assumeThat(Path.of("/usr/bin/dpkg")).as("this system has dpkg").exists();
  }

  @Test
  void is_installed_started_as_its_user_upgraded_removed_and_purged() throws Exception {
    assumeACopyCanBeMade();

    InstalledRelease.Result result = script();

    assertThat(result.code()).as(result.out()).isZero();
    List<String> lines = result.out().lines().toList();
    assertThat(lines)
        .filteredOn(line -> line.startsWith("fact: ") && !line.equals("fact: unit: verified"))
        .as(result.out())
        .containsExactly(
            "fact: installed",
            "fact: configuration: drwxr-x--- root:cloudadapter -rw-r----- root:cloudadapter",
            "fact: data: drwx------ cloudadapter:cloudadapter",
            "fact: archive of classes",
            "fact: prints its version as adapter",
            "fact: serves as cloudadapter",
            "fact: ended with 0",
            "fact: modes after the upgrade: drwxr-x--- root:cloudadapter -rw-r--r-- root:cloudadapter",
            "fact: upgraded, with the configuration as it was",
            "fact: ledger after the upgrade: drwx------ cloudadapter:cloudadapter",
            "fact: removed",
            "fact: configuration after the removal",
            "fact: purged",
            "fact: ledger after the purge",
            "fact: no data after the purge without a ledger",
            "fact: no user after the purge without a ledger");
    assertThat(result.out())
        .contains("/var/lib/cloudadapter is kept, since its ledger has the machines");
    if (!lines.contains("no systemd-analyze")) {
      assertThat(lines).contains("fact: unit: verified");
      assertThat(lines)
          .filteredOn(line -> line.startsWith("exposure: "))
          .as(result.out())
          .singleElement()
          .satisfies(line -> assertThat(Double.parseDouble(line.substring("exposure: ".length())))
              .isLessThanOrEqualTo(MOST_EXPOSURE));
    }
  }
}

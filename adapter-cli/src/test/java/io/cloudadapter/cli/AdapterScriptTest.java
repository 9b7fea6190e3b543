package io.cloudadapter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The script that starts the command line from a checkout, with stand-ins for Java and Maven. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class AdapterScriptTest {
  @TempDir
  private Path root;

  private void checkout() throws IOException {
    Files.createDirectories(root.resolve("adapter-cli/src/main"));
    Files.writeString(root.resolve("pom.xml"), "<project/>");
    Files.writeString(root.resolve("adapter-cli/pom.xml"), "<project/>");
    program(root.resolve("adapter"), Files.readString(Path.of("..", "adapter")));
    // Java reports its version, which a build asks for, or what it would have run.
    program(root.resolve("jdk/bin/java"), """
        #!/bin/sh
        if [ "$1" = -version ]; then
          echo asked >>"%1$s/asked"
          echo 'openjdk version "17.0.1"' >&2
        else
          ls "%1$s/adapter-cli/target/run" | grep -c 'jar$'
        fi
        """.formatted(root));
    program(root.resolve("jdk/bin/javac"), "#!/bin/sh\n");
    // Maven takes until the test has seen all commands begin.
    program(root.resolve("bin/mvn"), """
        #!/bin/sh
        echo built >>"%1$s/built"
        while [ ! -e "%1$s/go" ]; do sleep 0.05; done
        mkdir -p "%1$s/adapter-cli/target/lib"
        echo library >"%1$s/adapter-cli/target/lib/library.jar"
        echo cli >"%1$s/adapter-cli/target/adapter-cli.jar"
        """.formatted(root));
  }

  private static void program(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Process start(int number) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(root.resolve("adapter").toString(), "pool")
        .redirectErrorStream(true)
        .redirectOutput(root.resolve("out-" + number).toFile());
    builder.environment().put("JAVA_HOME", root.resolve("jdk").toString());
    builder
        .environment()
        .merge("PATH", root.resolve("bin").toString(), (path, ours) -> ours + ":" + path);
    return builder.start();
  }

  private List<String> lines(String file) throws IOException {
    return Files.exists(root.resolve(file)) ? Files.readAllLines(root.resolve(file)) : List.of();
  }

  @Test
  void threeCommandsAtOnceShareTheFirstBuild() throws Exception {
    checkout();
    List<Process> commands = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      commands.add(start(i));
    }
    while (lines("asked").size() < 3 || lines("built").isEmpty()) {
      Thread.onSpinWait();
    }
    Files.createFile(root.resolve("go"));

    for (int i = 0; i < 3; i++) {
      assertThat(commands.get(i).waitFor()).as(() -> "command").isZero();
      assertThat(lines("out-" + i)).as("command " + i).last().isEqualTo("2");
    }
    assertThat(lines("built")).as("builds").hasSize(1);
    assertThat(start(3).waitFor()).isZero();
    assertThat(lines("built")).as("builds").hasSize(1);
  }

  @Test
  void aBuildThatFailedIsMadeAgain() throws Exception {
    checkout();
    program(root.resolve("bin/mvn"), "#!/bin/sh\nexit 1\n");
    assertThat(start(0).waitFor()).isEqualTo(1);
    assertThat(lines("out-0")).last().isEqualTo("adapter: the build failed, see above");

    Files.createFile(root.resolve("go"));
    checkout();

    assertThat(start(1).waitFor()).isZero();
    assertThat(lines("out-1")).last().isEqualTo("2");
  }

  /** As a package or verify of the whole checkout leaves it. */
  private void packaged() throws IOException {
    checkout();
    Files.createFile(root.resolve("go"));
    Files.createDirectories(root.resolve("adapter-core/src/main"));
    Files.writeString(root.resolve("adapter-core/pom.xml"), "<project/>");
    write("adapter-core/target/adapter-core-1.0.jar", "core");
    write("adapter-cli/target/lib/adapter-core-1.0.jar", "core");
    write("adapter-cli/target/adapter-cli.jar", "cli");
  }

  private void write(String file, String text) throws IOException {
    Files.createDirectories(root.resolve(file).getParent());
    Files.writeString(root.resolve(file), text);
  }

  @Test
  void whatMavenHasPackagedIsNotBuiltAgain() throws Exception {
    packaged();

    assertThat(start(0).waitFor()).isZero();

    assertThat(lines("out-0")).last().isEqualTo("2");
    assertThat(lines("built")).isEmpty();
  }

  @Test
  void aSourceThatIsNewerThanItsPackageIsBuilt() throws Exception {
    packaged();
    write("adapter-core/src/main/Core.java", "class Core {}");
    Files.setLastModifiedTime(
        root.resolve("adapter-core/src/main/Core.java"), FileTime.fromMillis(4_000_000_000_000L));

    assertThat(start(0).waitFor()).isZero();

    assertThat(lines("built")).hasSize(1);
  }

  @Test
  void aModuleThatWasPackagedWithoutTheCommandLineIsBuilt() throws Exception {
    packaged();
    write("adapter-core/target/adapter-core-1.0.jar", "another core");

    assertThat(start(0).waitFor()).isZero();

    assertThat(lines("built")).hasSize(1);
  }
}

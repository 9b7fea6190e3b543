package io.cloudadapter.spi;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.spi.DurableFile.Access;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DurableFileTest {
  @TempDir
  private Path directory;

  /** Notes what is asked of the file system, and fails at one step if told to. */
  private static final class Noted extends DurableFile.Calls {
    final List<String> steps = new ArrayList<>();
    int failing = Integer.MAX_VALUE;

    private void step(String what) throws IOException {
      steps.add(what);
      if (steps.size() == failing) {
        throw new IOException("step " + failing + " fails");
      }
    }

    @Override
    void writeAndForce(Path file, DurableFile.Content content, Access access) throws IOException {
      step("write " + file.getFileName());
      super.writeAndForce(file, content, access);
    }

    @Override
    void force(FileOutputStream file) throws IOException {
      step("force");
      super.force(file);
    }

    @Override
    void rename(Path from, Path to) throws IOException {
      step("rename " + from.getFileName() + " to " + to.getFileName());
      super.rename(from, to);
    }

    @Override
    void forceNames(Path names) throws IOException {
      step("force names");
      super.forceNames(names);
    }
  }

  private void replace(Noted calls, String text) throws IOException {
    new DurableFile(calls)
        .replace(directory.resolve("f"), out -> out.write(text.getBytes(UTF_8)), Access.OWNER);
  }

  @Test
  void aFileGetsItsNameOnlyOnceItIsForced() throws IOException {
    Noted calls = new Noted();
    replace(calls, "new");

    assertThat(calls.steps)
        .containsExactly("write f.tmp", "force", "rename f.tmp to f", "force names");
    assertThat(directory.resolve("f")).hasContent("new");
  }

  @Test
  void afterAnyFailureTheFileIsTheOldOneOrTheNewOneAndNothingElseIsLeft() throws IOException {
    for (int step = 1; step <= 4; step++) {
      DurableFile.write(directory.resolve("f"), "old".getBytes(UTF_8), Access.OWNER);
      Noted calls = new Noted();
      calls.failing = step;

      assertThatThrownBy(() -> replace(calls, "new")).hasMessage("step " + step + " fails");
      assertThat(directory.resolve("f")).hasContent(step == 4 ? "new" : "old");
      assertThat(directory).isDirectoryNotContaining("glob:**.tmp");
    }
  }

  @Test
  void contentThatFailsLeavesTheOldFile() throws IOException {
    Path file = directory.resolve("f");
    DurableFile.write(file, "old".getBytes(UTF_8), Access.OWNER);

    assertThatThrownBy(() -> DurableFile.write(
            file,
            out -> {
              out.write(1);
              throw new IOException("no more");
            },
            Access.OWNER))
        .hasMessage("no more");

    assertThat(file).hasContent("old");
  }

  @Test
  void whatAnEarlierCrashHasLeftIsInNoWritersWay() throws IOException {
    Files.writeString(directory.resolve("f.tmp"), "half");

    DurableFile.write(directory.resolve("f"), "whole".getBytes(UTF_8), Access.OWNER);

    assertThat(directory.resolve("f")).hasContent("whole");
    assertThat(directory.resolve("f.tmp")).doesNotExist();
  }

  @Test
  void isClosedToOthersUnlessItIsForAll() throws IOException {
    DurableFile.write(directory.resolve("secret"), new byte[1], Access.OWNER);
    DurableFile.write(directory.resolve("public"), new byte[1], Access.ALL);
    DurableFile.createDirectories(directory.resolve("a/b"), Access.OWNER);

    assertThat(permissions("secret")).isEqualTo("rw-------");
    assertThat(permissions("public")).startsWith("rw-r");
    assertThat(permissions("a")).isEqualTo("rwx------");
    assertThat(permissions("a/b")).isEqualTo("rwx------");
    DurableFile.createDirectories(directory.resolve("a/b"), Access.OWNER);
    assertThatThrownBy(
            () -> DurableFile.createDirectories(directory.resolve("secret/c"), Access.OWNER))
        .isInstanceOf(IOException.class);
  }

  private String permissions(String name) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve(name)));
  }

  @Test
  void anInterruptHarmsNoFileAndStaysSet() throws IOException {
    Thread.currentThread().interrupt();
    try {
      DurableFile.write(directory.resolve("f"), "whole".getBytes(UTF_8), Access.OWNER);
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(directory.resolve("f")).hasContent("whole");
  }

  @Test
  void renamesAndDeletes() throws IOException {
    Path file = directory.resolve("f");
    DurableFile.write(file, new byte[3], Access.OWNER);
    DurableFile.rename(file, directory.resolve("g"));
    assertThat(file).doesNotExist();
    DurableFile.delete(directory.resolve("g"));
    DurableFile.delete(directory.resolve("g"));
    assertThat(directory).isEmptyDirectory();
  }
}

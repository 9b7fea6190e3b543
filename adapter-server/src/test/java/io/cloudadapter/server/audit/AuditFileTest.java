package io.cloudadapter.server.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.server.options.AuditConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file of the audit log, its rotation, and what happens when it cannot be written. */
class AuditFileTest {
  @TempDir
  private Path directory;

  private AuditFile open(int files) {
    Path file = directory.resolve("audit.jsonl");
    return new AuditFile(file, new AuditConfig(Optional.of(file), 4096, files, true));
  }

  private List<String> lines(String name) throws IOException {
    return Files.readAllLines(directory.resolve(name));
  }

  private List<String> names() throws IOException {
    try (Stream<Path> all = Files.list(directory)) {
      return all.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void onlyTheOwnerMayReadAnyOfItsFiles() throws IOException {
    try (AuditFile audit = open(3)) {
      for (int i = 0; i < 200; i++) {
        audit.write("line " + i + " ".repeat(50));
      }
    }
    for (String name : names()) {
      assertThat(
              PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve(name))))
          .isEqualTo("rw-------");
    }
  }

  @Test
  void aFullFileIsFollowedByTheNextAndTheOldestIsDeleted() throws IOException {
    try (AuditFile audit = open(3)) {
      for (int i = 100; i < 400; i++) {
        assertThat(audit.write("line " + i + "x".repeat(92))).isTrue();
      }
    }
    assertThat(names()).containsExactly("audit.jsonl", "audit.jsonl.1", "audit.jsonl.2");
    List<String> kept = new ArrayList<>(lines("audit.jsonl.2"));
    kept.addAll(lines("audit.jsonl.1"));
    kept.addAll(lines("audit.jsonl"));
    for (int i = 0; i < kept.size(); i++) {
      assertThat(kept.get(i)).startsWith("line " + (400 - kept.size() + i));
    }
    assertThat(Files.size(directory.resolve("audit.jsonl.1"))).isLessThanOrEqualTo(4096);
  }

  @Test
  void aSingleFileBeginsAnew() throws IOException {
    try (AuditFile audit = open(1)) {
      for (int i = 0; i < 100; i++) {
        audit.write("line " + i + "x".repeat(92));
      }
    }
    assertThat(names()).containsExactly("audit.jsonl");
    assertThat(Files.size(directory.resolve("audit.jsonl"))).isLessThanOrEqualTo(4096);
  }

  @Test
  void aLineThatWasCutOffEndsBeforeTheNext() throws IOException {
    Files.writeString(directory.resolve("audit.jsonl"), "{\"whole\":1}\n{\"cut");

    try (AuditFile audit = open(3)) {
      audit.write("{\"next\":1}");
    }
    assertThat(lines("audit.jsonl")).containsExactly("{\"whole\":1}", "{\"cut", "{\"next\":1}");
  }

  @Test
  void aFailureIsShownAndTriedAgain() throws IOException {
    try (AuditFile audit = open(2)) {
      // A directory in the place of the next file cannot be replaced, as it is not empty.
      Path blocked = Files.createDirectory(directory.resolve("audit.jsonl.1"));
      Path inside = Files.createFile(blocked.resolve("x"));
      boolean written = true;
      for (int i = 0; i < 100 && written; i++) {
        written = audit.write("line " + i + "x".repeat(92));
      }
      assertThat(written).isFalse();

      Files.delete(inside);
      Files.delete(blocked);
      assertThat(audit.isReady()).isTrue();
      assertThat(audit.write("after")).isTrue();
    }
    List<String> kept = lines("audit.jsonl");
    assertThat(kept.get(kept.size() - 1)).isEqualTo("after");
  }

  @Test
  void aClosedFileIsNotWritten() {
    AuditFile audit = open(2);
    audit.close();

    assertThat(audit.write("late")).isFalse();
    assertThat(audit.isReady()).isFalse();
  }
}

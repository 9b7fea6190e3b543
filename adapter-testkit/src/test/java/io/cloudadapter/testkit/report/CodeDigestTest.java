package io.cloudadapter.testkit.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CodeDigestTest {
  @TempDir
  private Path folder;

  @Test
  void is_that_of_the_bytes_of_a_jar() throws IOException {
    Path jar = Files.writeString(folder.resolve("a.jar"), "abc");

    assertThat(CodeDigest.sha256(jar))
        .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  }

  @Test
  void is_the_same_for_the_same_classes_in_another_place() throws IOException {
    assertThat(CodeDigest.sha256(classes("one", "A.class", "true")))
        .isEqualTo(CodeDigest.sha256(classes("two", "A.class", "true")));
  }

  @Test
  void changes_with_any_byte_and_any_name() throws IOException {
    String digest = CodeDigest.sha256(classes("one", "A.class", "true"));

    assertThat(CodeDigest.sha256(classes("two", "A.class", "lies"))).isNotEqualTo(digest);
    assertThat(CodeDigest.sha256(classes("three", "B.class", "true"))).isNotEqualTo(digest);
  }

  @Test
  void is_unknown_where_a_class_is_of_no_file() {
    assertThat(CodeDigest.sha256(String.class)).isEqualTo("unknown");
    assertThat(CodeDigest.sha256(CodeDigest.class)).matches("[0-9a-f]{64}");
  }

  private Path classes(String name, String file, String content) throws IOException {
    Path classes = Files.createDirectories(folder.resolve(name).resolve("com/acme"));
    Files.writeString(classes.resolve("Same.class"), "same");
    Files.writeString(classes.resolve(file), content);
    return folder.resolve(name);
  }
}

package io.cloudadapter.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class FileErrorTextTest {
  @Test
  @EnabledOnOs(OS.LINUX)
  void aDirectoryInThePlaceOfAFileIsNamedAsSuch(@TempDir Path directory) {
    IOException error = catchThrowableOfType(
        IOException.class, () -> Files.readString(directory, StandardCharsets.UTF_8));

    assertThat(FileErrorText.of(error)).isEqualTo("it is a directory");
  }

  @Test
  void theReasonIsForPeopleAndQuotesNothing() {
    assertThat(FileErrorText.of(new NoSuchFileException("/etc/k")))
        .isEqualTo("there is no such file");
    assertThat(FileErrorText.of(new AccessDeniedException("/etc/k"))).isEqualTo("access is denied");
    assertThat(FileErrorText.of(new MalformedInputException(1))).isEqualTo("it is not UTF-8");
    assertThat(FileErrorText.of(new IOException("token: s3cret")))
        .isEqualTo("the system cannot read it");
  }
}

package io.cloudadapter.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

class FileErrorTextTest {
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

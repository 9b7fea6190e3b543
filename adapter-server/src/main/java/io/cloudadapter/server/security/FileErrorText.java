package io.cloudadapter.server.security;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;

/** Explains why a file cannot be read. */
public final class FileErrorText {
  private FileErrorText() {}

  /**
   * The reason behind a failed read.
   *
   * @param failure what Java says
   * @return the same for people, without the file's name where Java says only that
   */
  public static String of(IOException failure) {
    if (failure instanceof NoSuchFileException) {
      return "there is no such file";
    }
    return failure instanceof AccessDeniedException
        ? "access is denied"
        : String.valueOf(failure.getMessage());
  }
}

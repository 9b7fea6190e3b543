package io.cloudadapter.http;

import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;

/** Puts into words why a file of an account cannot be read, for error messages that have its name. */
public final class FileErrorText {
  private FileErrorText() {}

  /**
   * Returns the words for a failure.
   *
   * @param failure what the read threw
   * @return the reason, which names no Java class and quotes nothing of the file
   */
  public static String of(Exception failure) {
    if (failure instanceof NoSuchFileException) {
      return "there is no such file";
    }
    if (failure instanceof AccessDeniedException) {
      return "access is denied";
    }
    if (String.valueOf(failure.getMessage()).endsWith("Is a directory")) {
      return "it is a directory"; // As of a mount where a file is missing.
    }
    return failure instanceof CharacterCodingException
        ? "it is not UTF-8"
        : "the system cannot read it";
  }
}

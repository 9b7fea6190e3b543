package io.cloudadapter.cli.terminal;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** A file named by the user. */
public final class TextFile {
  private TextFile() {}

  /**
   * Its text.
   *
   * @throws IllegalArgumentException if it cannot be read, or is no text
   */
  public static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException(file + " cannot be read: there is no such file", e);
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(file + " cannot be read: it must be text in UTF-8", e);
    } catch (AccessDeniedException e) {
      throw new IllegalArgumentException(file + " cannot be read: access is denied", e);
    } catch (IOException e) {
      throw new IllegalArgumentException(file + " cannot be read: " + e.getMessage(), e);
    }
  }
}

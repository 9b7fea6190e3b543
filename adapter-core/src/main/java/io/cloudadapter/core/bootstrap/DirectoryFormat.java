package io.cloudadapter.core.bootstrap;

import io.cloudadapter.spi.DurableFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The number of a data directory's format, which determines its files and their purpose. The file {@code format} in
 * the directory holds the number.
 *
 * <pre>
 *   1   ledger/, ledger.key; without a number
 *   2   the file format holds the number; ledger/marker tells how far the log was durable
 *   3   as 2, while ledger-restored/ takes the place of ledger/: each start finishes that, and the number is 2 again
 * </pre>
 */
public final class DirectoryFormat {
  /** What is written. */
  static final int CURRENT = 2;

  /** What is written while a restored ledger takes the place of the present one. */
  static final int SWITCHING = 3;

  private static final Logger LOG = LoggerFactory.getLogger(DirectoryFormat.class);
  private static final int UNNUMBERED = 1;
  private static final String NAME = "cloud-adapter data ";
  private static final Pattern FORM = Pattern.compile(NAME + "([1-9][0-9]{0,8})\\R?");

  private final Path directory;

  public DirectoryFormat(Path directory) {
    this.directory = directory;
  }

  private Path file() {
    return directory.resolve("format");
  }

  /**
   * The number that the directory has; empty if it has no number that can be read.
   *
   * @throws UncheckedIOException if the file cannot be read
   */
  private Optional<Integer> number() {
    try {
      Matcher form = FORM.matcher(Files.readString(file(), StandardCharsets.ISO_8859_1));
      return form.matches() ? Optional.of(Integer.valueOf(form.group(1))) : Optional.empty();
    } catch (NoSuchFileException e) {
      return Optional.of(UNNUMBERED);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file(), e);
    }
  }

  /** Why this version cannot use the directory; empty if it can. */
  public Optional<String> problem() {
    try {
      Optional<Integer> number = number();
      if (number.isEmpty()) {
        return Optional.of(file() + " must hold one line, \"" + NAME + CURRENT
            + "\", and holds something else; restore it from a backup");
      }
      return number.get() <= SWITCHING
          ? Optional.empty()
          : Optional.of(directory + " is of format " + number.get()
              + ", and this version reads formats " + UNNUMBERED + " to " + SWITCHING
              + "; use the version that wrote it, or a newer one");
    } catch (UncheckedIOException e) {
      return Optional.of(e.getMessage() + ": " + e.getCause());
    }
  }

  /** Whether a restored ledger is on its way into the place of the present one. */
  boolean isSwitching() {
    return number().filter(number -> number == SWITCHING).isPresent();
  }

  /** Writes a number; it is durable on return. */
  void write(int number) throws IOException {
    DurableFile.write(
        file(),
        (NAME + number + "\n").getBytes(StandardCharsets.ISO_8859_1),
        DurableFile.Access.OWNER);
  }

  /** What the next start does about an earlier format; empty if there is nothing to do. */
  Optional<String> pending() {
    Optional<Integer> number = problem().isPresent() ? Optional.empty() : number();
    return number
        .filter(found -> found < CURRENT && Files.exists(directory.resolve("ledger")))
        .map(found -> directory + " is of format " + found
            + "; the next start writes it as format " + CURRENT
            + ", which earlier versions do not know");
  }

  /**
   * Makes the directory one of the current format, and reports it.
   *
   * @throws UncheckedIOException if that cannot be written
   */
  void upgrade() {
    int found = number().orElse(CURRENT);
    if (found >= CURRENT) {
      return;
    }
    boolean used = Files.exists(directory.resolve("ledger"));
    try {
      write(CURRENT);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file(), e);
    }
    if (used) {
      LOG.info("data directory {}: format {} is now format {}", directory, found, CURRENT);
    }
  }
}

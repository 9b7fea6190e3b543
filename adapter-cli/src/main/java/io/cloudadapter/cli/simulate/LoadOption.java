package io.cloudadapter.cli.simulate;

import io.cloudadapter.cli.terminal.TextFile;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.simulation.LoadProfile;
import java.io.IOException;
import java.nio.file.Path;

/** Reads the load of a simulation: a table in a file, or a pattern by its name. */
final class LoadOption {
  private LoadOption() {}

  /**
   * Reads it.
   *
   * @param load as given on the command line
   * @param chosen whose maxSize bounds the sizes
   * @throws IllegalArgumentException if it is neither a table nor a pattern, or asks for more than maxSize
   * @throws IOException if the file cannot be read
   */
  static LoadProfile of(String load, PoolConfig chosen) throws IOException {
    if (LoadProfile.patterns().contains(load)) {
      return LoadProfile.named(load, chosen.maxSize());
    }
    if (!load.contains(".") && !load.contains("/")) {
      // Not a file by its looks; the complaint names the patterns.
      return LoadProfile.named(load, chosen.maxSize());
    }
    LoadProfile read = table(Path.of(load));
    if (read.most() > chosen.maxSize()) {
      throw new IllegalArgumentException(load + ": sizes must be at most " + chosen.maxSize()
          + ", the maxSize of pool " + chosen.name() + ", was " + read.most());
    }
    return read;
  }

  private static LoadProfile table(Path file) throws IOException {
    String text = TextFile.read(file);
    try {
      return LoadProfile.csv(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
    }
  }
}

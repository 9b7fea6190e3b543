package io.cloudadapter.server.reload;

import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

/**
 * Notices that a configuration file, or a file that it reads secrets from, has other contents. It compares contents,
 * so a link that leads elsewhere counts, and a file that was only touched does not. One thread at a time may use it.
 */
public final class ConfigFileWatch {
  private final Supplier<List<Path>> files;
  private String applied;
  private String seen;

  /**
   * A watch that takes what is there now as applied.
   *
   * @param files the files, asked at each look: a file may name others than before
   */
  public ConfigFileWatch(Supplier<List<Path>> files) {
    this.files = files;
    this.applied = digest();
    this.seen = applied;
  }

  /**
   * Looks at the files, some seconds after the look before.
   *
   * @return whether they have changed since the last time that this was true, and are the same as at the look before:
   *     so a file that is still being written is left alone
   */
  public boolean changed() {
    String now = digest();
    boolean stable = now.equals(seen);
    seen = now;
    if (!stable || now.equals(applied)) {
      return false;
    }
    applied = now;
    return true;
  }

  private String digest() {
    Hasher hasher = Hashing.sha256().newHasher();
    for (Path file : files.get()) {
      try {
        byte[] contents = Files.readAllBytes(file);
        hasher.putInt(contents.length).putBytes(contents);
      } catch (IOException e) {
        hasher.putInt(-1).putString(e.getClass().getName(), StandardCharsets.UTF_8);
      }
    }
    return hasher.hash().toString();
  }
}

package io.cloudadapter.server.config;

import io.cloudadapter.api.Secret;
import io.cloudadapter.server.security.FileErrorText;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads secrets from the places that the configuration names: {@code file:PATH} from a file, {@code env:NAME} from
 * the environment, {@code literal:TEXT} or any other text as it is.
 */
final class SecretReference {
  private static final long LONGEST = 1 << 20;

  private final Path directory;
  private final Map<String, String> environment;
  private final ConfigErrors faults;
  private final List<Path> files = new ArrayList<>();
  private final boolean literal;

  SecretReference(Path directory, Map<String, String> environment, ConfigErrors faults) {
    this(directory, environment, faults, false);
  }

  private SecretReference(
      Path directory, Map<String, String> environment, ConfigErrors faults, boolean literal) {
    this.literal = literal;
    this.directory = directory;
    this.environment = environment;
    this.faults = faults;
  }

  /** Takes texts as they are, and refuses every other place: for what callers of the API send. */
  static SecretReference literals(ConfigErrors faults) {
    return new SecretReference(Path.of(""), Map.of(), faults, true);
  }

  /** A path as the file means it: relative to the file's own directory. */
  Path path(String path, String text, int line) {
    if (literal) {
      faults.add(path, "is for the configuration file of the server only: it names a file", line);
      return directory;
    }
    try {
      return directory.resolve(text).normalize();
    } catch (InvalidPathException e) {
      faults.add(path, "is no path of a file: " + e.getReason(), line);
      return directory;
    }
  }

  /** The files that secrets were read from. */
  List<Path> files() {
    return List.copyOf(files);
  }

  Optional<Secret> resolve(String path, String text, int line) {
    if (literal && (text.startsWith("file:") || text.startsWith("env:"))) {
      faults.add(
          path,
          "must be the text itself: files and environment variables are for the configuration file"
              + " of the server only",
          line);
      return Optional.empty();
    }
    if (text.startsWith("file:")) {
      return file(path, path(path, text.substring("file:".length()), line), line);
    }
    if (text.startsWith("env:")) {
      return variable(path, text.substring("env:".length()), line);
    }
    return Optional.of(
        Secret.of(text.startsWith("literal:") ? text.substring("literal:".length()) : text));
  }

  private Optional<Secret> file(String path, Path file, int line) {
    try {
      if (Files.size(file) > LONGEST) {
        faults.add(path, "names " + file + ", which is longer than " + LONGEST + " bytes", line);
        return Optional.empty();
      }
      String text = Files.readString(file);
      if (text.isEmpty()) {
        faults.add(path, "names " + file + ", which is empty", line);
        return Optional.empty();
      }
      files.add(file);
      return Optional.of(
          Secret.of(text.endsWith("\n") ? text.substring(0, text.length() - 1) : text));
    } catch (CharacterCodingException e) {
      faults.add(path, "names " + file + ", which is not UTF-8", line);
    } catch (IOException e) {
      faults.add(path, "names " + file + ", which cannot be read: " + FileErrorText.of(e), line);
    }
    return Optional.empty();
  }

  private Optional<Secret> variable(String path, String name, int line) {
    String value = environment.get(name);
    if (value == null || value.isEmpty()) {
      faults.add(path, "names environment variable " + name + ", which is not set", line);
      return Optional.empty();
    }
    return Optional.of(Secret.of(value));
  }
}

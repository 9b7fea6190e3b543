package io.cloudadapter.spi;

import java.net.URL;
import java.security.CodeSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The versions of a third-party library that some code needs on the class path or module path. The user's dependency
 * management may have chosen others; {@link #problem} then explains why the code cannot start.
 *
 * @param library its name in messages
 * @param oldest the oldest version that works
 * @param tested the version that the code is built and tested with
 * @param bom the BOM that sets one version for all its parts, as {@code GROUP:ARTIFACT}
 * @param parts the name of a class in each part, by the part's name
 */
public record LibraryVersions(
    String library, String oldest, String tested, String bom, Map<String, String> parts) {
  private static final Pattern VERSION_OF_FILE = Pattern.compile("-(\\d[\\w.+-]*)\\.jar$");

  /** Checks and copies the values. */
  public LibraryVersions {
    Objects.requireNonNull(library, "library");
    Objects.requireNonNull(oldest, "oldest");
    Objects.requireNonNull(tested, "tested");
    Objects.requireNonNull(bom, "bom");
    parts = Map.copyOf(parts);
  }

  /**
   * Returns the versions that are present. It leaves out a part that is missing, or whose jar has no version.
   *
   * @param loader the loader of the library's classes
   * @return versions by part
   */
  public Map<String, String> found(ClassLoader loader) {
    Map<String, String> found = new TreeMap<>();
    parts.forEach((part, type) -> {
      String version = version(type, loader);
      if (version != null) {
        found.put(part, version);
      }
    });
    return found;
  }

  /**
   * Returns why the versions that are present cannot be used.
   *
   * @param loader the loader of the library's classes
   * @return a sentence with the version found, the version needed and what to do; empty if they fit
   */
  public Optional<String> problem(ClassLoader loader) {
    return problem(found(loader));
  }

  Optional<String> problem(Map<String, String> found) {
    Map<String, String> parts = new LinkedHashMap<>();
    new TreeMap<>(found).forEach((part, version) -> parts.putIfAbsent(version, part));
    if (parts.size() > 1) {
      return Optional.of(library + " is on the path in " + parts.size() + " versions, "
          + new TreeSet<>(parts.keySet())
              .stream()
                  .map(version -> version + " (" + parts.get(version) + ")")
                  .collect(Collectors.joining(" and "))
          + ", and all its parts are needed in one version, " + oldest + " or newer; " + remedy());
    }
    return parts.keySet().stream()
        .filter(version -> older(version, oldest))
        .findFirst()
        .map(version -> library + " " + version + " is on the path, and " + oldest
            + " or newer is needed; " + remedy());
  }

  private String remedy() {
    return "import " + bom + ":" + tested
        + " in your dependency management before any BOM that manages " + library
        + ", as Spring Boot's does";
  }

  /** Compares the numbers at the front of two versions and ignores what follows them. */
  private static boolean older(String version, String bound) {
    String[] left = version.split("[^0-9]+");
    String[] right = bound.split("[^0-9]+");
    for (int i = 0; i < right.length; i++) {
      int difference = Integer.compare(number(left, i), number(right, i));
      if (difference != 0) {
        return difference < 0;
      }
    }
    return false;
  }

  private static int number(String[] parts, int index) {
    return index < parts.length && !parts[index].isEmpty() && parts[index].length() < 10
        ? Integer.parseInt(parts[index])
        : 0;
  }

  private static @Nullable String version(String type, ClassLoader loader) {
    Class<?> found;
    try {
      found = Class.forName(type, false, loader);
    } catch (ClassNotFoundException | LinkageError e) {
      // A missing part has no version; code that needs it fails with its own error.
      return null;
    }
    if (found.getModule().isNamed()) {
      return found.getModule().getDescriptor().rawVersion().orElseGet(() -> versionOfFile(found));
    }
    String packaged = found.getPackage().getImplementationVersion();
    return packaged != null ? packaged : versionOfFile(found);
  }

  private static @Nullable String versionOfFile(Class<?> type) {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    URL place = source == null ? null : source.getLocation();
    if (place == null) {
      return null;
    }
    Matcher name = VERSION_OF_FILE.matcher(place.getPath());
    return name.find() ? name.group(1) : null;
  }
}

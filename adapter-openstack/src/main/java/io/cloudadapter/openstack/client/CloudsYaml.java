package io.cloudadapter.openstack.client;

import io.cloudadapter.http.FileErrorText;
import io.cloudadapter.spi.config.SpellingSuggestion;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * One cloud of {@code clouds.yaml}, with {@code secure.yaml} and {@code clouds-public.yaml} beside it, as OpenStack's
 * own clients read them: what is in secure.yaml goes before, what a profile says comes last.
 */
final class CloudsYaml {
  /** A file that cannot be used; its message names the file and what is wrong, and holds no value of it. */
  static final class Unusable extends Exception {
    private static final long serialVersionUID = 1L;

    Unusable(String message) {
      super(message);
    }
  }

  private CloudsYaml() {}

  /**
   * Reads a cloud.
   *
   * @param places where the file may be, the first that exists counts
   * @param cloud which one
   * @return its values by name, those of {@code auth} among them
   */
  static Map<String, String> read(List<Path> places, String cloud) throws Unusable {
    Path file = places.stream()
        .filter(Files::isRegularFile)
        .findFirst()
        .orElseThrow(() -> new Unusable("there is no clouds.yaml; looked for " + places));
    Map<String, String> values = new TreeMap<>();
    Map<?, ?> clouds = section(file, "clouds");
    Object named = clouds.get(cloud);
    if (!(named instanceof Map<?, ?> found)) {
      throw new Unusable(file + " has no cloud " + cloud + unlike(cloud, clouds));
    }
    Path secure = file.resolveSibling("secure.yaml");
    if (Files.isRegularFile(secure)
        && section(secure, "clouds").get(cloud) instanceof Map<?, ?> more) {
      gather(more, values);
    }
    gather(found, values);
    Optional<String> profile = Optional.ofNullable(values.remove("profile"))
        .or(() -> Optional.ofNullable(values.get("cloud")));
    values.remove("cloud");
    if (profile.isPresent()) {
      gatherProfile(file.resolveSibling("clouds-public.yaml"), profile.get(), values);
    }
    return values;
  }

  private static void gatherProfile(Path file, String profile, Map<String, String> values)
      throws Unusable {
    boolean there = Files.isRegularFile(file);
    if (!there || !(section(file, "public-clouds").get(profile) instanceof Map<?, ?> more)) {
      throw new Unusable("profile " + profile + " is not in " + file);
    }
    gather(more, values);
  }

  private static String unlike(String cloud, Map<?, ?> clouds) {
    List<String> names = clouds.keySet().stream().map(String::valueOf).toList();
    return SpellingSuggestion.to(cloud, names)
        .map(near -> "; did you mean " + near + "?")
        .orElse("; it has " + names);
  }

  /** Adds what is not there yet: all that is plain, and what is plain in {@code auth}. */
  private static void gather(Map<?, ?> cloud, Map<String, String> values) {
    if (cloud.get("auth") instanceof Map<?, ?> auth) {
      auth.forEach((name, value) -> put(String.valueOf(name), value, values));
    }
    cloud.forEach((name, value) -> put(String.valueOf(name), value, values));
    // A single region is one that was meant.
    if (cloud.get("regions") instanceof List<?> regions && regions.size() == 1) {
      put("region_name", regions.get(0), values);
    }
  }

  private static void put(String name, @Nullable Object value, Map<String, String> values) {
    if (value instanceof String || value instanceof Number || value instanceof Boolean) {
      values.putIfAbsent(name, value.toString());
    }
  }

  private static Map<?, ?> section(Path file, String name) throws Unusable {
    LoaderOptions options = new LoaderOptions();
    options.setAllowDuplicateKeys(false);
    options.setMaxAliasesForCollections(50);
    try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      Object read = new Yaml(new SafeConstructor(options)).load(reader);
      if (read instanceof Map<?, ?> root && root.get(name) instanceof Map<?, ?> section) {
        return section;
      }
      throw new Unusable(file + " has no " + name);
    } catch (YAMLException e) {
      // Its message quotes the line, which may hold a password.
      throw new Unusable(file + " is not YAML that can be read");
    } catch (IOException | InvalidPathException e) {
      throw new Unusable(file + " cannot be read: " + FileErrorText.of(e));
    }
  }
}

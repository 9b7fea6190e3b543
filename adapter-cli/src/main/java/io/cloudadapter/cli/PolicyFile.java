package io.cloudadapter.cli;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.scaling.DeletionPolicy;
import io.cloudadapter.api.scaling.Policy;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;

/** A file with one policy, or a list of them, in YAML or JSON, as Senlin's clients take them. */
final class PolicyFile {
  private PolicyFile() {}

  /**
   * Reads the policies.
   *
   * @throws IllegalArgumentException naming the file, the policy's place in it, and what is wrong
   */
  static List<Policy> read(Path file) throws IOException {
    Object whole = yaml(file, TextFile.read(file));
    List<?> specs = whole instanceof List<?> list ? list : List.of(whole);
    List<Policy> policies = new ArrayList<>();
    for (Object spec : specs) {
      String place =
          specs.size() == 1 ? file + ": " : file + ": policy " + (policies.size() + 1) + ": ";
      policies.add(policy(place, spec));
    }
    if (policies.isEmpty()) {
      throw new IllegalArgumentException(file + ": must hold at least one policy, was []");
    }
    return policies;
  }

  private static Policy policy(String place, Object spec) {
    if (!(spec instanceof Map<?, ?> map)) {
      throw new IllegalArgumentException(
          place + "must be a mapping with type, version and properties, was " + spec);
    }
    Policy policy;
    try {
      policy = Policy.parse(named(place, map));
    } catch (PoolException refusal) {
      String detail = refusal.detail().isBlank() ? "" : " (" + refusal.detail() + ")";
      throw new IllegalArgumentException(place + refusal.getMessage() + detail, refusal);
    }
    if (policy instanceof DeletionPolicy) {
      throw new IllegalArgumentException(
          place + "a deletion policy chooses among machines of a pool,"
              + " and decides nothing about sizes; leave it out");
    }
    return policy;
  }

  private static Map<String, Object> named(String place, Map<?, ?> map) {
    Map<String, Object> named = new LinkedHashMap<>();
    map.forEach((key, value) -> {
      if (!(key instanceof String name)) {
        throw new IllegalArgumentException(place + "keys must be words, was " + key);
      }
      named.put(name, value);
    });
    return named;
  }

  private static Object yaml(Path file, String text) {
    LoaderOptions options = new LoaderOptions();
    options.setAllowDuplicateKeys(false);
    // A policy needs none, and one that holds itself would never end.
    options.setMaxAliasesForCollections(0);
    Object read;
    try {
      read = new Yaml(new SafeConstructor(options)).load(text);
    } catch (YAMLException e) {
      throw new IllegalArgumentException(
          file + " is not YAML: "
              + String.valueOf(e.getMessage()).lines().findFirst().orElse(""),
          e);
    }
    if (read == null) {
      throw new IllegalArgumentException(file + " is empty; it must hold a policy");
    }
    return read;
  }
}

package io.cloudadapter.server.config;

import io.cloudadapter.api.scaling.DeletionPolicy;
import io.cloudadapter.api.scaling.Policy;
import io.cloudadapter.server.security.FileErrorText;
import io.cloudadapter.spi.config.ConfigError;
import io.cloudadapter.spi.config.ConfigException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A file with one policy, or a list of them, in YAML or JSON, as Senlin's clients accept them. Each is read as in a
 * pool's configuration.
 */
public final class PolicyFile {
  private PolicyFile() {}

  /**
   * Reads the policies that decide about sizes and places.
   *
   * @param file the file
   * @return one or more, in their order
   * @throws ConfigException with everything that is wrong, each with the policy's place and line
   */
  public static List<Policy> read(Path file) {
    ConfigErrors faults = new ConfigErrors();
    List<Policy> policies = new ArrayList<>();
    YamlReader.node(text(file), "it must hold a policy", faults).ifPresent(node -> {
      if (node instanceof YamlNode.Sequence list) {
        for (int i = 0; i < list.items().size(); i++) {
          add("policy " + (i + 1), list.items().get(i), policies, faults);
        }
        if (list.items().isEmpty()) {
          faults.add("", "must hold at least one policy, was []", list.line());
        }
      } else {
        add("", node, policies, faults);
      }
    });
    if (faults.count() > 0) {
      throw new ConfigException(
          faults.list().stream().map(fault -> in(file, fault)).toList());
    }
    return policies;
  }

  private static void add(String where, YamlNode node, List<Policy> policies, ConfigErrors faults) {
    if (!(node instanceof YamlNode.Mapping spec)) {
      faults.add(
          where,
          "must be a mapping with type, version and properties, was " + node.kind(),
          node.line());
      return;
    }
    PolicySpecReader.read(where, spec, faults).ifPresent(policy -> {
      if (policy instanceof DeletionPolicy) {
        faults.add(
            where,
            "a deletion policy chooses among machines of a pool, and decides nothing about sizes;"
                + " leave it out",
            spec.line());
      }
      policies.add(policy);
    });
  }

  private static ConfigError in(Path file, ConfigError fault) {
    boolean whole = fault.key().equals(ConfigErrors.WHOLE);
    return new ConfigError(whole ? file.toString() : file + " " + fault.key(), fault.problem());
  }

  private static String text(Path file) {
    String problem;
    try {
      return Files.readString(file);
    } catch (CharacterCodingException e) {
      problem = "must be text in UTF-8";
    } catch (IOException e) {
      problem = "cannot be read: " + FileErrorText.of(e);
    }
    throw new ConfigException(List.of(new ConfigError(file.toString(), problem)));
  }
}

package io.cloudadapter.health;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The commands of the operator's that pools may name. They come from the server's files or from the program, never from
 * an API.
 *
 * @param byName for each name the program and its first arguments; the machine's address is the last argument
 */
public record ProbeCommands(Map<String, List<String>> byName) {

  /**
   * Copies the commands.
   *
   * @throws IllegalArgumentException if a command names no program
   */
  public ProbeCommands {
    Map<String, List<String>> copy = new LinkedHashMap<>();
    byName.forEach((name, command) -> {
      if (command.isEmpty() || command.get(0).isBlank()) {
        throw new IllegalArgumentException(
            "command " + name + " must name a program and its arguments, was " + command);
      }
      copy.put(name, List.copyOf(command));
    });
    byName = copy;
  }

  /**
   * There are no commands.
   *
   * @return no commands
   */
  public static ProbeCommands none() {
    return new ProbeCommands(Map.of());
  }

  Optional<List<String>> find(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  /**
   * The names that pools may use.
   *
   * @return the names
   */
  public Set<String> names() {
    return Set.copyOf(byName.keySet());
  }
}

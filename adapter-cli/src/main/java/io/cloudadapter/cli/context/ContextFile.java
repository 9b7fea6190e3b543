package io.cloudadapter.cli.context;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudadapter.cli.terminal.ProgramName;
import io.cloudadapter.spi.DurableFile;
import io.cloudadapter.spi.config.SpellingSuggestion;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The file with a user's contexts, for its owner only: the one that {@code ADAPTER_CONTEXTS} names, else {@code
 * cloud-adapter/contexts.json} in {@code XDG_CONFIG_HOME} or {@code ~/.config}.
 *
 * @param contexts all contexts, in the order in which they were added
 * @param current the name of the one in use; empty if none is
 */
public record ContextFile(List<ServerContext> contexts, Optional<String> current) {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** Copies the list. */
  public ContextFile {
    contexts = List.copyOf(contexts);
  }

  /**
   * Where the file is.
   *
   * @param environment the environment variables
   * @return its path; empty if no variable names a place for a user's files
   */
  static Optional<Path> in(Map<String, String> environment) {
    String named = environment.getOrDefault("ADAPTER_CONTEXTS", "");
    if (!named.isEmpty()) {
      return Optional.of(Path.of(named));
    }
    String config = environment.getOrDefault("XDG_CONFIG_HOME", "");
    String home = environment.getOrDefault("HOME", "");
    Optional<Path> directory = !config.isEmpty()
        ? Optional.of(Path.of(config))
        : Optional.of(home).filter(path -> !path.isEmpty()).map(path -> Path.of(path, ".config"));
    return directory.map(path -> path.resolve("cloud-adapter").resolve("contexts.json"));
  }

  /**
   * Reads the file.
   *
   * @param environment the environment variables
   * @return what it has; no context if there is no file
   * @throws IllegalArgumentException if it cannot be read
   */
  public static ContextFile read(Map<String, String> environment) {
    Optional<Path> file = in(environment);
    if (file.isEmpty()) {
      return new ContextFile(List.of(), Optional.empty());
    }
    try {
      JsonNode node = JSON.readTree(Files.readAllBytes(file.get()));
      List<ServerContext> contexts = new ArrayList<>();
      node.path("contexts").forEach(context -> contexts.add(context(context)));
      return new ContextFile(contexts, text(node, "current"));
    } catch (NoSuchFileException e) {
      return new ContextFile(List.of(), Optional.empty());
    } catch (IOException | IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "the contexts in " + file.get() + " cannot be read: " + e.getMessage()
              + "; correct the file, or remove it",
          e);
    }
  }

  /**
   * Writes the file whole or not at all.
   *
   * @param environment the environment variables
   * @throws IOException if it cannot be written
   * @throws IllegalArgumentException if no variable names a place for a user's files
   */
  void write(Map<String, String> environment) throws IOException {
    Path file = in(environment)
        .orElseThrow(
            () -> new IllegalArgumentException(
                "HOME, XDG_CONFIG_HOME or ADAPTER_CONTEXTS must name the place of contexts; none is set"));
    ObjectNode node = JSON.createObjectNode();
    current.ifPresent(name -> node.put("current", name));
    ArrayNode all = node.putArray("contexts");
    contexts.forEach(context -> all.add(node(context)));
    Files.createDirectories(file.toAbsolutePath().getParent());
    DurableFile.write(
        file,
        JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(node),
        DurableFile.Access.OWNER);
  }

  /**
   * A context of the file.
   *
   * @param name its name
   * @return the context
   * @throws IllegalArgumentException if there is none of that name
   */
  public ServerContext named(String name) {
    return find(name).orElseThrow(() -> {
      List<String> names = contexts.stream().map(ServerContext::name).toList();
      return new IllegalArgumentException("there is no context " + name
          + (names.isEmpty()
              ? "; add one with " + ProgramName.text() + " context add NAME --url URL"
              : SpellingSuggestion.to(name, names)
                  .map(near -> "; did you mean " + near + "?")
                  .orElse("; there are " + String.join(", ", names))));
    });
  }

  Optional<ServerContext> find(String name) {
    return contexts.stream().filter(context -> context.name().equals(name)).findFirst();
  }

  /** The same with a context, in place of the one of its name if there is one. */
  ContextFile with(ServerContext context) {
    List<ServerContext> all = new ArrayList<>(contexts);
    all.removeIf(other -> other.name().equals(context.name()));
    all.add(context);
    return new ContextFile(all, current);
  }

  /** The same without a context; if it was in use, none is. */
  ContextFile without(String name) {
    return new ContextFile(
        contexts.stream().filter(context -> !context.name().equals(name)).toList(),
        current.filter(used -> !used.equals(name)));
  }

  /** The same with this context in use. */
  ContextFile using(Optional<String> name) {
    return new ContextFile(contexts, name);
  }

  private static ServerContext context(JsonNode node) {
    return new ServerContext(
        node.path("name").asText(""),
        URI.create(node.path("url").asText("")),
        text(node, "ca").map(Path::of),
        text(node, "cert").map(Path::of),
        text(node, "key").map(Path::of),
        text(node, "tokenFile").map(Path::of),
        text(node, "pool"));
  }

  private static Optional<String> text(JsonNode node, String name) {
    return node.hasNonNull(name) ? Optional.of(node.get(name).asText("")) : Optional.empty();
  }

  private static ObjectNode node(ServerContext context) {
    ObjectNode node = JSON.createObjectNode();
    node.put("name", context.name());
    node.put("url", context.url().toString());
    context.ca().ifPresent(path -> node.put("ca", path.toString()));
    context.certificate().ifPresent(path -> node.put("cert", path.toString()));
    context.key().ifPresent(path -> node.put("key", path.toString()));
    context.tokenFile().ifPresent(path -> node.put("tokenFile", path.toString()));
    context.pool().ifPresent(name -> node.put("pool", name));
    return node;
  }
}

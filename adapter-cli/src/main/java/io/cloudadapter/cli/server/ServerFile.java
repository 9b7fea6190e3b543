package io.cloudadapter.cli.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudadapter.spi.DurableFile;
import java.io.IOException;
import java.net.URI;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The file by which commands find the server of a data directory: {@code server.json} in it, written when the server
 * is ready and removed when it stops, so that commands on the same machine need no options.
 *
 * @param url where the server answers
 * @param ca the certificate to trust, if it is not a public one
 * @param tokenFile a file with a token that the server accepts, if it asks for one
 */
public record ServerFile(URI url, Optional<Path> ca, Optional<Path> tokenFile) {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  public static Path in(Path data) {
    return data.resolve("server.json");
  }

  /** Writes the file whole or not at all, for its owner only. */
  public void write(Path data) throws IOException {
    ObjectNode node = JSON.createObjectNode();
    node.put("url", url.toString());
    ca.ifPresent(file -> node.put("ca", file.toAbsolutePath().toString()));
    tokenFile.ifPresent(file -> node.put("tokenFile", file.toAbsolutePath().toString()));
    DurableFile.write(
        in(data),
        JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(node),
        DurableFile.Access.OWNER);
  }

  /** Reads the file; empty if there is none. */
  public static Optional<ServerFile> read(Path data) {
    Path file = in(data);
    try {
      JsonNode node = JSON.readTree(Files.readAllBytes(file));
      return Optional.of(new ServerFile(
          URI.create(node.path("url").asText("")), path(node, "ca"), path(node, "tokenFile")));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (AccessDeniedException e) {
      throw new IllegalArgumentException(
          file
              + " cannot be read: only the server's own user may; run the command as that user, or name the"
              + " server with --url, --ca and --token-file",
          e);
    } catch (IOException | IllegalArgumentException e) {
      throw new IllegalArgumentException(
          file + " cannot be read: " + e.getMessage() + "; name the server with --url", e);
    }
  }

  private static Optional<Path> path(JsonNode node, String name) {
    return node.hasNonNull(name)
        ? Optional.of(Path.of(node.get(name).asText("")))
        : Optional.empty();
  }

  static void remove(Path data) throws IOException {
    Files.deleteIfExists(in(data));
  }
}

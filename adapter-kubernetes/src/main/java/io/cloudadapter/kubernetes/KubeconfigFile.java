package io.cloudadapter.kubernetes;

import io.cloudadapter.http.HttpAddress;
import io.cloudadapter.kubernetes.ClusterAccess.UnusableAccessException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * Reads the way to a cluster from a kubeconfig file: the address and authorities of the API server, and a token, the
 * file of a token, or a client certificate. Programs that fetch credentials are not run.
 */
final class KubeconfigFile {
  private static final List<String> UNSUPPORTED =
      List.of("exec", "auth-provider", "username", "password", "as", "impersonate");

  private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "[::1]");

  private final Path file;

  private KubeconfigFile(Path file) {
    this.file = file;
  }

  /** The way that a context of the file describes; without a name, its current one. */
  static ClusterAccess read(Path file, Optional<String> context) throws UnusableAccessException {
    return new KubeconfigFile(file).access(context);
  }

  private ClusterAccess access(Optional<String> wanted) throws UnusableAccessException {
    Map<?, ?> root = root();
    String name = wanted.orElseGet(() -> text(root, "current-context").orElse(""));
    if (name.isEmpty()) {
      throw unusable("has no current-context; name a context");
    }
    Map<?, ?> context = entry(root, "contexts", "context", name);
    String clusterName = text(context, "cluster").orElse("");
    Map<?, ?> cluster = entry(root, "clusters", "cluster", clusterName);
    String userName = text(context, "user").orElse("");
    Map<?, ?> user = entry(root, "users", "user", userName);
    for (String key : UNSUPPORTED) {
      if (user.containsKey(key)) {
        throw unusable(
            "has " + key + " for user " + userName
                + ", which is not supported; give token, tokenFile, or client-certificate and client-key");
      }
    }
    for (String key : List.of("insecure-skip-tls-verify", "tls-server-name", "proxy-url")) {
      if (cluster.containsKey(key) && !"false".equals(String.valueOf(cluster.get(key)))) {
        throw unusable("has " + key + " for cluster " + clusterName + ", which is not supported");
      }
    }
    Optional<String> certificate = material(user, "client-certificate");
    Optional<String> key = material(user, "client-key");
    // A block of YAML ends in a newline.
    Optional<String> token = text(user, "token").map(String::strip);
    Optional<Path> tokenFile = text(user, "tokenFile").map(this::beside);
    if (!token.map(ClusterAccess::isToken).orElse(true)) {
      throw unusable("has a token for user " + userName + " with spaces or other wrong characters");
    }
    if (certificate.isPresent() != key.isPresent()) {
      throw unusable("needs both client-certificate and client-key for user " + userName);
    }
    if (certificate.isEmpty() && token.isEmpty() && tokenFile.isEmpty()) {
      throw unusable("has no credentials for user " + userName
          + "; give token, tokenFile, or client-certificate and client-key");
    }
    return new ClusterAccess(
        server(cluster, clusterName),
        material(cluster, "certificate-authority"),
        certificate,
        key,
        tokenFile.isPresent() ? Optional.empty() : token,
        tokenFile,
        "user " + userName + " of " + file);
  }

  private URI server(Map<?, ?> cluster, String name) throws UnusableAccessException {
    try {
      URI server = new URI(text(cluster, "server").orElse(""));
      // A token must not go out in the clear, but for a server on this machine, as in tests.
      if (HttpAddress.isBase(server)
          && (server.getScheme().equals("https") || LOOPBACK.contains(server.getHost()))
          && server.getUserInfo() == null) {
        String text = server.toString();
        return text.endsWith("/") ? URI.create(text.substring(0, text.length() - 1)) : server;
      }
    } catch (URISyntaxException e) {
      // As below: what is not an address may be a secret in the wrong place.
    }
    throw unusable("has no https address as server of cluster " + name);
  }

  private Map<?, ?> root() throws UnusableAccessException {
    LoaderOptions options = new LoaderOptions();
    options.setAllowDuplicateKeys(false);
    options.setMaxAliasesForCollections(50);
    try {
      Object read = new Yaml(new SafeConstructor(options)).load(ClusterAccess.read(file));
      if (read instanceof Map<?, ?> root) {
        return root;
      }
    } catch (YAMLException e) {
      // Its message quotes the line, which may hold a token.
    }
    throw unusable("is not a kubeconfig in YAML");
  }

  private Map<?, ?> entry(Map<?, ?> root, String list, String part, String name)
      throws UnusableAccessException {
    if (root.get(list) instanceof List<?> entries) {
      for (Object each : entries) {
        if (each instanceof Map<?, ?> entry
            && name.equals(entry.get("name"))
            && entry.get(part) instanceof Map<?, ?> found) {
          return found;
        }
      }
    }
    throw unusable("has no " + part + " " + name);
  }

  /** PEM from a file, or from the file itself in base 64, which goes first. */
  private Optional<String> material(Map<?, ?> map, String name) throws UnusableAccessException {
    Optional<String> data = text(map, name + "-data");
    if (data.isPresent()) {
      try {
        byte[] bytes = Base64.getMimeDecoder().decode(data.get());
        return Optional.of(new String(bytes, StandardCharsets.UTF_8));
      } catch (IllegalArgumentException e) {
        throw unusable("has " + name + "-data that is not base 64");
      }
    }
    Optional<String> path = text(map, name);
    return path.isPresent()
        ? Optional.of(ClusterAccess.read(beside(path.get())))
        : Optional.empty();
  }

  private Path beside(String path) {
    try {
      return file.toAbsolutePath().resolveSibling(path);
    } catch (InvalidPathException e) {
      return file.toAbsolutePath()
          .resolveSibling("invalid-path"); // It cannot be read, and is named then.
    }
  }

  private static Optional<String> text(Map<?, ?> map, String key) {
    @Nullable Object value = map.get(key);
    return value instanceof String text && !text.isBlank() ? Optional.of(text) : Optional.empty();
  }

  private UnusableAccessException unusable(String problem) {
    return new UnusableAccessException(file + " " + problem);
  }
}

package io.cloudadapter.cli.client;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.Secret;
import io.cloudadapter.cli.server.ServerFile;
import io.cloudadapter.cli.terminal.ProgramName;
import io.cloudadapter.client.RemotePools;
import io.cloudadapter.spi.config.SpellingSuggestion;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The server and the credentials of a command: from options, else from environment variables, else of the server that
 * runs on the data directory.
 */
final class ServerConnection {
  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "The server, https://HOST:PORT. Default: the one that runs on --data.")
  private @Nullable URI url;

  @Option(
      names = "--ca",
      paramLabel = "FILE",
      description = "Certificates to trust, PEM: a certificate authority's or the server's own.")
  private @Nullable Path ca;

  @Option(names = "--cert", paramLabel = "FILE", description = "Your client certificate, PEM.")
  private @Nullable Path certificate;

  @Option(names = "--key", paramLabel = "FILE", description = "Its private key, PEM.")
  private @Nullable Path key;

  @Option(
      names = "--token",
      paramLabel = "TOKEN",
      description = "A bearer token. Other users of this machine can see it; prefer --token-file.")
  private @Nullable String token;

  @Option(names = "--token-file", paramLabel = "FILE", description = "A file with a bearer token.")
  private @Nullable Path tokenFile;

  @Option(
      names = "--pool",
      paramLabel = "NAME",
      description = "The pool. Default: the server's default pool.")
  private @Nullable String pool;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "The data directory of a server on this machine. Default: ./data.")
  private @Nullable Path data;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      description = "The time limit of one request. Default: 30s.")
  private @Nullable Duration timeout;

  /** The pool that is meant. */
  MachinePool pool(Map<String, String> environment) {
    RemotePools pools = pools(environment);
    String name = pool == null ? environment.get("ADAPTER_POOL") : pool;
    if (name == null) {
      return pools.defaultPool();
    }
    return pools.find(name).orElseThrow(() -> noSuchPool(name, pools));
  }

  private static PoolException noSuchPool(String name, RemotePools pools) {
    List<String> names = pools.all().stream().map(p -> p.name().value()).toList();
    return new PoolException(
        PoolException.Reason.NOT_FOUND,
        "there is no pool " + name,
        SpellingSuggestion.to(name, names)
            .map(near -> "Did you mean " + near + "?")
            .orElse("There are " + String.join(", ", names) + "."));
  }

  /** The pools of the server that is meant. */
  RemotePools pools(Map<String, String> environment) {
    if ((certificate == null) != (key == null)) {
      throw new IllegalArgumentException("--cert and --key go together");
    }
    String named = environment.get("ADAPTER_URL");
    URI meant = url != null || named == null ? url : uri(named);
    Optional<ServerFile> local = meant == null ? Optional.of(local(environment)) : Optional.empty();
    RemotePools.Builder builder =
        RemotePools.at(meant != null ? meant : local.orElseThrow().url());
    first(ca, environment.get("ADAPTER_CA"))
        .or(() -> local.flatMap(ServerFile::ca))
        .ifPresent(builder::trust);
    secret(environment, local).ifPresent(builder::token);
    if (certificate != null && key != null) {
      builder.clientCertificate(certificate, key);
    }
    if (timeout != null) {
      builder.timeout(timeout);
    }
    return builder.build();
  }

  private static URI uri(String text) {
    try {
      return URI.create(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("ADAPTER_URL is not a URL: " + text, e);
    }
  }

  private ServerFile local(Map<String, String> environment) {
    Path directory = first(data, environment.get("ADAPTER_DATA")).orElse(Path.of("data"));
    return ServerFile.read(directory)
        .orElseThrow(() -> new IllegalArgumentException("no server runs on " + directory
            + "; start one with " + ProgramName.text() + " serve, or name one with --url"));
  }

  private Optional<Secret> secret(Map<String, String> environment, Optional<ServerFile> local) {
    if (token != null) {
      return Optional.of(Secret.of(token));
    }
    if (tokenFile != null) {
      return Optional.of(content(tokenFile));
    }
    return Optional.ofNullable(environment.get("ADAPTER_TOKEN"))
        .map(Secret::of)
        .or(() -> local.flatMap(ServerFile::tokenFile).map(ServerConnection::content));
  }

  private static Secret content(Path file) {
    try {
      return Secret.of(Files.readString(file).strip());
    } catch (IOException e) {
      throw new IllegalArgumentException("token file " + file + " cannot be read", e);
    }
  }

  private static Optional<Path> first(@Nullable Path option, @Nullable String variable) {
    return option != null ? Optional.of(option) : Optional.ofNullable(variable).map(Path::of);
  }
}

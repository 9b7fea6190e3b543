package io.cloudadapter.cli.client;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.Secret;
import io.cloudadapter.cli.context.ContextFile;
import io.cloudadapter.cli.context.ServerContext;
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
 * The server and the credentials of a command: from options, else from a context, else from environment variables,
 * else of the server that runs on the data directory. A context is used with none of the variables, so that no token
 * reaches a server that it is not for.
 */
final class ServerConnection {
  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "The server, https://HOST:PORT. Default: the one that runs on --data.")
  private @Nullable URI url;

  @Option(
      names = "--context",
      paramLabel = "NAME",
      description = "A context, see: context list. Default: the one in use.")
  private @Nullable String context;

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
    Optional<String> name = Optional.ofNullable(pool);
    if (name.isEmpty()) {
      Optional<ServerContext> used = context(environment);
      name = used.isPresent()
          ? used.get().pool()
          : Optional.ofNullable(environment.get("ADAPTER_POOL"));
    }
    return name.map(named -> pools.find(named).orElseThrow(() -> noSuchPool(named, pools)))
        .orElseGet(pools::defaultPool);
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
    Optional<ServerContext> used = context(environment);
    if (used.isPresent()) {
      return pools(used.get());
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

  /** The pools of a context's server; options replace its files one by one. */
  private RemotePools pools(ServerContext used) {
    RemotePools.Builder builder = RemotePools.at(used.url());
    Optional.ofNullable(ca).or(used::ca).ifPresent(builder::trust);
    given().or(() -> used.tokenFile().map(ServerConnection::content)).ifPresent(builder::token);
    Optional<Path> chain = Optional.ofNullable(certificate).or(used::certificate);
    Optional<Path> secret = Optional.ofNullable(key).or(used::key);
    if (chain.isPresent() && secret.isPresent()) {
      builder.clientCertificate(chain.get(), secret.get());
    }
    if (timeout != null) {
      builder.timeout(timeout);
    }
    return builder.build();
  }

  /** The context of the command; empty if an option or a variable names a server, or no context is in use. */
  private Optional<ServerContext> context(Map<String, String> environment) {
    if (url != null || data != null) {
      if (context != null) {
        throw new IllegalArgumentException(
            "--context and " + (url != null ? "--url" : "--data") + " exclude each other");
      }
      return Optional.empty();
    }
    String variable = environment.get("ADAPTER_CONTEXT");
    boolean server =
        environment.containsKey("ADAPTER_URL") || environment.containsKey("ADAPTER_DATA");
    if (context == null && variable != null && server) {
      throw new IllegalArgumentException(
          "ADAPTER_CONTEXT is set beside ADAPTER_URL or ADAPTER_DATA; set one of them, or name a"
              + " server with --context or --url");
    }
    String named = context != null ? context : variable;
    if (named == null && server) {
      return Optional.empty();
    }
    ContextFile file = ContextFile.read(environment);
    return Optional.ofNullable(named).or(file::current).map(file::named);
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
            + "; start one with " + ProgramName.text()
            + " serve, name one with --url, or keep it as a"
            + " context: " + ProgramName.text() + " context add NAME --url URL"));
  }

  private Optional<Secret> secret(Map<String, String> environment, Optional<ServerFile> local) {
    return given()
        .or(() -> Optional.ofNullable(environment.get("ADAPTER_TOKEN")).map(Secret::of))
        .or(() -> local.flatMap(ServerFile::tokenFile).map(ServerConnection::content));
  }

  /** The token that an option gives. */
  private Optional<Secret> given() {
    return Optional.ofNullable(token)
        .map(Secret::of)
        .or(() -> Optional.ofNullable(tokenFile).map(ServerConnection::content));
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

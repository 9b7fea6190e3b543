package io.cloudadapter.cli.client;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.Secret;
import io.cloudadapter.cli.context.ContextFile;
import io.cloudadapter.cli.context.CredentialOptions;
import io.cloudadapter.cli.context.ServerContext;
import io.cloudadapter.cli.server.ServerFile;
import io.cloudadapter.cli.terminal.ProgramName;
import io.cloudadapter.cli.terminal.UsageException;
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
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
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

  @Mixin
  private CredentialOptions credentials = new CredentialOptions();

  @Option(
      names = "--token",
      paramLabel = "TOKEN",
      description = "A bearer token. Other users of this machine can see it; prefer --token-file.")
  private @Nullable String token;

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

  /** Refuses options that are wrong by themselves; call it before a command does anything. */
  void check() {
    credentials.check();
    if (context != null && (url != null || data != null)) {
      throw new UsageException(
          "--context and " + (url != null ? "--url" : "--data") + " exclude each other");
    }
  }

  /** Takes the value of an option; if the client refuses it, the argument is wrong. */
  private static <T> T taken(String option, Supplier<T> value) {
    try {
      return value.get();
    } catch (IllegalArgumentException e) {
      throw new UsageException(option + ": " + e.getMessage(), e);
    }
  }

  /** The pools of the server that is meant. */
  RemotePools pools(Map<String, String> environment) {
    Optional<ServerContext> used = context(environment);
    if (used.isPresent()) {
      return pools(used.get());
    }
    String named = environment.get("ADAPTER_URL");
    URI meant = url != null || named == null ? url : uri(named);
    Optional<ServerFile> local = meant == null ? Optional.of(local(environment)) : Optional.empty();
    URI server = meant != null ? meant : local.orElseThrow().url();
    RemotePools.Builder builder =
        url != null ? taken("--url", () -> RemotePools.at(server)) : RemotePools.at(server);
    first(credentials.ca(), environment.get("ADAPTER_CA"))
        .or(() -> local.flatMap(ServerFile::ca))
        .ifPresent(builder::trust);
    secret(environment, local).ifPresent(secret -> show(secret, builder));
    show(credentials.certificate(), credentials.key(), builder);
    limit(builder);
    return builder.build();
  }

  private void show(Secret secret, RemotePools.Builder builder) {
    RemotePools.Builder unused =
        token != null ? taken("--token", () -> builder.token(secret)) : builder.token(secret);
  }

  private static void show(
      Optional<Path> certificate, Optional<Path> key, RemotePools.Builder builder) {
    if (certificate.isPresent() && key.isPresent()) {
      builder.clientCertificate(certificate.get(), key.get());
    }
  }

  private void limit(RemotePools.Builder builder) {
    Duration limit = timeout;
    if (limit != null) {
      RemotePools.Builder unused = taken("--timeout", () -> builder.timeout(limit));
    }
  }

  /** The pools of a context's server; options replace its files one by one. */
  private RemotePools pools(ServerContext used) {
    RemotePools.Builder builder = RemotePools.at(used.url());
    credentials.ca().or(used::ca).ifPresent(builder::trust);
    given()
        .or(() -> used.tokenFile().map(ServerConnection::content))
        .ifPresent(secret -> show(secret, builder));
    show(credentials.certificate().or(used::certificate), credentials.key().or(used::key), builder);
    limit(builder);
    return builder.build();
  }

  /** The context of the command; empty if an option or a variable names a server, or no context is in use. */
  private Optional<ServerContext> context(Map<String, String> environment) {
    if (url != null || data != null) {
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
    Path directory =
        first(Optional.ofNullable(data), environment.get("ADAPTER_DATA")).orElse(Path.of("data"));
    return ServerFile.read(directory)
        .orElseThrow(() -> new IllegalArgumentException("no server runs on " + directory
            + "; start one with " + ProgramName.text()
            + " serve, name its directory with --data or its address with --url, or keep it as a"
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
        .or(() -> credentials.tokenFile().map(ServerConnection::content));
  }

  private static Secret content(Path file) {
    try {
      return Secret.of(Files.readString(file).strip());
    } catch (IOException e) {
      throw new IllegalArgumentException("token file " + file + " cannot be read", e);
    }
  }

  private static Optional<Path> first(Optional<Path> option, @Nullable String variable) {
    return option.or(() -> Optional.ofNullable(variable).map(Path::of));
  }
}

package io.cloudadapter.cli.context;

import io.cloudadapter.api.Secret;
import io.cloudadapter.cli.terminal.JsonOutput;
import io.cloudadapter.cli.terminal.OfflineCommand;
import io.cloudadapter.cli.terminal.ProgramName;
import io.cloudadapter.cli.terminal.Terminal;
import io.cloudadapter.cli.terminal.TextFile;
import io.cloudadapter.cli.terminal.TextTable;
import io.cloudadapter.client.RemotePools;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Keeps the contexts of a user: adds, lists and removes them, and chooses the one in use. */
@Command(
    name = "context",
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Keeps servers with their credentials under names, and chooses the one that commands use.",
      "A context names files of secrets; it holds no secret."
    })
public final class ContextCommands implements Runnable {
  @Spec
  private CommandSpec spec;

  private ContextCommands(CommandSpec spec) {
    this.spec = spec;
  }

  public static CommandLine of(Terminal terminal) {
    return new CommandLine(new ContextCommands(CommandSpec.create()))
        .addSubcommand(new Add(terminal))
        .addSubcommand(new Use(terminal))
        .addSubcommand(new Listing(terminal))
        .addSubcommand(new Remove(terminal));
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "a command is missing: add, use, list or remove");
  }

  /** A context for programs, with whether it is in use. */
  private static Map<String, Object> message(ServerContext context, ContextFile file) {
    Map<String, Object> message = new LinkedHashMap<>();
    message.put("name", context.name());
    message.put("current", file.current().filter(context.name()::equals).isPresent());
    message.put("url", context.url().toString());
    context.ca().ifPresent(path -> message.put("ca", path.toString()));
    context.certificate().ifPresent(path -> message.put("cert", path.toString()));
    context.key().ifPresent(path -> message.put("key", path.toString()));
    context.tokenFile().ifPresent(path -> message.put("tokenFile", path.toString()));
    context.pool().ifPresent(name -> message.put("pool", name));
    return message;
  }

  private abstract static class OfFile extends OfflineCommand {
    OfFile(Terminal terminal) {
      super(terminal);
    }

    final ContextFile file() {
      return ContextFile.read(terminal.environment());
    }

    final void done(String line, Object message) {
      if (structured()) {
        show(message);
      } else {
        print(line);
      }
    }
  }

  /** Adds one. */
  @Command(name = "add", description = "Adds a context. Checks its files, and asks no server.")
  static final class Add extends OfFile {
    @Parameters(paramLabel = "NAME", description = "1 to 63 of [A-Za-z0-9._-].")
    private String name = "";

    @Option(
        names = "--url",
        paramLabel = "URL",
        required = true,
        description = "The server, https://HOST:PORT.")
    private URI url = URI.create("");

    @Mixin
    private CredentialOptions credentials = new CredentialOptions();

    @Option(
        names = "--pool",
        paramLabel = "NAME",
        description = "The pool that commands use. Default: the server's default pool.")
    private @Nullable String pool;

    @Option(names = "--force", description = "Replace a context of this name.")
    private boolean force;

    Add(Terminal terminal) {
      super(terminal);
    }

    @Override
    public int run() throws IOException {
      credentials.check();
      // A file that cannot be read is a wrong argument, too: nothing has begun.
      ServerContext context = prepared(this::asked);
      ContextFile before = file();
      if (before.find(name).isPresent() && !force) {
        throw new IllegalArgumentException(
            "there is a context " + name + " already; replace it with --force");
      }
      ContextFile after = before.with(context);
      after.write(terminal.environment());
      done(
          "context " + name + ": added"
              + (after.current().filter(name::equals).isPresent()
                  ? ", in use"
                  : "; use it with " + ProgramName.text() + " context use " + name),
          message(context, after));
      return 0;
    }

    private ServerContext asked() {
      ServerContext context = new ServerContext(
          name,
          url,
          absolute(credentials.ca()),
          absolute(credentials.certificate()),
          absolute(credentials.key()),
          absolute(credentials.tokenFile()),
          Optional.ofNullable(pool));
      check(context);
      return context;
    }

    private static Optional<Path> absolute(Optional<Path> path) {
      return path.map(file -> file.toAbsolutePath().normalize());
    }

    /** Makes a client of it, which refuses addresses and files that are none. */
    private static void check(ServerContext context) {
      RemotePools.Builder builder = RemotePools.at(context.url());
      context.ca().ifPresent(builder::trust);
      context
          .tokenFile()
          .ifPresent(file -> builder.token(Secret.of(TextFile.read(file).strip())));
      if (context.certificate().isPresent() && context.key().isPresent()) {
        builder.clientCertificate(context.certificate().get(), context.key().get());
      }
      RemotePools unused = builder.build();
    }
  }

  /** Chooses one. */
  @Command(
      name = "use",
      description = "Chooses the context that commands use unless they name a server.")
  static final class Use extends OfFile {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "NAME", arity = "0..1", description = "A context.")
    private @Nullable String name;

    @Option(names = "--off", description = "Use none, but the server on the data directory.")
    private boolean off;

    Use(Terminal terminal) {
      super(terminal);
    }

    @Override
    public int run() throws IOException {
      if ((name == null) != off) {
        throw new ParameterException(
            spec.commandLine(), "must have either the name of a context or --off");
      }
      ContextFile before = file();
      if (name == null) {
        before.using(Optional.empty()).write(terminal.environment());
        done("no context is in use", Map.of());
        return 0;
      }
      ServerContext context = before.named(name);
      ContextFile after = before.using(Optional.of(name));
      after.write(terminal.environment());
      done("context " + name + ": in use, " + context.url(), message(context, after));
      return 0;
    }
  }

  /** Lists them. */
  @Command(name = "list", description = "Lists the contexts; * is the one in use.")
  static final class Listing extends OfFile {
    Listing(Terminal terminal) {
      super(terminal);
    }

    @Override
    public int run() {
      ContextFile file = file();
      if (structured()) {
        show(file.contexts().stream().map(context -> message(context, file)).toList());
        return 0;
      }
      if (file.contexts().isEmpty()) {
        print("there is no context; add one with " + ProgramName.text()
            + " context add NAME --url URL");
        return 0;
      }
      TextTable table = new TextTable("CONTEXT", "", "URL", "POOL");
      for (ServerContext context : file.contexts()) {
        table.row(
            context.name(),
            file.current().filter(context.name()::equals).isPresent() ? "*" : "",
            context.url().toString(),
            context.pool().orElse("-"));
      }
      table.lines(terminal.columns()).forEach(terminal.out()::println);
      return 0;
    }
  }

  /** Removes one. */
  @Command(name = "remove", description = "Removes a context. The files that it names stay.")
  static final class Remove extends OfFile {
    @Parameters(paramLabel = "NAME", description = "A context.")
    private String name = "";

    Remove(Terminal terminal) {
      super(terminal);
    }

    @Override
    public int run() throws IOException {
      ContextFile before = file();
      ServerContext gone = before.named(name);
      before.without(name).write(terminal.environment());
      done("context " + gone.name() + ": removed", JsonOutput.fields("name", gone.name()));
      return 0;
    }
  }
}

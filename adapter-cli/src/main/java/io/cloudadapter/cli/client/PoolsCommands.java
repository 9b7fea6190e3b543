package io.cloudadapter.cli.client;

import io.cloudadapter.cli.terminal.Terminal;
import io.cloudadapter.cli.terminal.TextTable;
import io.cloudadapter.cli.terminal.UsageException;
import io.cloudadapter.client.RemotePoolConfigs;
import io.cloudadapter.client.RemotePoolConfigs.Answer;
import io.cloudadapter.server.config.PoolDocumentReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lists the pools of a server with their configurations, and changes them while it runs. */
@Command(
    name = "pools",
    description = "Lists the pools of a server, and creates, changes, suspends and deletes them "
        + "while it runs.")
public final class PoolsCommands extends ClientCommand {
  private PoolsCommands(Terminal terminal) {
    super(terminal);
  }

  public static CommandLine of(Terminal terminal) {
    return new CommandLine(new PoolsCommands(terminal))
        .addSubcommand(new Listing(terminal))
        .addSubcommand(new Show(terminal))
        .addSubcommand(new Create(terminal))
        .addSubcommand(new Update(terminal))
        .addSubcommand(new Delete(terminal))
        .addSubcommand(new Suspend(terminal))
        .addSubcommand(new Observe(terminal))
        .addSubcommand(new Resume(terminal))
        .addSubcommand(new Versions(terminal))
        .addSubcommand(new Rollback(terminal));
  }

  @Override
  void run() {
    list(this);
  }

  private static void list(ClientCommand command) {
    Answer answer = command.pools().configs().list();
    List<?> all = items(answer, "pools");
    command.print("pools: " + all.size(), answer.fields());
    if (!command.structured() && !all.isEmpty()) {
      TextTable table = new TextTable("NAME", "MANAGER", "SET", "VERSION", "STATE", "CONFIGURED");
      for (Object one : all) {
        if (one instanceof Map<?, ?> pool) {
          table.row(
              text(pool, "name"),
              text(pool, "manager"),
              text(pool, "set"),
              text(pool, "version"),
              text(pool, "state"),
              Boolean.TRUE.equals(pool.get("configured")) ? "yes" : "no");
        }
      }
      command.print(table);
    }
  }

  private static String text(Map<?, ?> fields, String name) {
    Object value = fields.get(name);
    return value == null ? "-" : value.toString();
  }

  private static List<?> items(Answer answer, String name) {
    return answer.fields().get(name) instanceof List<?> list ? list : List.of();
  }

  /** A command about one pool. */
  private abstract static class Named extends ClientCommand {
    @Parameters(paramLabel = "NAME", description = "The pool.", index = "0")
    private String name = "";

    Named(Terminal terminal) {
      super(terminal);
    }

    final String name() {
      return name;
    }

    final RemotePoolConfigs configs() {
      return pools().configs();
    }

    final void tell(Answer answer) {
      Map<String, Object> fields = answer.fields();
      if (fields.isEmpty()) {
        print("pool " + name + " is deleted", Map.of());
      } else if (fields.containsKey("dryRun")) {
        print(
            "pool " + name + " would change: " + fields.get("changes") + "; it would launch "
                + text(fields, "launches") + " and end " + text(fields, "terminations"),
            fields);
      } else {
        print(
            "pool " + name + " is " + text(fields, "state") + ", version "
                + text(fields, "version"),
            fields);
      }
    }
  }

  /** Lists them. */
  @Command(
      name = "list",
      description = "Lists all pools, also those that the ledger has and that are not configured "
          + "any more.")
  static final class Listing extends ClientCommand.Read {
    Listing(Terminal terminal) {
      super(terminal);
    }

    @Override
    void run() {
      list(this);
    }
  }

  /** Shows one. */
  @Command(name = "show", description = "Shows a pool with its configuration, without secrets.")
  static final class Show extends Named {
    Show(Terminal terminal) {
      super(terminal);
    }

    @Override
    void run() {
      Answer answer = configs().show(name());
      tell(answer);
      if (!structured() && answer.fields().get("config") instanceof Map<?, ?> config) {
        config.forEach((key, value) -> terminal.out().println("  " + key + ": " + value));
      }
    }
  }

  /** A command that reads a configuration from a file. */
  private abstract static class Filed extends Named {
    @Option(
        names = {"-f", "--file"},
        paramLabel = "FILE",
        description = "The keys of the pool, YAML or JSON, as below its name in a configuration.")
    @Nullable
    Path file;

    @Option(names = "--dry-run", description = "Only show what would change.")
    boolean dryRun;

    Filed(Terminal terminal) {
      super(terminal);
    }

    final Map<String, Object> document(Path from) {
      try {
        return PoolDocumentReader.parse(Files.readString(from));
      } catch (IOException e) {
        throw new IllegalArgumentException("file " + from + " cannot be read", e);
      }
    }
  }

  /** Creates one. */
  @Command(name = "create", description = "Creates a pool, which the API manages.")
  static final class Create extends Filed {
    Create(Terminal terminal) {
      super(terminal);
    }

    @Override
    void run() {
      Path from = file;
      if (from == null) {
        throw new UsageException("--file is missing: it has the pool's configuration");
      }
      tell(configs().create(name(), document(from), dryRun ? Map.of("dryRun", "true") : Map.of()));
    }
  }

  /** Changes one. */
  @Command(
      name = "update",
      description = "Changes the configuration of a pool that the API manages: some keys, or all "
          + "of it from a file.")
  static final class Update extends Filed {
    @Parameters(
        paramLabel = "KEY=VALUE",
        arity = "0..*",
        index = "1..*",
        description = "Keys that change, such as maxSize=10; KEY=null brings a default back.")
    private List<String> values = List.of();

    @Option(
        names = "--confirm",
        paramLabel = "VERSION",
        description = "The present version, for a change that ends machines.")
    private @Nullable String confirm;

    Update(Terminal terminal) {
      super(terminal);
    }

    @Override
    void run() {
      Path from = file;
      if ((from == null) == values.isEmpty()) {
        throw new UsageException("give either KEY=VALUE or --file");
      }
      Map<String, String> query = new LinkedHashMap<>();
      if (dryRun) {
        query.put("dryRun", "true");
      }
      if (confirm != null) {
        query.put("confirm", confirm);
      }
      Map<String, @Nullable Object> patch = patch();
      String tag = configs().show(name()).tag();
      tell(
          from == null
              ? configs().patch(name(), patch, tag, query)
              : configs().replace(name(), document(from), tag, query));
    }

    @SuppressWarnings("unchecked")
    private Map<String, @Nullable Object> patch() {
      Map<String, @Nullable Object> patch = new LinkedHashMap<>();
      for (String value : values) {
        String[] parts = value.split("=", 2);
        if (parts.length < 2) {
          throw new UsageException("must be KEY=VALUE, was " + value);
        }
        String[] path = parts[0].split("\\.", 2);
        Map<String, @Nullable Object> place = patch;
        if (path.length == 2) {
          place = (Map<String, @Nullable Object>)
              patch.computeIfAbsent(path[0], key -> new LinkedHashMap<String, Object>());
        }
        place.put(path[path.length - 1], parts[1].equals("null") ? null : parts[1]);
      }
      return patch;
    }
  }

  /** What becomes of the machines of a pool that is deleted. */
  enum DeletionMode {
    REFUSE,
    TERMINATE,
    RELEASE
  }

  /** Deletes one. */
  @Command(name = "delete", description = "Deletes a pool that the API manages.")
  static final class Delete extends Named {
    @Option(
        names = "--mode",
        paramLabel = "MODE",
        defaultValue = "refuse",
        description = "What becomes of its machines: refuse the deletion while there are any, "
            + "terminate or release them. Default: refuse.")
    private DeletionMode mode = DeletionMode.REFUSE;

    @Option(
        names = "--confirm",
        paramLabel = "VERSION",
        description = "The present version, for terminate and release.")
    private @Nullable String confirm;

    Delete(Terminal terminal) {
      super(terminal);
    }

    @Override
    void run() {
      Map<String, String> query =
          new LinkedHashMap<>(Map.of("mode", mode.name().toLowerCase(Locale.ROOT)));
      if (confirm != null) {
        query.put("confirm", confirm);
      }
      tell(configs().delete(name(), configs().show(name()).tag(), query));
    }
  }

  private abstract static class Setting extends Named {
    private final String state;

    Setting(Terminal terminal, String state) {
      super(terminal);
      this.state = state;
    }

    @Override
    final void run() {
      tell(configs().setState(name(), state));
    }
  }

  /** Suspends one. */
  @Command(
      name = "suspend",
      description = "Suspends a pool: it stores commands, and launches and ends nothing.")
  static final class Suspend extends Setting {
    Suspend(Terminal terminal) {
      super(terminal, "suspended");
    }
  }

  /** Has one only read. */
  @Command(
      name = "observe",
      description = "Has a pool observe: it reads its cloud, and writes nothing to it.")
  static final class Observe extends Setting {
    Observe(Terminal terminal) {
      super(terminal, "observing");
    }
  }

  /** Resumes one. */
  @Command(name = "resume", description = "Resumes a pool that was suspended, or observes.")
  static final class Resume extends Setting {
    Resume(Terminal terminal) {
      super(terminal, "running");
    }
  }

  /** Lists the versions of one. */
  @Command(
      name = "versions",
      description = "Lists the versions of a pool's configuration that are kept, 20 at most.")
  static final class Versions extends Named {
    Versions(Terminal terminal) {
      super(terminal);
    }

    @Override
    void run() {
      Answer answer = configs().versions(name());
      List<?> all = items(answer, "versions");
      print("pool " + name() + ": versions " + all.size(), answer.fields());
      if (!structured() && !all.isEmpty()) {
        TextTable table = new TextTable("VERSION", "TIME", "AUTHOR");
        for (Object one : all) {
          if (one instanceof Map<?, ?> version) {
            table.row(text(version, "version"), text(version, "at"), text(version, "author"));
          }
        }
        print(table);
      }
    }
  }

  /** Brings a version back. */
  @Command(
      name = "rollback",
      description = "Makes an earlier version of a pool's configuration the present one again.")
  static final class Rollback extends Named {
    @Parameters(paramLabel = "VERSION", description = "The earlier version.", index = "1")
    private long version;

    Rollback(Terminal terminal) {
      super(terminal);
    }

    @Override
    void run() {
      tell(configs().rollback(name(), version, configs().show(name()).tag()));
    }
  }
}

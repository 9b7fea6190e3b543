package io.cloudadapter.cli.client;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.cli.terminal.Terminal;
import io.cloudadapter.cli.terminal.UsageException;
import io.cloudadapter.client.RemotePoolConfigs;
import io.cloudadapter.client.RemotePoolConfigs.Answer;
import io.cloudadapter.server.config.PoolDocumentReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Makes the pools of the API what a file has. */
@Command(
    name = "apply",
    description = "Creates and changes pools so that they are as a file has them, and prints what "
        + "differs. Desired sizes stay. It stops at the first pool that is refused; to repeat it is "
        + "safe.")
public final class ApplyCommand extends ClientCommand {
  private static final String POOLS = "pools";

  @Option(
      names = {"-f", "--file"},
      paramLabel = "FILE",
      required = true,
      description = "The pools by name under the key pools, YAML or JSON, as in a configuration.")
  private Path file = Path.of("");

  @Option(
      names = "--set",
      paramLabel = "NAME",
      description = "The set of these pools, which the server records; for --prune.")
  private @Nullable String set;

  @Option(names = "--dry-run", description = "Only show what would change.")
  private boolean dryRun;

  @Option(
      names = "--prune",
      description = "Also delete the pools of the set that are not in the file. One that has "
          + "machines is suspended instead.")
  private boolean prune;

  @Option(names = "--allow-empty", description = "Prune also if the file has no pool at all.")
  private boolean allowEmpty;

  @Option(names = "--continue", description = "Go on after a pool that is refused.")
  private boolean goOn;

  @Option(
      names = "--confirm",
      paramLabel = "POOL=VERSION",
      description = "The present version of a pool, for a change that ends machines.")
  private Map<String, String> confirmed = Map.of();

  /** What was done to each pool, by its name; the messages of those that were refused. */
  private final List<Map<String, Object>> results = new ArrayList<>();

  private final List<String> refused = new ArrayList<>();

  public ApplyCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  void run() {
    if (prune && set == null) {
      throw new UsageException("--prune needs --set: it deletes pools of that set only");
    }
    Map<String, Map<String, Object>> wanted = wanted();
    if (prune && wanted.isEmpty() && !allowEmpty) {
      throw new IllegalArgumentException(file + " has no pool, so --prune would delete all of set "
          + set + "; give --allow-empty if that is meant");
    }
    RemotePoolConfigs configs = pools().configs();
    Map<String, Map<?, ?>> there = there(configs);
    // New pools come first, and ends last: so machines are never fewer than before or after.
    List<Runnable> steps = new ArrayList<>();
    wanted.forEach((name, config) -> {
      if (!there.containsKey(name)) {
        steps.add(() -> attempt(name, () -> create(configs, name, config)));
      }
    });
    wanted.forEach((name, config) -> {
      if (there.containsKey(name)) {
        steps.add(() -> attempt(name, () -> change(configs, name, config)));
      }
    });
    if (prune) {
      there.forEach((name, pool) -> {
        if (!wanted.containsKey(name) && String.valueOf(pool.get("set")).equals(set)) {
          steps.add(() -> attempt(name, () -> delete(configs, name)));
        }
      });
    }
    for (Runnable step : steps) {
      if (refused.isEmpty() || goOn) {
        step.run();
      }
    }
    finish(steps.size());
  }

  private void finish(int steps) {
    if (structured()) {
      print("", Map.of("dryRun", dryRun, "results", results));
    }
    if (!refused.isEmpty()) {
      int left = steps - results.size() - refused.size();
      throw new IllegalArgumentException(
          String.join("; ", refused) + (left > 0 ? "; pools not tried: " + left : ""));
    }
  }

  private void attempt(String name, Runnable step) {
    try {
      step.run();
    } catch (PoolException e) {
      refused.add(
          "pool " + name + ": " + e.getMessage() + (e.detail().isEmpty() ? "" : ". " + e.detail()));
    }
  }

  private void create(RemotePoolConfigs configs, String name, Map<String, Object> config) {
    Answer would = configs.create(name, config, query(true, name));
    if (!dryRun) {
      configs.create(name, config, query(false, name));
    }
    report(name, "create", would.fields());
  }

  private void change(RemotePoolConfigs configs, String name, Map<String, Object> config) {
    Answer before = configs.show(name);
    Answer would = configs.replace(name, config, before.tag(), query(true, name));
    boolean joins = set != null && !set.equals(before.fields().get("set"));
    boolean same = would.fields().get("changes") instanceof Map<?, ?> changes && changes.isEmpty();
    if (same && !joins) {
      report(name, "unchanged", Map.of());
      return;
    }
    if (!dryRun) {
      configs.replace(name, config, before.tag(), query(false, name));
    }
    report(name, same ? "join" : "change", would.fields());
  }

  private void delete(RemotePoolConfigs configs, String name) {
    if (dryRun) {
      report(name, "delete", Map.of());
      return;
    }
    try {
      configs.delete(name, configs.show(name).tag(), Map.of("mode", "refuse"));
      report(name, "delete", Map.of());
    } catch (PoolException e) {
      if (e.reason() != PoolException.Reason.CONFLICT) {
        throw e;
      }
      configs.setState(name, "suspended");
      report(name, "suspend", Map.of());
    }
  }

  private Map<String, String> query(boolean dry, String name) {
    Map<String, String> query = new LinkedHashMap<>();
    if (dry) {
      query.put("dryRun", "true");
    }
    if (set != null) {
      query.put("set", set);
    }
    String version = confirmed.get(name);
    if (version != null && !dry) {
      query.put("confirm", version);
    }
    return query;
  }

  private void report(String name, String action, Map<String, Object> would) {
    Map<String, Object> result = new LinkedHashMap<>(Map.of("pool", name, "action", action));
    would.forEach((key, value) -> {
      if (List.of("changes", "launches", "terminations").contains(key)) {
        result.put(key, value);
      }
    });
    results.add(result);
    if (structured()) {
      return;
    }
    terminal.out().println("pool " + name + ": " + words(action));
    if (would.get("changes") instanceof Map<?, ?> changes && !action.equals("create")) {
      changes.forEach((key, both) -> {
        if (both instanceof Map<?, ?> values) {
          terminal
              .out()
              .println("  " + key + ": " + shown(values.get("before")) + " -> "
                  + shown(values.get("after")));
        }
      });
    }
    if (!would.isEmpty() && !"0".equals(String.valueOf(would.get("terminations")))) {
      terminal.out().println("  ends machines: " + would.get("terminations"));
    }
  }

  private String words(String action) {
    String would = dryRun ? "would be " : "";
    return switch (action) {
      case "create" -> would + "created";
      case "change" -> would + "changed";
      case "join" -> would + "taken into set " + set;
      case "delete" -> would + (dryRun ? "deleted, or suspended if it has machines" : "deleted");
      case "suspend" -> "suspended, not deleted, because it has machines";
      default -> "unchanged";
    };
  }

  private static String shown(@Nullable Object value) {
    return value == null ? "(default)" : value.toString();
  }

  /** The pools of the server by name. */
  private static Map<String, Map<?, ?>> there(RemotePoolConfigs configs) {
    Map<String, Map<?, ?>> there = new TreeMap<>();
    if (configs.list().fields().get(POOLS) instanceof List<?> all) {
      for (Object one : all) {
        if (one instanceof Map<?, ?> pool) {
          there.put(String.valueOf(pool.get("name")), pool);
        }
      }
    }
    return there;
  }

  /** The pools of the file by name. */
  private Map<String, Map<String, Object>> wanted() {
    Map<String, Object> document;
    try {
      document = PoolDocumentReader.parse(Files.readString(file));
    } catch (IOException e) {
      throw new IllegalArgumentException("file " + file + " cannot be read", e);
    }
    for (String key : document.keySet()) {
      if (!key.equals(POOLS)) {
        throw new IllegalArgumentException("key " + key + " of " + file
            + " is not for apply, which takes pools; accounts and the server belong to the "
            + "server's own configuration");
      }
    }
    Map<String, Map<String, Object>> wanted = new LinkedHashMap<>();
    if (document.get(POOLS) instanceof Map<?, ?> pools) {
      pools.forEach((name, config) -> wanted.put(String.valueOf(name), config(name, config)));
    } else if (document.get(POOLS) != null || !document.containsKey(POOLS)) {
      throw new IllegalArgumentException("key pools of " + file
          + " must have the pools by name, was " + document.getOrDefault(POOLS, "missing"));
    }
    return wanted;
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> config(Object name, @Nullable Object config) {
    if (config instanceof Map<?, ?> keys) {
      return (Map<String, Object>) keys;
    }
    throw new IllegalArgumentException(
        "pools." + name + " must be a mapping of keys to values, was " + config);
  }
}

package io.cloudadapter.cli.init;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.cli.server.ServeOptions;
import io.cloudadapter.cli.terminal.OfflineCommand;
import io.cloudadapter.cli.terminal.OutputFile;
import io.cloudadapter.cli.terminal.ProgramName;
import io.cloudadapter.cli.terminal.Terminal;
import io.cloudadapter.cli.terminal.UsageException;
import io.cloudadapter.core.config.PoolSettings;
import io.cloudadapter.server.config.ConfigFileReader;
import io.cloudadapter.spi.DurableFile;
import io.cloudadapter.spi.MachineProviderFactory;
import io.cloudadapter.spi.config.ConfigError;
import io.cloudadapter.spi.config.ConfigKey;
import io.cloudadapter.spi.config.ConfigSpec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Asks what a server is to keep, and writes a configuration that it has checked. */
@Command(
    name = "init",
    sortOptions = false,
    description = {
      "Asks for a cloud and a pool, and writes a configuration that serve accepts.",
      "Nothing is written if an answer is wrong. A secret is best a reference: file:PATH or "
          + "env:NAME."
    })
public final class InitCommand implements Callable<Integer> {
  private static final String[] SERVER = {"server"};

  private final Terminal terminal;

  @Parameters(
      paramLabel = "FILE",
      arity = "0..1",
      defaultValue = "adapter.yaml",
      description = "The file to write. Default: ${DEFAULT-VALUE}.")
  private Path file = Path.of("adapter.yaml");

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "An answer: provider, account, account.KEY, pool, pool.KEY, or server.KEY "
          + "with the keys of the configuration; repeatable.")
  private Map<String, String> given = new LinkedHashMap<>();

  @Option(names = "--defaults", description = "Ask no question that has a default.")
  private boolean defaults;

  @Option(names = "--force", description = "Replace a file that is there.")
  private boolean force;

  public InitCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    OutputFile.check(file, force);
    for (String key : given.keySet()) {
      if (!key.matches("provider|account|pool|(account|pool|server)\\..+")) {
        throw new UsageException("--set must have provider, account, account.KEY, pool,"
            + " pool.KEY or server.KEY before its =, was " + key);
      }
    }
    List<MachineProviderFactory> adapters = ServeOptions.adapters();
    String text = OfflineCommand.prepared(() -> checked(adapters));
    DurableFile.write(file, text.getBytes(StandardCharsets.UTF_8), DurableFile.Access.OWNER);
    String program = ProgramName.text();
    terminal.out().println(file + ": written and checked");
    terminal.out().println("  " + program + " doctor --config " + file + " --ask");
    terminal.out().println("  " + program + " serve --config " + file);
    return 0;
  }

  /** The configuration of the answers, which serve accepts. */
  private String checked(List<MachineProviderFactory> adapters) throws IOException {
    String text = draft(adapters).text();
    Path directory = Optional.ofNullable(file.toAbsolutePath().getParent()).orElse(Path.of("/"));
    new ConfigFileReader(adapters, terminal.environment()).parse(text, directory);
    return text;
  }

  private ConfigDraft draft(List<MachineProviderFactory> adapters) throws IOException {
    InitAnswers answers = new InitAnswers(terminal, given, defaults);
    ConfigDraft draft = new ConfigDraft();
    List<String> names = adapters.stream().map(MachineProviderFactory::name).toList();
    String provider = answers.ask(
        "provider",
        "The cloud: " + String.join(", ", names) + ".",
        Optional.of("simulated"),
        name -> names.contains(name)
            ? Optional.empty()
            : Optional.of("must be one of " + String.join(", ", names) + ", was " + name));
    MachineProviderFactory factory = adapters.stream()
        .filter(adapter -> adapter.name().equals(provider))
        .findFirst()
        .orElseThrow();
    String account = answers.ask(
        "account", "A name for the account.", Optional.of("main"), InitCommand::nameFault);
    String[] accounts = {"accounts", account};
    draft.put(accounts, "provider", provider, ConfigSpec.none());
    required(factory.config(), "account.", accounts, answers, draft);
    for (String key : List.of("region", "cloud")) { // By these, accounts of a provider differ.
      if (factory.config().keys().stream().anyMatch(one -> one.name().equals(key))) {
        ask("account." + key, key, Optional.of(""), factory.config(), accounts, answers, draft);
      }
    }
    more("account.", accounts, factory.config(), answers, draft);
    pool(factory, account, answers, draft);
    answers
        .more("server.")
        .forEach((key, value) -> draft.put(SERVER, key, value, ConfigSpec.none()));
    return draft;
  }

  private static void pool(
      MachineProviderFactory factory, String account, InitAnswers answers, ConfigDraft draft)
      throws IOException {
    ConfigSpec settings = PoolSettings.spec();
    String name =
        answers.ask("pool", "A name for the pool.", Optional.of("web"), InitCommand::nameFault);
    String[] pool = {"pools", name};
    draft.put(pool, "account", account, settings);
    ask("pool.maxSize", "maxSize", Optional.of("3"), settings, pool, answers, draft);
    for (String key : List.of("initialSize", "size", "image", "zones")) {
      ask("pool." + key, key, Optional.of(""), settings, pool, answers, draft);
    }
    String[] template = {"pools", name, "template"};
    required(factory.template(), "pool.template.", template, answers, draft);
    more("pool.template.", template, factory.template(), answers, draft);
    answers.more("pool.").forEach((key, value) -> {
      if (!key.startsWith("template.")) {
        draft.put(pool, key, value, settings);
      }
    });
  }

  private static void ask(
      String question,
      String name,
      Optional<String> fallback,
      ConfigSpec settings,
      String[] sections,
      InitAnswers answers,
      ConfigDraft draft)
      throws IOException {
    ConfigKey key = settings.keys().stream()
        .filter(one -> one.name().equals(name))
        .findFirst()
        .orElseThrow();
    String answer = answers.ask(question, key.doc(), fallback, fault(settings, name));
    if (!answer.isEmpty()) {
      draft.put(sections, name, answer, settings);
    }
  }

  private static void required(
      ConfigSpec spec, String prefix, String[] sections, InitAnswers answers, ConfigDraft draft)
      throws IOException {
    for (ConfigKey key : spec.keys()) {
      if (key.required()) {
        String answer =
            answers.ask(prefix + key.name(), key.doc(), Optional.empty(), fault(spec, key.name()));
        draft.put(sections, key.name(), answer, spec);
      }
    }
  }

  private static void more(
      String prefix, String[] sections, ConfigSpec spec, InitAnswers answers, ConfigDraft draft) {
    answers.more(prefix).forEach((key, value) -> draft.put(sections, key, value, spec));
  }

  /** What is wrong with a value of a key; a reference to a secret is looked up when all answers are there. */
  private static Function<String, Optional<String>> fault(ConfigSpec spec, String key) {
    return value -> spec.faults(Map.of(key, value)).stream()
        .filter(fault -> fault.key().equals(key))
        .map(ConfigError::problem)
        .findFirst();
  }

  private static Optional<String> nameFault(String name) {
    try {
      PoolName unused = new PoolName(name);
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of("is refused: " + e.getMessage());
    }
  }
}

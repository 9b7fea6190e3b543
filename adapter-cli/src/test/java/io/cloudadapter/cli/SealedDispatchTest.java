package io.cloudadapter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Java 17 has no exhaustive switch over sealed types: each chain of {@code instanceof} over one names all that it
 * permits and ends in an exception, or is listed here with what it leaves out on purpose.
 */
@Tag("proof")
class SealedDispatchTest {
  /** Chains that carry something out, with what never comes to them. */
  private static final Map<String, Set<String>> WHOLE = Map.ofEntries(
      Map.entry("EventDispatcher.java Event", Set.of()),
      Map.entry("CommandHandler.java Command", Set.of()),
      // ServiceCalls has the rest, of what stands beside machines.
      Map.entry(
          "ProviderCalls.java Effect",
          Set.of("Tell", "LookBehind", "Register", "ReadLoadBalancerHealth", "ReadInstanceStatus")),
      Map.entry("HostileCloud.java Effect", Set.of("Tell")),
      Map.entry("EventDeriver.java RecordChange", Set.of()),
      Map.entry("ActionDispatcher.java Action", Set.of()),
      Map.entry("SimulatedActions.java Action", Set.of("Custom")),
      Map.entry("StateCodec.java CloudRequest", Set.of()),
      Map.entry("RequestExecutor.java CloudRequest", Set.of()),
      Map.entry("ResourceChangeCodec.java ResourceChange", Set.of()),
      Map.entry("ScalingRequestText.java PolicySelector", Set.of()),
      Map.entry("KubeRoutes.java StatusUpdate", Set.of()),
      Map.entry("CredentialFileCheck.java TlsConfig", Set.of()));

  /** Chains that pick some, and leave all others alone on purpose, and what a chain elsewhere calls. */
  private static final Set<String> SOME = Set.of(
      "EffectChecker.java Effect",
      "AsyncCommands.java CommandResult",
      "KeeperBackedPool.java CommandResult",
      "KeeperProcess.java Event",
      "MachineCommands.java Command",
      "LifecycleHooks.java Command",
      "MachineFlags.java Command",
      "CommandModel.java Command",
      "CommandModel.java CommandResult",
      "ActionChecker.java Command",
      "ActionResource.java Action",
      "ServiceCalls.java Effect",
      // What is not for the cloud alone; the rest goes there.
      "PoolActor.java Effect",
      // A method for each of its three effects; ProviderCalls has the chain.
      "ActionDispatcher.java Effect",
      // An operation that runs is not settled: the poller checks it again.
      "LaunchSettlement.java LaunchProgress");

  private static final Pattern SEALED =
      Pattern.compile("sealed interface (\\w+)[^{]*\\{", Pattern.DOTALL);

  @Test
  void everyChainNamesAllThatIsPermittedAndEndsInAnException() throws IOException {
    Map<String, Path> sources = sources();
    Map<String, Set<String>> sealed = sealed(sources);
    assertThat(sealed).containsKeys("Event", "Command", "Effect", "CloudRequest", "ResourceChange");
    List<String> faults = new ArrayList<>();
    Set<String> met = new TreeSet<>();
    for (Path source : sources.values()) {
      String text = Files.readString(source);
      for (Map.Entry<String, Set<String>> type : sealed.entrySet()) {
        String name = source.getFileName() + " " + type.getKey();
        Set<String> named = named(text, type.getKey(), type.getValue());
        Set<String> left = new TreeSet<>(type.getValue());
        left.removeAll(named);
        left.removeAll(WHOLE.getOrDefault(name, Set.of()));
        if (WHOLE.containsKey(name) && !named.isEmpty()) {
          met.add(name);
          boolean throwsLast = text.contains("throw new IllegalStateException(")
              || text.contains("(" + type.getKey() + ".");
          if (!left.isEmpty() || !throwsLast) {
            faults.add(source + " does not handle " + left + " of " + type.getKey());
          }
        } else if (named.size() >= 3 && !left.isEmpty() && !SOME.contains(name)) {
          faults.add(source + " names " + named + " of " + type.getKey() + ", and not " + left);
        }
      }
    }

    assertThat(faults).isEmpty();
    assertThat(met).as("chains that are still there").containsAll(WHOLE.keySet());
  }

  @Test
  void aTypeThatIsLeftOutIsFound() {
    assertThat(named(
            "if (e instanceof Event.Tick) {} Event.Asked a = (Event.Asked) e;",
            "Event",
            Set.of("Tick", "Asked", "Told")))
        .containsExactlyInAnyOrder("Tick", "Asked");
  }

  /** What a text tests for, or casts to. */
  private static Set<String> named(String text, String type, Set<String> permitted) {
    Set<String> named = new TreeSet<>();
    Matcher tests =
        Pattern.compile("(?:instanceof\\s+|\\()" + type + "\\.(\\w+)").matcher(text);
    while (tests.find()) {
      if (permitted.contains(tests.group(1))) {
        named.add(tests.group(1));
      }
    }
    return named;
  }

  /** The sealed interfaces with the types that implement them in the same file. */
  private static Map<String, Set<String>> sealed(Map<String, Path> sources) throws IOException {
    Map<String, Set<String>> sealed = new TreeMap<>();
    for (Path source : sources.values()) {
      String text = Files.readString(source);
      Matcher types = SEALED.matcher(text);
      while (types.find()) {
        Set<String> permitted = new TreeSet<>();
        Matcher inner = Pattern.compile(
                "(?:record|class|enum) (\\w+)[^{;]*\\bimplements\\b[^{;]*\\b" + types.group(1)
                    + "\\b")
            .matcher(text);
        while (inner.find()) {
          permitted.add(inner.group(1));
        }
        if (permitted.size() > 1) {
          sealed.merge(types.group(1), permitted, (one, other) -> {
            one.addAll(other);
            return one;
          });
        }
      }
    }
    return sealed;
  }

  private static Map<String, Path> sources() throws IOException {
    Map<String, Path> sources = new LinkedHashMap<>();
    try (Stream<Path> modules = Files.list(Path.of(".."))) {
      for (Path module : modules.sorted().toList()) {
        Path main = module.resolve("src/main/java");
        if (module.getFileName().toString().startsWith("adapter-") && Files.isDirectory(main)) {
          try (Stream<Path> files = Files.walk(main)) {
            files
                .filter(file -> file.toString().endsWith(".java"))
                .forEach(file -> sources.put(file.toString(), file));
          }
        }
      }
    }
    return sources;
  }
}

package io.cloudadapter.cli;

import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The completion of commands, their values and options for fish, for which picocli has none. */
final class FishCompletion {
  private static final String FUNCTIONS = """
      # The commands that are typed so far, without options.
      function __adapter_commands
          set -l words (commandline -opc)
          string join ' ' -- (string match -v -- '-*' $words[2..-1])
      end

      function __adapter_at
          set -l commands (__adapter_commands)
          test "$commands" = "$argv"
      end

      function __adapter_in
          set -l commands (__adapter_commands)
          string match -q -- "$argv *" "$commands "
      end

      complete -c adapter -f
      """;

  private final StringBuilder out = new StringBuilder(FUNCTIONS);

  private FishCompletion() {}

  static String of(CommandLine root) {
    FishCompletion completion = new FishCompletion();
    completion.add("", root);
    return completion.out.toString();
  }

  private void add(String path, CommandLine line) {
    line.getSubcommands().forEach((name, sub) -> {
      complete(
          "__adapter_at '" + path + "'",
          "-a " + name,
          sub.getCommandSpec().usageMessage().description());
      add(path.isEmpty() ? name : path + " " + name, sub);
    });
    String where = path.isEmpty() ? "__adapter_at ''" : "__adapter_in '" + path + "'";
    for (PositionalParamSpec value : line.getCommandSpec().positionalParameters()) {
      if (value.completionCandidates() != null) {
        String values = String.join(" ", value.completionCandidates());
        complete(where, "-a '" + values + "'", value.description());
      }
    }
    for (OptionSpec option : line.getCommandSpec().options()) {
      if (!option.hidden()) {
        complete(where, names(option), option.description());
      }
    }
  }

  private static String names(OptionSpec option) {
    StringBuilder names = new StringBuilder();
    for (String name : option.names()) {
      names
          .append(names.isEmpty() ? "" : " ")
          .append(name.startsWith("--") ? "-l " + name.substring(2) : "-s " + name.substring(1));
    }
    if (option.arity().max() > 0) {
      names.append(isFile(option) ? " -r -F" : " -x");
    }
    return names.toString();
  }

  private static boolean isFile(OptionSpec option) {
    String label = option.paramLabel().toUpperCase(Locale.ROOT);
    return label.contains("FILE") || label.contains("DIR");
  }

  private void complete(String where, String what, String[] description) {
    String text = String.join(" ", description);
    int end = text.indexOf(". ");
    String first = end < 0 ? text : text.substring(0, end + 1);
    out.append("complete -c adapter -n \"")
        .append(where)
        .append("\" ")
        .append(what)
        .append(" -d '")
        .append(first.replace("\\", "\\\\").replace("'", "\\'"))
        .append("'\n");
  }
}

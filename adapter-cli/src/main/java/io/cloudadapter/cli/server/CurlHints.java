package io.cloudadapter.cli.server;

import io.cloudadapter.cli.terminal.ProgramName;
import io.cloudadapter.server.config.ServerConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Lines to paste into a shell, to try a server that has just started. */
public final class CurlHints {
  private CurlHints() {}

  public static List<String> lines(RunningServer serving) {
    ServerFile file = serving.file();
    String curl = "curl" + options(serving.config().server(), file);
    List<String> lines = new ArrayList<>();
    lines.add("  " + curl + " " + file.url() + "/pool");
    lines.add("  " + curl + " -H 'Content-Type: application/json' -d '{\"desiredSize\": 3}' "
        + file.url() + "/pool/size");
    if (!lines.get(0).contains("<")) {
      Path data = serving.config().data();
      lines.add("  " + ProgramName.text() + " watch"
          + (data.equals(Path.of("data")) ? "" : " --data " + quoted(data.toString())));
    }
    return lines;
  }

  private static String options(ServerConfig server, ServerFile file) {
    StringBuilder options = new StringBuilder();
    file.ca().ifPresent(ca -> options.append(" --cacert ").append(quoted(ca.toString())));
    Optional<Path> token = file.tokenFile();
    if (token.isPresent()) {
      String path = quoted(token.get().toString());
      options.append(" -H \"Authorization: Bearer $(cat ").append(path).append(")\"");
    } else if (!server.tokens().isEmpty()) {
      options.append(" -H 'Authorization: Bearer <token>'");
    } else if (server.clientCa().isPresent()) {
      options.append(" --cert '<certificate>' --key '<key>'");
    }
    return options.toString();
  }

  /** A word for a shell, in quotes if it needs them. */
  private static String quoted(String word) {
    return word.matches("[A-Za-z0-9_./~@:+-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}

package io.cloudadapter.console;

import io.cloudadapter.server.console.ConsoleFile;
import io.cloudadapter.server.console.ConsoleFiles;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;

/** The files of the web console, from this module's jar. Any number of threads may use it. */
public final class PackagedFiles implements ConsoleFiles {
  /** Each file by its name, since a jar cannot be searched everywhere; a test compares them with the folder. */
  private static final List<String> PATHS = List.of(
      "index.html",
      "icon.svg",
      "page.css",
      "style.css",
      "main.js",
      "html.js",
      "config-changes.js",
      "api.js",
      "live.js",
      "membership.js",
      "rights.js",
      "format.js",
      "plot.js",
      "strings.js",
      "use-pool.js",
      "components/action-request.js",
      "components/actions.js",
      "components/apply.js",
      "components/attach.js",
      "components/configuration.js",
      "components/dialog.js",
      "components/done.js",
      "components/header.js",
      "components/history.js",
      "components/hooks.js",
      "components/machine.js",
      "components/machines.js",
      "components/membership.js",
      "components/plan.js",
      "components/plot.js",
      "components/plots.js",
      "components/pool-change.js",
      "components/pool.js",
      "components/pools.js",
      "components/quarantine.js",
      "components/refresh-start.js",
      "components/refresh.js",
      "components/resize.js",
      "components/scaling.js",
      "components/schedule-preview.js",
      "components/sign-in.js",
      "components/table.js",
      "lib/htm/htm.mjs",
      "lib/preact/hooks.mjs",
      "lib/preact/preact.mjs");

  private static final Map<String, String> TYPES = Map.of(
      "html", "text/html; charset=utf-8",
      "css", "text/css; charset=utf-8",
      "js", "text/javascript; charset=utf-8",
      "mjs", "text/javascript; charset=utf-8",
      "svg", "image/svg+xml");

  /** Made by {@link java.util.ServiceLoader}. */
  public PackagedFiles() {}

  @Override
  public List<ConsoleFile> files() {
    return PATHS.stream().map(PackagedFiles::read).toList();
  }

  private static ConsoleFile read(String path) {
    String type = TYPES.get(path.substring(path.lastIndexOf('.') + 1));
    try (InputStream in = PackagedFiles.class.getResourceAsStream("web/" + path)) {
      if (in == null || type == null) {
        throw new IllegalStateException("adapter-console lacks its file " + path);
      }
      return new ConsoleFile(path, type, in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + path + " of adapter-console", e);
    }
  }
}

package io.cloudadapter.server.console;

import java.util.List;

/**
 * The files of the web console, which the server serves at {@code /console}; found by {@link java.util.ServiceLoader}.
 * The module adapter-console has them.
 */
public interface ConsoleFiles {

  /**
   * All files. The server asks once, when it starts, and serves no other.
   *
   * @return the files, each of a path of its own; one has the path {@code index.html}
   */
  List<ConsoleFile> files();
}

package io.cloudadapter.cli;

import io.cloudadapter.cli.terminal.Terminal;
import java.io.File;
import java.io.IOException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.codegen.docgen.manpage.ManPageGenerator;

/**
 * Writes the sources of the manual pages, one for each command. It runs while the release is built and is no part of
 * it. It lies in the package of the commands, since they are public to no other.
 */
final class ManualPages {
  private ManualPages() {}

  /** Takes the directory to write to. */
  public static void main(String[] args) throws IOException {
    CommandSpec commands = RootCommand.of(Terminal.real()).getCommandSpec();
    int code =
        ManPageGenerator.generateManPage(new File(args[0]), null, new boolean[0], true, commands);
    if (code != 0) {
      throw new IllegalStateException("the manual pages were not written, see above");
    }
  }
}

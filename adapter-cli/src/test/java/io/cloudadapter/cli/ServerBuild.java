package io.cloudadapter.cli;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A build of the server with the adapter of the cloud that the clusters of tests use.
 *
 * @param command what runs its command line, without arguments
 */
record ServerBuild(List<String> command) {
  private static final String MAIN = "io.cloudadapter.cli.Main";
  private static final String HEAP = "-Xmx256m";

  /** The build that the tests belong to. */
  static ServerBuild present() {
    // The adapter of the cloud is none of this module's libraries.
    Path larch = Path.of("").toAbsolutePath().getParent().resolve("adapter-example/target/classes");
    return new ServerBuild(BuiltProgram.command(List.of(larch), MAIN, HEAP));
  }

  /** Another one: a checkout in which {@code mvn package} was run. */
  static ServerBuild of(Path checkout) {
    Path cli = checkout.resolve("adapter-cli/target");
    if (!Files.isDirectory(cli.resolve("lib"))) {
      throw new AssertionError(checkout + " is no checkout in which mvn package was run");
    }
    String path = String.join(
        File.pathSeparator,
        cli.resolve("adapter-cli.jar").toString(),
        cli.resolve("lib") + "/*",
        checkout.resolve("adapter-example/target/classes").toString());
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    return new ServerBuild(
        List.of(java, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", HEAP, "-cp", path, MAIN));
  }
}

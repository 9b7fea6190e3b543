package io.cloudadapter.cli;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A build of the server with the adapter of the cloud that the clusters of tests use.
 *
 * @param classPath all of it
 */
record ServerBuild(String classPath) {
  /** The build that the tests belong to. */
  static ServerBuild present() {
    // The adapter of the cloud is none of this module's libraries.
    Path larch = Path.of("").toAbsolutePath().getParent().resolve("adapter-example/target/classes");
    return new ServerBuild(ServerProcess.classPath() + File.pathSeparator + larch);
  }

  /** Another one: a checkout in which {@code mvn package} was run. */
  static ServerBuild of(Path checkout) {
    Path cli = checkout.resolve("adapter-cli/target");
    if (!Files.isDirectory(cli.resolve("lib"))) {
      throw new AssertionError(checkout + " is no checkout in which mvn package was run");
    }
    return new ServerBuild(String.join(
        File.pathSeparator,
        cli.resolve("adapter-cli.jar").toString(),
        cli.resolve("lib") + "/*",
        checkout.resolve("adapter-example/target/classes").toString()));
  }
}

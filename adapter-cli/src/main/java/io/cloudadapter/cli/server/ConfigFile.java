package io.cloudadapter.cli.server;

import io.cloudadapter.server.config.AdapterConfig;
import io.cloudadapter.server.reload.ConfigReloader;
import io.cloudadapter.server.reload.FilePools;
import java.nio.file.Path;
import java.time.Clock;
import java.util.function.Supplier;

/**
 * The configuration file of a server, which it reads again when the file changes.
 *
 * @param path where it is
 * @param reads reads it with the options of the command line; throws {@link
 *     io.cloudadapter.spi.config.ConfigException} if it has errors
 */
record ConfigFile(Path path, Supplier<AdapterConfig> reads) {

  /** What reads it again for a server that was started with a configuration. */
  FileReloads reloads(AdapterConfig started, FilePools pools) {
    return new FileReloads(
        path, new ConfigReloader(started, reads, pools, Clock.systemUTC()));
  }
}

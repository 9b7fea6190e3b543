package io.cloudadapter.cli.server;

import io.cloudadapter.server.LocalAudit;
import io.cloudadapter.server.config.AdapterConfig;
import io.cloudadapter.server.reload.ConfigReloader;
import io.cloudadapter.server.reload.FilePools;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.function.Supplier;

/**
 * The configuration file of a server, which it reads again when the file changes.
 *
 * @param path where it is
 * @param reads reads it with the options of the command line; throws {@link
 *     io.cloudadapter.spi.config.ConfigException} if it has errors
 * @param clock dates what comes of it
 */
record ConfigFile(Path path, Supplier<AdapterConfig> reads, InstantSource clock) {

  /** What reads it again for a server that was started with a configuration. */
  ConfigAutoReload reloads(AdapterConfig started, FilePools pools, LocalAudit audit) {
    return new ConfigAutoReload(
        path, new ConfigReloader(started, reads, pools, new ReloadRecord(path, audit), clock));
  }
}

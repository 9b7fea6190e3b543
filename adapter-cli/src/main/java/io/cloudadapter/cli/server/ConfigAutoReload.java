package io.cloudadapter.cli.server;

import io.cloudadapter.api.reload.ReloadOutcome;
import io.cloudadapter.server.reload.ConfigFileWatch;
import io.cloudadapter.server.reload.ConfigReloader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the configuration file of a server again whenever it has changed, on a thread of its own. */
final class ConfigAutoReload implements AutoCloseable {
  private static final Logger LOGGER = LoggerFactory.getLogger(ConfigAutoReload.class);
  private static final long EVERY_SECONDS = 5;

  /** A reload that has stopped is tried again after so many looks, which is a minute. */
  private static final int LOOKS_UNTIL_AGAIN = 12;

  private final Path file;
  private final ConfigReloader reloader;
  private final ConfigFileWatch watch;
  private int looks;

  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(work -> {
        Thread daemon = new Thread(work, "configuration");
        daemon.setDaemon(true);
        return daemon;
      });

  ConfigAutoReload(Path file, ConfigReloader reloader) {
    this.file = file;
    this.reloader = reloader;
    this.watch = new ConfigFileWatch(this::files);
  }

  private List<Path> files() {
    List<Path> files = new ArrayList<>(List.of(file));
    files.addAll(reloader.secretFiles());
    return files;
  }

  ConfigReloader reloader() {
    return reloader;
  }

  /** Looks at the file from now on. */
  void begin() {
    var unused =
        thread.scheduleWithFixedDelay(this::look, EVERY_SECONDS, EVERY_SECONDS, TimeUnit.SECONDS);
  }

  void look() {
    try {
      boolean stopped = reloader.last().outcome() == ReloadOutcome.STOPPED;
      looks = stopped ? looks + 1 : 0;
      if (watch.changed()) {
        looks = 0;
        reload();
      } else if (looks >= LOOKS_UNTIL_AGAIN) {
        looks = 0;
        var unused = reloader.retry();
      }
    } catch (RuntimeException e) {
      // Otherwise the thread would never look again.
      LOGGER.error("the configuration could not be read again", e);
    }
  }

  void reload() {
    var unused = reloader.reload();
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}

package io.cloudadapter.server.jetty;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches files by their times and reloads them; if reloading fails, the previous contents stay. One thread uses it.
 */
final class FileReloader {
  private static final Logger LOG = LoggerFactory.getLogger(FileReloader.class);

  private final Map<Path, FileTime> times = new HashMap<>();
  private final List<Watch> watches;

  FileReloader(List<Watch> watches) {
    this.watches = List.copyOf(watches);
    watches.forEach(this::changed);
  }

  /** Looks once. */
  void look() {
    for (Watch watch : watches) {
      if (changed(watch)) {
        try {
          watch.reload.run();
          LOG.info("read anew: {}", watch.files);
        } catch (RuntimeException e) {
          LOG.warn(
              "{} changed but cannot be used, so the old stay: {}", watch.files, e.getMessage());
        }
      }
    }
  }

  private boolean changed(Watch watch) {
    boolean changed = false;
    for (Path file : watch.files) {
      FileTime time = time(file);
      changed |= !time.equals(times.put(file, time));
    }
    return changed;
  }

  private static FileTime time(Path file) {
    try {
      return Files.getLastModifiedTime(file);
    } catch (IOException e) {
      return FileTime.fromMillis(0); // Gone for now; noticed again when it is back.
    }
  }

  /**
   * Files that are used together.
   *
   * @param files the files
   * @param reload reads them anew; throws if they cannot be used
   */
  record Watch(List<Path> files, Runnable reload) {}
}

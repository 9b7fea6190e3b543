package io.cloudadapter.core.store.embedded;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The threads of a store: given ones, or its own. */
final class StoreThreads {
  private final List<ExecutorService> owned = new ArrayList<>();
  final Executor writer;
  final Executor background;
  final Executor watches;

  StoreThreads(
      Optional<Executor> writer, Optional<Executor> background, Optional<Executor> watches) {
    this.writer = writer.orElseGet(() -> own("store-writer"));
    this.background = background.orElseGet(() -> own("store-snapshots"));
    this.watches = watches.orElseGet(() -> own("store-watches"));
  }

  void close() {
    owned.forEach(ExecutorService::shutdown);
  }

  private Executor own(String name) {
    ExecutorService service = Executors.newSingleThreadExecutor(work -> {
      Thread thread = new Thread(work, name);
      thread.setDaemon(true);
      return thread;
    });
    owned.add(service);
    return service;
  }
}

package io.cloudadapter.cli.server;

import io.cloudadapter.cli.terminal.Terminal;
import io.cloudadapter.core.LedgerKeyRotation;
import io.cloudadapter.core.exception.StoreException;
import io.cloudadapter.server.LocalAudit;
import io.cloudadapter.server.config.AdapterConfig;
import io.cloudadapter.server.options.AuditConfig;
import io.cloudadapter.server.options.AuditOutcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Records in the audit log what is written to a ledger without a request: by commands that need no server, and by the
 * server when it begins to keep the pools. Without {@code server.audit.file} lines of commands go to {@code
 * audit.jsonl} in the data directory, since commands have no log of their own.
 */
final class CommandAudit {
  private static final String FILE = "audit.jsonl";

  private final AdapterConfig config;
  private final Terminal terminal;

  CommandAudit(AdapterConfig config, Terminal terminal) {
    this.config = config;
    this.terminal = terminal;
  }

  /**
   * Carries a write out and records it, also if it is refused or fails.
   *
   * @param verb the name of the command
   * @param names what it is about
   * @param work the write
   * @param results what is known after it
   * @throws StoreException if no line can be written and the configuration demands one; nothing is carried out then
   */
  <T> T recorded(
      String verb,
      Map<String, String> names,
      Supplier<T> work,
      Function<T, Map<String, String>> results) {
    AuditConfig audit = config.server().access().audit();
    Path file = audit.file().orElse(config.data().resolve(FILE));
    LocalAudit log = LocalAudit.of(
        new AuditConfig(Optional.of(file), audit.fileBytes(), audit.files(), audit.isRequired()),
        "os:" + System.getProperty("user.name", "unknown"),
        terminal.clock(),
        "command");
    if (hasPlace(audit)) {
      log.hindrance().ifPresent(why -> {
        throw new StoreException(why + "; nothing was changed");
      });
    }
    Map<String, String> fields = new HashMap<>(names);
    fields.put("data", config.data().toString());
    config.store().ifPresent(store -> fields.put("store", store.address().toString()));
    AuditOutcome outcome = AuditOutcome.FAILED;
    try {
      T result = work.get();
      outcome = AuditOutcome.DONE;
      fields.putAll(results.apply(result));
      return result;
    } catch (StoreException | IllegalArgumentException e) {
      outcome = AuditOutcome.REFUSED;
      throw e;
    } finally {
      // A refusal about a directory that is not there does not make it.
      if (hasPlace(audit) && !log.record(verb, fields, outcome)) {
        terminal.err().println("adapter: " + file + " has no line about " + verb);
      }
    }
  }

  /** Records each attempt of a server to rotate the ledger's key. */
  static Consumer<LedgerKeyRotation> rotations(AdapterConfig config) {
    LocalAudit log = server(config);
    return rotation -> log.record(
        "rotation of ledger.key",
        Map.of("from", rotation.from(), "to", rotation.to(), "reason", rotation.reason()),
        switch (rotation.outcome()) {
          case DONE -> AuditOutcome.DONE;
          case REFUSED -> AuditOutcome.REFUSED;
          case FAILED -> AuditOutcome.FAILED;
        });
  }

  /** The audit of what a server does by itself. */
  static LocalAudit server(AdapterConfig config) {
    return LocalAudit.of(
        config.server().access().audit(), "server", InstantSource.system(), "server");
  }

  /** Whether there is a place for the line: a data directory may not be there yet. */
  private boolean hasPlace(AuditConfig audit) {
    return audit.file().isPresent() || Files.isDirectory(config.data());
  }
}

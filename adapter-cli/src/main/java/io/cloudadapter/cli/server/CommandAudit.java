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
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Records in the audit log what is written to a ledger without a request: by commands that need no server, and by the
 * server when it begins to keep the pools. Without {@code server.audit.file} lines of commands go to {@code
 * audit.jsonl} in the data directory, since commands have no log of their own.
 */
final class CommandAudit {
  private static final String FILE = "audit.jsonl";

  /**
   * A write of a command.
   *
   * @param <T> what it results in
   */
  @FunctionalInterface
  interface Write<T> {
    /**
     * Carries it out.
     *
     * @param begins is run once, after all checks that change nothing, and before the first change
     */
    T carryOut(Runnable begins);
  }

  private final AdapterConfig config;
  private final Terminal terminal;

  CommandAudit(AdapterConfig config, Terminal terminal) {
    this.config = config;
    this.terminal = terminal;
  }

  /**
   * Carries a write out and records it: a line before its first change, and one with its outcome, also if it is
   * refused or fails.
   *
   * @param verb the name of the command
   * @param names what it is about
   * @param work the write
   * @param results what is known after it
   * @throws StoreException if the first line cannot be written and the configuration demands one; nothing is changed
   *     then
   */
  <T> T recorded(
      String verb,
      Map<String, String> names,
      Write<T> work,
      Function<T, Map<String, String>> results) {
    AuditConfig audit = config.server().access().audit();
    Path file = audit.file().orElse(config.data().resolve(FILE));
    LocalAudit log = LocalAudit.of(
        new AuditConfig(Optional.of(file), audit.fileBytes(), audit.files(), audit.isRequired()),
        "os:" + System.getProperty("user.name", "unknown"),
        terminal.clock(),
        "command");
    String id = log.newId();
    Map<String, String> fields = new HashMap<>(names);
    fields.put("data", config.data().toString());
    config.store().ifPresent(store -> fields.put("store", store.address().toString()));
    AtomicBoolean begun = new AtomicBoolean();
    AuditOutcome outcome = AuditOutcome.FAILED;
    try {
      T result = work.carryOut(() -> {
        if (hasPlace(audit)) {
          log.started(id, verb, fields).ifPresent(why -> {
            throw new StoreException(why + "; nothing was changed");
          });
        }
        begun.set(true);
      });
      outcome = AuditOutcome.DONE;
      fields.putAll(results.apply(result));
      return result;
    } catch (StoreException | IllegalArgumentException e) {
      // Once the write has begun, the ledger may have moved already.
      outcome = begun.get() ? AuditOutcome.FAILED : AuditOutcome.REFUSED;
      throw e;
    } finally {
      // A refusal about a directory that is not there does not make it.
      if (hasPlace(audit) && !log.record(id, verb, fields, outcome)) {
        terminal.err().println("adapter: " + file + " has no line about " + verb);
      }
    }
  }

  /** Records each attempt of a server to rotate the ledger's key. */
  static Consumer<LedgerKeyRotation> rotations(LocalAudit log) {
    return rotation -> log.record(
        log.newId(),
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

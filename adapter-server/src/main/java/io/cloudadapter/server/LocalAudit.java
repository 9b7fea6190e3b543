package io.cloudadapter.server;

import io.cloudadapter.server.audit.AuditFile;
import io.cloudadapter.server.audit.LoggedAudit;
import io.cloudadapter.server.http.AuditLog;
import io.cloudadapter.server.http.AuditSink;
import io.cloudadapter.server.http.LocalWrite;
import io.cloudadapter.server.options.AuditConfig;
import io.cloudadapter.server.options.AuditOutcome;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records writes without a request in the audit log: those of commands on this machine, and those of the server itself.
 * It opens the file for each line and never renames it, so it may be used beside a server that writes the same file.
 * Any number of threads may use it.
 */
@ReadsSystemClock
public final class LocalAudit {
  private static final Logger LOG = LoggerFactory.getLogger(LocalAudit.class);

  private final AuditConfig config;
  private final String principal;
  private final InstantSource clock;
  private final Supplier<String> ids;
  private final AtomicLong lost = new AtomicLong();

  /**
   * An audit of one actor.
   *
   * @param config where the lines go
   * @param principal the actor, such as {@code os:ann} or {@code server}
   * @param clock dates the lines
   * @param ids makes an id for each write
   */
  public LocalAudit(
      AuditConfig config, String principal, InstantSource clock, Supplier<String> ids) {
    this.config = config;
    this.principal = principal;
    this.clock = clock;
    this.ids = ids;
  }

  /**
   * An audit of one actor, with ids that are drawn by lot.
   *
   * @param config where the lines go
   * @param principal the actor, such as {@code os:ann} or {@code server}
   * @param clock dates the lines
   * @param kind the beginning of each id, such as {@code command}
   * @return the audit
   */
  public static LocalAudit of(
      AuditConfig config, String principal, InstantSource clock, String kind) {
    SecureRandom random = new SecureRandom();
    return new LocalAudit(
        config, principal, clock, () -> kind + "-" + HexFormat.of().toHexDigits(random.nextInt()));
  }

  /**
   * An id for the lines about one write.
   *
   * @return an id of its own
   */
  public String newId() {
    return ids.get();
  }

  /**
   * Writes a line that a write is about to be carried out. Only such a line shows that there is room for one: a file
   * on a full disk can still be opened.
   *
   * @param id the id of the write
   * @param verb the name of the write, such as the name of the command
   * @param names what it is about, by the name of the field
   * @return why the write must not be carried out; empty if the line is written, or if the audit log is not required
   */
  public Optional<String> started(String id, String verb, Map<String, String> names) {
    if (!config.isRequired()) {
      var unused = record(id, verb, names, AuditOutcome.STARTED);
      return Optional.empty();
    }
    try (AuditLog log = log()) {
      return log.announced(new LocalWrite(id, principal, verb, names, AuditOutcome.STARTED))
          ? Optional.empty()
          : Optional.of(config.file().map(file -> "the audit log " + file).orElse("the audit log")
              + " cannot be written");
    } catch (IllegalArgumentException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /**
   * Writes a line about a write. If the line cannot be written, it counts as lost and goes to the log of the program
   * as an error.
   *
   * @param id the id of the write
   * @param verb the name of the write, such as the name of the command
   * @param names what it is about, by the name of the field
   * @param outcome its outcome
   * @return whether the line is written
   */
  public boolean record(String id, String verb, Map<String, String> names, AuditOutcome outcome) {
    LocalWrite write = new LocalWrite(id, principal, verb, names, outcome);
    boolean written;
    try (AuditLog log = log()) {
      written = log.recorded(write);
    } catch (IllegalArgumentException e) {
      LOG.error("{}; it has no line about {}", e.getMessage(), write);
      written = false;
    }
    if (!written) {
      lost.incrementAndGet();
    }
    return written;
  }

  /**
   * How many lines could not be written.
   *
   * @return lines since this audit was made, without those of writes that were not carried out for lack of a line
   */
  public long lost() {
    return lost.get();
  }

  private AuditLog log() {
    return new AuditLog(open(), config.isRequired(), clock);
  }

  private AuditSink open() {
    // A file that a server has open must keep its name: the server decides when it is full.
    return config
        .file()
        .<AuditSink>map(file -> new AuditFile(
            file,
            new AuditConfig(config.file(), Long.MAX_VALUE, config.files(), config.isRequired())))
        .orElseGet(LoggedAudit::new);
  }
}

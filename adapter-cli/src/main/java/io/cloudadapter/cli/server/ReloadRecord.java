package io.cloudadapter.cli.server;

import io.cloudadapter.api.reload.ReloadResult;
import io.cloudadapter.server.LocalAudit;
import io.cloudadapter.server.options.AuditOutcome;
import io.cloudadapter.server.reload.ReloadAudit;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Records reloads in the audit log: a line before the first change, one for each pool that was changed, and one with
 * the outcome, all under one id.
 */
final class ReloadRecord implements ReloadAudit {
  private static final String VERB = "reload";

  private final String file;
  private final LocalAudit audit;

  /** The id of the reload that has started. */
  private Optional<String> started = Optional.empty();

  ReloadRecord(Path file, LocalAudit audit) {
    this.file = file.toString();
    this.audit = audit;
  }

  @Override
  public Optional<String> started() {
    String id = audit.newId();
    Optional<String> hindrance = audit.started(id, VERB, Map.of("file", file));
    started = hindrance.isPresent() ? Optional.empty() : Optional.of(id);
    return hindrance;
  }

  @Override
  public void ended(ReloadResult result) {
    String id = started.orElseGet(audit::newId);
    started = Optional.empty();
    pools(id, "created", result.created());
    pools(id, "updated", result.updated());
    pools(id, "removed", result.removed());
    var unused = audit.record(
        id,
        VERB,
        Map.of("file", file),
        switch (result.outcome()) {
          case APPLIED, UNCHANGED, RESTART_NEEDED -> AuditOutcome.DONE;
          case REFUSED -> AuditOutcome.REFUSED;
          case STOPPED -> AuditOutcome.FAILED;
        });
  }

  private void pools(String id, String change, List<String> pools) {
    for (String pool : pools) {
      var unused = audit.record(
          id, VERB, Map.of("file", file, "pool", pool, "change", change), AuditOutcome.DONE);
    }
  }
}
